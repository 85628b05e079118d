// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_coarse_solver_h
#define tessera_dealii_mg_cellwise_coarse_solver_h

#include <tessera/cellwise/vertex_patch_smoother.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/multigrid/mg_base.h>

namespace tessera
{
  /**
   * Exact solution on the coarsest level, for dealii::Multigrid: that level has
   * 2x2x2 cells, which are one vertex patch.
   */
  class MGCellwiseCoarseSolver
    : public dealii::MGCoarseGridBase<CellwiseVector<double>>
  {
  public:
    /** @throws InvalidInput if the coarsest level is not 2x2x2 cells. */
    explicit MGCellwiseCoarseSolver(const CellwiseLevels &levels);

    void operator()(const unsigned int level,
                    CellwiseVector<double> &dst,
                    const CellwiseVector<double> &src) const override;

  private:
    unsigned int min_level;
    VertexPatchSmoother<double> patch;
  };
} // namespace tessera

#endif
