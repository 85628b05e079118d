// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Smoothed aggregation for a matrix whose values change.

#include <tessera/amg/smoothed_aggregation.h>

#include "bsr_helpers.h"
#include "devices.h"
#include "reference/conjugate_gradients.h"

#include <cmath>
#include <string>

using namespace tessera;

namespace
{
  /** Iterations after an update of a hierarchy that was made for @p first. */
  int solve_updated(const Device &device,
                    const reference::BlockProblem &first,
                    const reference::BlockProblem &second,
                    const SmoothedAggregation::AdditionalData &data)
  {
    const BsrMatrix<double> A = test::to_device(device, first);
    const BsrMatrix<double> B = test::to_device(device, second);
    SmoothedAggregation preconditioner;
    preconditioner.initialize(A, first.modes, first.n_modes, data);
    preconditioner.update(B);
    Vector<double> b(device, B.m()), x(device, B.m());
    b = 1.;
    return reference::conjugate_gradients(B, preconditioner, x, b, 1e-8);
  }



  int solve(const Device &device,
            const reference::BlockProblem &problem,
            const SmoothedAggregation::AdditionalData &data)
  {
    const BsrMatrix<double> A = test::to_device(device, problem);
    SmoothedAggregation preconditioner;
    preconditioner.initialize(A, problem.modes, problem.n_modes, data);
    Vector<double> b(device, A.m()), x(device, A.m());
    b = 1.;
    return reference::conjugate_gradients(A, preconditioner, x, b, 1e-8);
  }



  class HierarchyUpdate : public test::OnEachDevice
  {
  protected:
    SmoothedAggregation::AdditionalData data;
  };
} // namespace



TEST_P(HierarchyUpdate, SameValuesChangeNoBit)
{
  const auto problem        = reference::elasticity_box(10);
  const BsrMatrix<double> A = test::to_device(device, problem);
  const Vector<double> b(device, reference::random_vector<double>(A.m(), 1));
  for (const bool keep_products : {false, true})
    {
      data.keep_products = keep_products;
      SmoothedAggregation preconditioner;
      preconditioner.initialize(A, problem.modes, problem.n_modes, data);
      Vector<double> x(b), y(b);
      preconditioner.vmult(x, b);
      for (int i = 0; i < 2; ++i)
        {
          preconditioner.update(A);
          preconditioner.vmult(y, b);
          EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
        }
    }
}



TEST_P(HierarchyUpdate, IsAsGoodAsANewHierarchy)
{
  const auto first = reference::elasticity_box(16);
  auto scaled      = first;
  for (double &value : scaled.values)
    value *= 1.25;
  const auto other      = reference::elasticity_box(16, true, false, .4);
  const int n           = solve(device, first, data);
  const int n_for_other = solve(device, other, data);
  for (const bool update_eigenvalues : {false, true})
    {
      data.update_eigenvalues = update_eigenvalues;
      EXPECT_EQ(solve_updated(device, first, scaled, data), n);
    }
  EXPECT_LE(solve_updated(device, first, other, data), n_for_other + 2);
  // Solved directly.
  EXPECT_EQ(solve_updated(device,
                          reference::elasticity_box(4),
                          reference::elasticity_box(4, true, false, .4),
                          data),
            1);
}



TEST_P(HierarchyUpdate, BadInputIsRefusedAndNothingChanges)
{
  const auto problem        = reference::elasticity_box(8);
  const BsrMatrix<double> A = test::to_device(device, problem);
  SmoothedAggregation preconditioner;
  EXPECT_THROW(preconditioner.update(A), InvalidInput);
  preconditioner.initialize(A, problem.modes, problem.n_modes, data);
  const Vector<double> b(device, reference::random_vector<double>(A.m(), 1));
  Vector<double> x(b), y(b);
  preconditioner.vmult(x, b);

  const auto expect_refused = [&](const reference::BlockProblem &bad,
                                  const std::string &part) {
    const BsrMatrix<double> B = test::to_device(device, bad);
    try
      {
        preconditioner.update(B);
        ADD_FAILURE() << "not refused: " << part;
      }
    catch (const InvalidInput &error)
      {
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
          << error.what();
      }
    preconditioner.vmult(y, b);
    EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
  };
  expect_refused(reference::elasticity_box(7), "call initialize()");
  auto bad = problem;
  ++bad.columns[static_cast<std::size_t>(bad.row_offsets[6]) - 1];
  expect_refused(bad, "Block row 5 ");
  bad                                                          = problem;
  bad.values[9 * static_cast<std::size_t>(bad.row_offsets[7])] = std::nan("");
  expect_refused(bad, "Block row 7 ");
  bad = problem;
  for (double &value : bad.values)
    value *= -1.;
  expect_refused(bad, "row 0");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         HierarchyUpdate,
                         test::device_names(),
                         test::device_name);
