// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_vertex_patch_smoother_h
#define tessera_cellwise_vertex_patch_smoother_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

namespace tessera
{
  /**
   * Multiplicative vertex-patch Schwarz smoother for the Laplace operator. A
   * sweep visits the patches colour by colour; each visit solves exactly for
   * the 5x5x5 inner nodes of the 2x2x2 cells around a vertex,
   *
   *   u += R^T A_patch^{-1} R (rhs - A u),
   *
   * by fast diagonalisation: A_patch^{-1} = (V x V x V) D^{-1} (V x V x V)^T
   * with D = hx hy hz (lambda_i / hx^2 + lambda_j / hy^2 + lambda_k / hz^2),
   * see Q3Matrices. R sums the copies of a node and R^T writes the same bits to
   * all of them, so that u stays exactly continuous without any exchange
   * between patches. Values on the boundary are left as they are.
   *
   * A sweep visits each inner cell eight times, with some 3000 flops and
   * 1536 bytes a visit. The result is the same bits on a repeated call. All
   * functions throw InvalidInput if a vector does not fit the mesh.
   *
   * On a mesh of 2x2x2 cells, which has one patch, vmult() is the exact
   * inverse.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 3.
   */
  class VertexPatchSmoother
  {
  public:
    explicit VertexPatchSmoother(
      const std::shared_ptr<const CellwiseMesh> &mesh);

    /** One sweep over the colours 0 to 7, starting from @p u. */
    void step(CellwiseVector<double> &u,
              const CellwiseVector<double> &rhs) const;

    /** One sweep over the colours 7 to 0: the adjoint of step(). */
    void Tstep(CellwiseVector<double> &u,
               const CellwiseVector<double> &rhs) const;

    /** dst = one sweep of step() from zero. */
    void vmult(CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const;

    /** dst = one sweep of Tstep() from zero. */
    void Tvmult(CellwiseVector<double> &dst,
                const CellwiseVector<double> &src) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

  private:
    void sweep(const bool reversed,
               CellwiseVector<double> &u,
               const CellwiseVector<double> &rhs) const;

    std::shared_ptr<const CellwiseMesh> level_mesh;
  };
} // namespace tessera

#endif
