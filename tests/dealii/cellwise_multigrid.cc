// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/solver_pairing_cg.h>
#include <tessera/dealii/solver_stationary.h>

#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_richardson.h>

#include <limits>

#include "dealii/poisson_problem.h"
#include "devices.h"
#include "reference/patch_multigrid.h"

namespace tessera
{
  namespace
  {
    using Order      = SweepOrder;
    using Vector     = CellwiseVector<double>;
    using Stationary = SolverStationary<Vector>;
    using PairingCG  = SolverPairingCG<Vector>;

    class CellwiseMultigridTest : public test::OnEachDevice
    {};



    void expect_history(const PairingMonitor &actual,
                        const reference::History &expected)
    {
      EXPECT_NEAR(actual.first(), expected.first, 1e-3 * expected.first);
      ASSERT_EQ(actual.values().size(), expected.values.size());
      for (std::size_t i = 0; i < expected.values.size(); ++i)
        if (expected.values[i] > 1e-11)
          EXPECT_NEAR(actual.values()[i],
                      expected.values[i],
                      1e-3 * expected.values[i])
            << "cycle " << i;
        else
          EXPECT_LT(actual.values()[i], 2e-11) << "cycle " << i;
    }



    /** Eight cycles of @p Solver against the reference. */
    template <typename Solver>
    void
    check_history(const Device &device,
                  const Order post_order,
                  reference::History reference::PatchMultigridResult::*part)
    {
      for (const auto &expected : reference::patch_multigrid_results)
        {
          SCOPED_TRACE("level " + std::to_string(expected.level));
          test::PoissonProblem problem(device, expected.level);
          test::VCycle cycle(problem, post_order);
          dealii::IterationNumberControl control(8, 0.);
          Solver solver(control);
          solver.solve(cycle.finest,
                       problem.solution,
                       problem.rhs,
                       cycle.preconditioner);
          EXPECT_EQ(control.last_step(), 8u);
          expect_history(solver.monitor(), expected.*part);
          EXPECT_NEAR(problem.l2_error(),
                      expected.l2_error,
                      1e-4 * expected.l2_error);
        }
    }



    TEST_P(CellwiseMultigridTest, StationaryHistoryIsThatOfTheReference)
    {
      check_history<Stationary>(device,
                                Order::forward,
                                &reference::PatchMultigridResult::stationary);
    }



    TEST_P(CellwiseMultigridTest, SymmetricHistoryIsThatOfTheReference)
    {
      check_history<Stationary>(device,
                                Order::reversed,
                                &reference::PatchMultigridResult::symmetric);
    }



    TEST_P(CellwiseMultigridTest, CgHistoryIsThatOfTheReference)
    {
      check_history<PairingCG>(device,
                               Order::reversed,
                               &reference::PatchMultigridResult::cg);
    }



    TEST_P(CellwiseMultigridTest, NoCycleIsWasted)
    {
      test::PoissonProblem problem(device, 3);
      test::VCycle cycle(problem, Order::forward);
      for (const auto stopping :
           {StoppingValue::measured, StoppingValue::estimated})
        {
          problem.solution = 0.;
          dealii::SolverControl control(10, 1e-9);
          Stationary solver(control, {stopping});
          solver.solve(cycle.finest,
                       problem.solution,
                       problem.rhs,
                       cycle.preconditioner);
          const unsigned int n_cycles =
            stopping == StoppingValue::measured ? 5 : 4;
          EXPECT_EQ(control.last_step(), n_cycles);
          // As many cycles were computed as were used.
          EXPECT_EQ(solver.monitor().values().size(), n_cycles);

          // The solution has the monitor that n_cycles corrections have.
          dealii::IterationNumberControl once(1, 0.);
          Stationary check(once);
          check.solve(cycle.finest,
                      problem.solution,
                      problem.rhs,
                      cycle.preconditioner);
          const auto &expected =
            reference::patch_multigrid_results[1].stationary;
          EXPECT_NEAR(check.monitor().first() / expected.first,
                      expected.values[n_cycles],
                      0.02 * expected.values[n_cycles]);
        }
    }



    TEST_P(CellwiseMultigridTest, StartsFromAGoodGuess)
    {
      test::PoissonProblem problem(device, 2);
      test::VCycle cycle(problem, Order::reversed);
      Vector exact(problem.solution), zero(problem.solution);
      dealii::IterationNumberControl control(12, 0.);
      Stationary(control).solve(cycle.finest,
                                exact,
                                problem.rhs,
                                cycle.preconditioner);

      // From the solution, corrections are rounding errors.
      problem.solution.equ(1., exact);
      PairingCG cg(control);
      cg.solve(cycle.finest,
               problem.solution,
               problem.rhs,
               cycle.preconditioner);
      EXPECT_LT(cg.monitor().first(), 1e-12);
      problem.solution -= exact;
      EXPECT_LT(problem.solution.linfty_norm(), 1e-12);

      // For a right-hand side of zero, no cycle is needed.
      dealii::SolverControl none(10, 1e-9);
      Stationary solver(none);
      solver.solve(cycle.finest, zero, zero, cycle.preconditioner);
      EXPECT_EQ(none.last_step(), 0u);
      EXPECT_TRUE(zero.all_zero());
      PairingCG(none).solve(cycle.finest, zero, zero, cycle.preconditioner);
      EXPECT_EQ(none.last_step(), 0u);
    }



