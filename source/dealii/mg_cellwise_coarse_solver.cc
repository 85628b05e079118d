// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_coarse_solver.h>

#include "dealii/level_index.h"

namespace tessera
{
  template <typename Number>
  MGCellwiseCoarseSolver<Number>::MGCellwiseCoarseSolver(
    const CellwiseLevels &levels,
    const CellBasis basis)
    : min_level(levels.min_level())
    , solver(levels[levels.min_level()], {basis})
  {}



  template <typename Number>
  void MGCellwiseCoarseSolver<Number>::operator()(
    const unsigned int level,
    CellwiseVector<Number> &dst,
    const CellwiseVector<Number> &src) const
  {
    internal::level_index(level, min_level, 1);
    solver.vmult(dst, src);
  }

  template class MGCellwiseCoarseSolver<float>;
  template class MGCellwiseCoarseSolver<double>;
} // namespace tessera
