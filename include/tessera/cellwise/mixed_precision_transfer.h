// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_mixed_precision_transfer_h
#define tessera_cellwise_mixed_precision_transfer_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

namespace tessera
{
  /**
   * Connects an outer iteration, in double precision and the nodal basis, with
   * the finest level of a hierarchy in @p Number and some CellBasis.
   *
   * A residual is *rebalanced* in double precision before it is rounded (see
   * average_copies()): rounding its unassembled parts would lose the
   * cancellation between copies of opposite sign, and the iteration would stall
   * near 6e-8 of the first monitor. The copies of a correction have been
   * computed separately in the eigenbasis and differ by rounding, which no
   * later correction can mend and no monitor sees; their equality is *restored*
   * in double precision. Values on the Dirichlet boundary become zero in both
   * directions.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 4.
   */
  template <typename Number>
  class MixedPrecisionTransfer
  {
  public:
    struct AdditionalData
    {
      CellBasis basis = CellBasis::nodal;

      /** Whether residuals are rebalanced: off only to see what it is for. */
      bool rebalance = true;

      /** Whether equality is restored: off only to see what it is for. */
      bool restore_equality = true;
    };

    explicit MixedPrecisionTransfer(
      const std::shared_ptr<const CellwiseMesh> &mesh);

    MixedPrecisionTransfer(const std::shared_ptr<const CellwiseMesh> &mesh,
                           const AdditionalData &data);

    /**
     * level = a dual vector of the outer iteration. Moves 1024 bytes a cell to
     * rebalance and 512 + 64 sizeof(Number) to change the basis. Not to be
     * called by several threads at once.
     *
     * @throws InvalidInput if a vector does not fit the mesh.
     */
    void copy_to_level(CellwiseVector<Number> &level,
                       const CellwiseVector<double> &outer) const;

    /** outer = a primal vector of the level; the same cost. */
    void copy_from_level(CellwiseVector<double> &outer,
                         const CellwiseVector<Number> &level) const;

  private:
    std::shared_ptr<const CellwiseMesh> mesh;
    AdditionalData data;
    // Empty before its first use.
    mutable CellwiseVector<double> balanced;
  };
} // namespace tessera

#endif
