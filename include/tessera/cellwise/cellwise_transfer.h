// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_transfer_h
#define tessera_cellwise_cellwise_transfer_h

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
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 2.
   */
  class CellwiseTransfer
  {
  public:
    /**
     * @throws InvalidInput if the table of children of @p fine does not refer
     * to the cells of @p coarse or if they are on different devices.
     */
    CellwiseTransfer(const std::shared_ptr<const CellwiseMesh> &coarse,
                     const std::shared_ptr<const CellwiseMesh> &fine);

    /** fine = P coarse, of primal vectors. */
    void prolongate(CellwiseVector<double> &fine,
                    const CellwiseVector<double> &coarse) const;

    /** fine += P coarse, of primal vectors. */
    void prolongate_and_add(CellwiseVector<double> &fine,
                            const CellwiseVector<double> &coarse) const;

    /** coarse += P^T fine, of dual vectors. */
    void restrict_and_add(CellwiseVector<double> &coarse,
                          const CellwiseVector<double> &fine) const;

  private:
    void require_vectors(const CellwiseVector<double> &coarse,
                         const CellwiseVector<double> &fine) const;

    std::shared_ptr<const CellwiseMesh> coarse_mesh;
    std::shared_ptr<const CellwiseMesh> fine_mesh;
  };
} // namespace tessera

#endif
