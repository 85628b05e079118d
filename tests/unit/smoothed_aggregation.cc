// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/amg/smoothed_aggregation.h>

#include "bsr_helpers.h"
#include "devices.h"
#include "reference/conjugate_gradients.h"

#include <cmath>
#include <limits>
#include <sstream>

using namespace tessera;

namespace
{
  /** Iterations for a right-hand side of ones, or of A times random numbers. */
  int solve(const Device &device,
            const reference::BlockProblem &problem,
            const SmoothedAggregation::AdditionalData &data,
            const bool consistent = false)
  {
    const BsrMatrix<double> A = test::to_device(device, problem);
    SmoothedAggregation preconditioner;
    preconditioner.initialize(A, problem.modes, problem.n_modes, data);
    Vector<double> b(device, A.m()), x(device, A.m());
    b = 1.;
    if (consistent)
      A.vmult(b,
              Vector<double>(device,
                             reference::random_vector<double>(A.m(), 1)));
    const int n_iterations =
      reference::conjugate_gradients(A, preconditioner, x, b, 1e-8);
    Vector<double> residual(device, A.m());
    A.residual(residual, x, b);
    EXPECT_LE(residual.l2_norm(), 2e-8 * b.l2_norm());
    return n_iterations;
  }



  /** n nodes in a line, each coupled to the next in @p groups of them. */
  reference::BlockProblem chain(const int n, const int group)
  {
    reference::BlockProblem problem;
    problem.block_size = 3;
    problem.n_modes    = 6;
    for (int i = 0; i < n; ++i)
      {
        for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j)
          if (i / group == j / group)
            {
              problem.columns.push_back(j);
              for (int e = 0; e < 9; ++e)
                problem.values.push_back(e % 4 != 0 ? 0. : (i == j ? 2. : -1.));
            }
        problem.row_offsets.push_back(
          static_cast<std::int64_t>(problem.columns.size()));
        const auto modes = reference::rigid_body_modes(i / 10., 0., 0.);
        problem.modes.insert(problem.modes.end(), modes.begin(), modes.end());
      }
    return problem;
  }



  class SmoothedAggregationTest : public test::OnEachDevice
  {
  protected:
    SmoothedAggregation::AdditionalData data;
  };
} // namespace



TEST_P(SmoothedAggregationTest, ElasticityNeedsAsManyIterationsOnEachMesh)
{
  for (const int m : {8, 16})
    {
      const int n = solve(device, reference::elasticity_box(m), data);
      EXPECT_GE(n, 5);
      EXPECT_LE(n, 16);
    }
}



TEST_P(SmoothedAggregationTest, LaplacianNeedsAsManyIterationsOnEachMesh)
{
  for (const int m : {10, 20, 40})
    {
      const int n = solve(device, reference::laplacian(m), data);
      EXPECT_GE(n, 5);
      EXPECT_LE(n, 15);
    }
}



TEST_P(SmoothedAggregationTest, ManyLevelsNeedFewMoreIterations)
{
  data.max_coarse_size = 30;
  EXPECT_LE(solve(device, reference::elasticity_box(16), data), 18);
}



TEST_P(SmoothedAggregationTest, CycleIsSymmetricAndPositive)
{
  const auto problem        = reference::elasticity_box(8);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  data.max_coarse_size = 100;
  M.initialize(A, problem.modes, 6, data);
  EXPECT_GE(M.n_levels(), 3u);
  const Vector<double> x(device, reference::random_vector<double>(A.m(), 1));
  const Vector<double> y(device, reference::random_vector<double>(A.m(), 2));
  Vector<double> Mx(x), My(x);
  M.vmult(Mx, x);
  M.Tvmult(My, y);
  EXPECT_GT(x * Mx, 0.);
  EXPECT_GT(y * My, 0.);
  EXPECT_NEAR(x * My, y * Mx, 1e-12 * std::sqrt((x * Mx) * (y * My)));

  Vector<double> again(x);
  M.vmult(again, x);
  EXPECT_EQ(again.copy_to_host(), Mx.copy_to_host());
}



TEST_P(SmoothedAggregationTest, CycleCopiesNothing)
{
  const auto problem        = reference::elasticity_box(8);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  data.max_coarse_size = 100;
  M.initialize(A, problem.modes, 6, data);
  const Vector<double> x(device, reference::random_vector<double>(A.m(), 1));
  Vector<double> y(device, A.m());
  Device::reset_transfer_statistics();
  M.vmult(y, x);
  EXPECT_EQ(Device::transfer_statistics().n_host_to_device, 0);
  EXPECT_EQ(Device::transfer_statistics().n_device_to_host, 0);
}



TEST_P(SmoothedAggregationTest, SmallMatrixIsSolvedDirectly)
{
  EXPECT_LE(solve(device, reference::elasticity_box(3), data), 1);
}



TEST_P(SmoothedAggregationTest, ClampedRowsOnTheDiagonalCostNothing)
{
  data.max_coarse_size = 100;
  const int n          = solve(device, reference::elasticity_box(8), data);
  EXPECT_LE(solve(device, reference::elasticity_box(8, true, true), data),
            n + 2);
}



TEST_P(SmoothedAggregationTest, FloatingBodyConverges)
{
  data.max_coarse_size = 100;
  EXPECT_LE(solve(device, reference::elasticity_box(8, false), data, true), 18);
}



