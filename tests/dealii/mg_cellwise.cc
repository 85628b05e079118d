// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>

#include <gtest/gtest.h>

#include "dealii/poisson_problem.h"

namespace tessera
{
  namespace
  {
    TEST(MGCellwise, RefusesWrongLevels)
    {
      dealii::Triangulation<3> triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(2);
      const auto levels =
        make_cellwise_levels(triangulation, Device::host(), 1);
      const MGCellwiseLaplace<double> matrix(levels);
      EXPECT_EQ(matrix.get_minlevel(), 1u);
      EXPECT_EQ(matrix.get_maxlevel(), 2u);
      EXPECT_THROW(matrix[0], InvalidInput);
      EXPECT_THROW(matrix[3], InvalidInput);
      EXPECT_THROW(MGVertexPatchSmoother<double>(levels,
                                                 SweepOrder::forward,
                                                 0),
                   InvalidInput);
      MGVertexPatchSmoother<double> smoother(levels);
      CellwiseVector<double> u(Device::host(), 512), r(Device::host(), 512);
      smoother.smooth(1, u, r);
      smoother.clear();
      EXPECT_THROW(smoother.smooth(1, u, r), InvalidInput);
    }
  } // namespace
} // namespace tessera
