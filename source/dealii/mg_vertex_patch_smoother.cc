// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_vertex_patch_smoother.h>

#include "dealii/level_index.h"

namespace tessera
{
  MGVertexPatchSmoother::MGVertexPatchSmoother(const CellwiseLevels &levels,
                                               const Order order,
                                               const unsigned int n_sweeps)
    : min_level(levels.min_level())
    , order(order)
    , n_sweeps(n_sweeps)
  {
    TESSERA_REQUIRE(n_sweeps > 0,
                    InvalidInput,
                    "The number of sweeps is 0, expected at least 1.");
    for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
      smoothers.emplace_back(levels[l]);
  }



  void MGVertexPatchSmoother::clear()
  {
    smoothers.clear();
  }



  void MGVertexPatchSmoother::smooth(const unsigned int level,
                                     CellwiseVector<double> &u,
                                     const CellwiseVector<double> &rhs) const
  {
    const VertexPatchSmoother<double> &smoother =
      smoothers[internal::level_index(level, min_level, smoothers.size())];
    for (unsigned int i = 0; i < n_sweeps; ++i)
      if (order == Order::forward)
        smoother.step(u, rhs);
      else
        smoother.Tstep(u, rhs);
  }



  void MGVertexPatchSmoother::apply(const unsigned int level,
                                    CellwiseVector<double> &u,
                                    const CellwiseVector<double> &rhs) const
  {
    u = 0.;
    smooth(level, u, rhs);
  }
} // namespace tessera