TEST_P(SmoothedAggregationTest, NodesInALineDropModes)
{
  data.max_coarse_size = 50;
  const int n          = solve(device, chain(400, 400), data);
  EXPECT_GE(n, 1);
  EXPECT_LE(n, 40);
}



TEST_P(SmoothedAggregationTest, AggregatesOfThreeNodesWork)
{
  data.max_coarse_size = 50;
  const int n          = solve(device, chain(300, 3), data);
  EXPECT_GE(n, 1);
  EXPECT_LE(n, 10);
}



TEST_P(SmoothedAggregationTest, SlowCoarseningStopsCleanly)
{
  // Pairs of nodes with six unknowns make aggregates of six.
  data.max_coarse_size      = 50;
  const auto problem        = chain(200, 2);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  M.initialize(A, problem.modes, 6, data);
  EXPECT_EQ(M.n_levels(), 1u);
  std::ostringstream table;
  M.print_levels(table);
  EXPECT_NE(table.str().find("would have 1 of the rows"), std::string::npos)
    << table.str();
  EXPECT_GE(solve(device, problem, data), 1);
}



TEST_P(SmoothedAggregationTest, DiagonalMatrixStopsCleanly)
{
  data.max_coarse_size      = 50;
  const auto problem        = chain(200, 1);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  M.initialize(A, problem.modes, 6, data);
  EXPECT_EQ(M.n_levels(), 1u);
  std::ostringstream table;
  M.print_levels(table);
  EXPECT_NE(table.str().find("no block row is coupled"), std::string::npos)
    << table.str();
  EXPECT_LE(solve(device, problem, data), 1);
}



TEST_P(SmoothedAggregationTest, LevelsAreReported)
{
  const auto problem        = reference::elasticity_box(8);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  EXPECT_EQ(M.n_levels(), 0u);
  M.initialize(A, problem.modes, 6, data);
  ASSERT_EQ(M.n_levels(), 2u);
  const auto fine = M.level_statistics(0), coarse = M.level_statistics(1);
  EXPECT_EQ(fine.n_rows, 1944);
  EXPECT_EQ(fine.n_blocks, A.n_blocks());
  EXPECT_EQ(fine.block_size, 3);
  EXPECT_GT(fine.max_eigenvalue, 1.);
  EXPECT_EQ(coarse.block_size, 6);
  EXPECT_EQ(coarse.n_rows, 6 * coarse.n_block_rows);
  EXPECT_LT(10 * coarse.n_block_rows, fine.n_block_rows);
  EXPECT_EQ(M.memory_consumption(), fine.bytes + coarse.bytes);
  EXPECT_DOUBLE_EQ(M.operator_complexity(),
                   1. + 4. * coarse.n_blocks / fine.n_blocks);
  std::ostringstream table;
  M.print_levels(table);
  EXPECT_NE(table.str().find("1944"), std::string::npos);
  EXPECT_NE(table.str().find("solved directly"), std::string::npos);
  EXPECT_THROW(M.level_statistics(2), InvalidInput);
  M.clear();
  EXPECT_EQ(M.n_levels(), 0u);
}



TEST_P(SmoothedAggregationTest, BadInputIsRefusedAndNothingChanges)
{
  auto problem              = reference::elasticity_box(4);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  M.initialize(A, problem.modes, 6);
  const auto expect = [](const auto &call, const char *text) {
    test::expect_error<InvalidInput>(call, text);
  };
  expect([&] { M.initialize(A, problem.modes, 5); }, "expected 1500");
  expect([&] { M.initialize(A, problem.modes, 0); }, "0 near-null vectors");
  auto bad_modes        = problem.modes;
  bad_modes[6 * 10 + 4] = std::numeric_limits<double>::infinity();
  expect([&] { M.initialize(A, bad_modes, 6); }, "vector 4 has inf in row 10");
  data.smoother_degree = 0;
  expect([&] { M.initialize(A, problem.modes, 6, data); }, "smoother_degree 0");
  problem.values[problem.row_offsets[17] * 9 + 5] =
    std::numeric_limits<double>::quiet_NaN();
  const BsrMatrix<double> bad = test::to_device(device, problem);
  expect([&] { M.initialize(bad, problem.modes, 6); }, "Block row 17");
  const BsrMatrix<double> rectangular =
    test::to_device(device, reference::random_bsr<double>(5, 5, 3, 6, 3, 1));
  expect([&] { M.initialize(rectangular, problem.modes, 6); }, "3 x 6");

  Vector<double> x(device, A.m()), y(device, A.m() + 1);
  expect([&] { M.vmult(x, y); }, "two vectors of 300");
  expect([&] { M.vmult(x, x); }, "two vectors of 300");
  EXPECT_EQ(M.n_levels(), 1u);
  M.clear();
  expect([&] { M.vmult(x, y); }, "before initialize()");
}



TEST_P(SmoothedAggregationTest, IndefiniteMatrixIsRefused)
{
  auto problem = reference::laplacian(12);
  for (std::size_t k = 0; k < problem.values.size(); ++k)
    problem.values[k] *= problem.values[k] < 0. ? 2. : 1.;
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation M;
  test::expect_error<InvalidInput>([&] { M.initialize(A, problem.modes, 1); },
                                   "not positive semidefinite");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         SmoothedAggregationTest,
                         test::device_names(),
                         test::device_name);
