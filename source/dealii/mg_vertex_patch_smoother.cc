// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_vertex_patch_smoother.h>

#include "dealii/level_index.h"

namespace tessera
{
  template <typename Number>
  MGVertexPatchSmoother<Number>::MGVertexPatchSmoother(
    const CellwiseLevels &levels,
    const SweepOrder order,
    const unsigned int n_sweeps,
    const CellBasis basis)
    : min_level(levels.min_level())
    , order(order)
    , n_sweeps(n_sweeps)
  {
    TESSERA_REQUIRE(n_sweeps > 0,
                    InvalidInput,
                    "The number of sweeps is 0, expected at least 1.");
    for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
      smoothers.emplace_back(levels[l], basis);
  }



  template <typename Number>
  void MGVertexPatchSmoother<Number>::clear()
  {
    smoothers.clear();
  }



  template <typename Number>
  void
  MGVertexPatchSmoother<Number>::smooth(const unsigned int level,
                                        CellwiseVector<Number> &u,
                                        const CellwiseVector<Number> &rhs) const
  {
    const VertexPatchSmoother<Number> &smoother = find_smoother(level);
    for (unsigned int i = 0; i < n_sweeps; ++i)
      if (order == SweepOrder::forward)
        smoother.step(u, rhs, i > 0);
      else
        smoother.Tstep(u, rhs, i > 0);
  }



  template <typename Number>
  void
  MGVertexPatchSmoother<Number>::apply(const unsigned int level,
                                       CellwiseVector<Number> &u,
                                       const CellwiseVector<Number> &rhs) const
  {
    const VertexPatchSmoother<Number> &smoother = find_smoother(level);
    if (order == SweepOrder::forward)
      smoother.vmult(u, rhs);
    else
      smoother.Tvmult(u, rhs);
    for (unsigned int i = 1; i < n_sweeps; ++i)
      if (order == SweepOrder::forward)
        smoother.step(u, rhs, true);
      else
        smoother.Tstep(u, rhs, true);
  }



  template <typename Number>
  const VertexPatchSmoother<Number> &
  MGVertexPatchSmoother<Number>::find_smoother(const unsigned int level) const
  {
    return smoothers[internal::level_index(level, min_level, smoothers.size())];
  }

  template class MGVertexPatchSmoother<float>;
  template class MGVertexPatchSmoother<double>;
} // namespace tessera