    TEST_P(CellwiseMultigridTest, DealiiSolversGiveTheSameSolution)
    {
      test::PoissonProblem problem(device, 2);
      test::VCycle cycle(problem, Order::reversed);
      Vector cg(problem.solution), own(problem.solution);
      dealii::IterationNumberControl control(5, 0.);
      dealii::SolverCG<Vector>(control).solve(cycle.finest,
                                              cg,
                                              problem.rhs,
                                              cycle.preconditioner);
      PairingCG(control).solve(cycle.finest,
                               own,
                               problem.rhs,
                               cycle.preconditioner);
      cg -= own;
      EXPECT_LT(cg.linfty_norm(), 1e-12);

      Vector richardson(problem.solution), stationary(problem.solution);
      dealii::SolverRichardson<Vector>(control).solve(cycle.finest,
                                                      richardson,
                                                      problem.rhs,
                                                      cycle.preconditioner);
      Stationary(control).solve(cycle.finest,
                                stationary,
                                problem.rhs,
                                cycle.preconditioner);
      richardson -= stationary;
      EXPECT_LT(richardson.linfty_norm(), 1e-12);
    }



    // <V b, c> = <b, V c> for the cycle with reversed post-smoothing.
    TEST_P(CellwiseMultigridTest, ReversedPostSmoothingIsSymmetric)
    {
      test::PoissonProblem problem(device, 3);
      const Vector &b = problem.rhs;
      Vector c(b), Vb(b), Vc(b);
      // Not a multiple of b and not symmetric under reflections.
      std::vector<double> values = c.copy_to_host();
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] *= static_cast<double>(i % 77);
      c.copy_from_host(values);

      test::VCycle symmetric(problem, Order::reversed);
      symmetric.preconditioner.vmult(Vb, b);
      symmetric.preconditioner.vmult(Vc, c);
      EXPECT_NEAR(Vb * c, b * Vc, 1e-12 * std::fabs(Vb * c));
      test::VCycle forward(problem, Order::forward);
      forward.preconditioner.vmult(Vb, b);
      forward.preconditioner.vmult(Vc, c);
      EXPECT_GT(std::fabs(Vb * c - b * Vc), 1e-9 * std::fabs(Vb * c));
    }



    TEST_P(CellwiseMultigridTest, RefusesNaN)
    {
      test::PoissonProblem problem(device, 2);
      test::VCycle cycle(problem, Order::reversed);
      Vector bad(problem.rhs);
      bad = std::numeric_limits<double>::quiet_NaN();
      dealii::SolverControl control(10, 1e-9);
      Stationary stationary(control);
      PairingCG cg(control);
      EXPECT_THROW(stationary.solve(
                     cycle.finest, problem.solution, bad, cycle.preconditioner),
                   InvalidInput);
      EXPECT_THROW(
        cg.solve(cycle.finest, problem.solution, bad, cycle.preconditioner),
        InvalidInput);
      EXPECT_TRUE(problem.solution.all_zero());
      EXPECT_THROW(
        stationary.solve(cycle.finest, bad, problem.rhs, cycle.preconditioner),
        NumericalFailure);
    }



    TEST_P(CellwiseMultigridTest, ReportsNoConvergence)
    {
      test::PoissonProblem problem(device, 2);
      test::VCycle cycle(problem, Order::forward);
      dealii::SolverControl control(2, 1e-9);
      EXPECT_THROW(Stationary(control).solve(cycle.finest,
                                             problem.solution,
                                             problem.rhs,
                                             cycle.preconditioner),
                   dealii::SolverControl::NoConvergence);
    }



    TEST_P(CellwiseMultigridTest, CycleCopiesNothingBetweenHostAndDevice)
    {
      test::PoissonProblem problem(device, 3);
      test::VCycle cycle(problem, Order::forward);
      Vector z(problem.solution);
      cycle.preconditioner.vmult(z, problem.rhs);
      Device::reset_transfer_statistics();
      cycle.preconditioner.vmult(z, problem.rhs);
      const TransferStatistics statistics = Device::transfer_statistics();
      EXPECT_EQ(statistics.n_host_to_device, 0);
      EXPECT_EQ(statistics.n_device_to_host, 0);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseMultigridTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
