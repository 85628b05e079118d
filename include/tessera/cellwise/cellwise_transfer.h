// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_transfer_h
#define tessera_cellwise_cellwise_transfer_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

namespace tessera
{
  /**
   * Transfers between two levels by the embedding P of the coarse finite
   * element space in the fine one. On each child, P is a Kronecker product of
   * three 4x4 matrices (Q3Matrices::child_values), so that all is local to a
   * cell and its children: 1536 flops a fine cell, at most 1024 bytes.
   *
   * A prolongated primal vector has equal copies, bit by bit, if the coarse one
   * has. All functions throw InvalidInput if a vector does not fit its mesh.
   *
   * In the eigenbasis the matrices are S^{-1} P S, and copies are equal to
   * rounding only.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 2.
   */
  template <typename Number>
  class CellwiseTransfer
  {
  public:
    /**
     * @throws InvalidInput if the table of children of @p fine does not refer
     * to the cells of @p coarse or if they are on different devices.
     */
    CellwiseTransfer(const std::shared_ptr<const CellwiseMesh> &coarse,
                     const std::shared_ptr<const CellwiseMesh> &fine,
                     const CellBasis basis = CellBasis::nodal);

    /** fine = P coarse, of primal vectors. */
    void prolongate(CellwiseVector<Number> &fine,
                    const CellwiseVector<Number> &coarse) const;

    /** fine += P coarse, of primal vectors. */
    void prolongate_and_add(CellwiseVector<Number> &fine,
                            const CellwiseVector<Number> &coarse) const;

    /** coarse += P^T fine, of dual vectors. */
    void restrict_and_add(CellwiseVector<Number> &coarse,
                          const CellwiseVector<Number> &fine) const;

    /**
     * coarse = P^T (rhs - A u) with the operator CellwiseOperator::laplace() of
     * the fine level. In the eigenbasis the residual is never stored, in the
     * nodal one it is put into @p workspace, a vector of the fine level.
     */
    void restrict_residual(CellwiseVector<Number> &coarse,
                           const CellwiseVector<Number> &rhs,
                           const CellwiseVector<Number> &u,
                           CellwiseVector<Number> &workspace) const;

  private:
    /** What this rank computed for parents that other ranks own. */
    void add_to_owners(CellwiseVector<Number> &coarse) const;

    void require_vectors(const CellwiseVector<Number> &coarse,
                         const CellwiseVector<Number> &fine) const;

    std::shared_ptr<const CellwiseMesh> coarse_mesh;
    std::shared_ptr<const CellwiseMesh> fine_mesh;
    CellBasis basis;
  };
} // namespace tessera

#endif
