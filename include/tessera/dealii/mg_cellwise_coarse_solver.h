// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_coarse_solver_h
#define tessera_dealii_mg_cellwise_coarse_solver_h

#include <tessera/cellwise/cellwise_coarse_solver.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/multigrid/mg_base.h>

namespace tessera
{
  /** CellwiseCoarseSolver on the coarsest level, for dealii::Multigrid. */
  template <typename Number>
  class MGCellwiseCoarseSolver
    : public dealii::MGCoarseGridBase<CellwiseVector<Number>>
  {
  public:
    explicit MGCellwiseCoarseSolver(const CellwiseLevels &levels,
                                    const CellBasis basis = CellBasis::nodal);

    void operator()(const unsigned int level,
                    CellwiseVector<Number> &dst,
                    const CellwiseVector<Number> &src) const override;

  private:
    unsigned int min_level;
    CellwiseCoarseSolver<Number> solver;
  };
} // namespace tessera

#endif
