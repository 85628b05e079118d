// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/poisson_multigrid.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/numerics/vector_tools.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "dealii/cubic_polynomial.h"
#include "dealii/domains.h"
#include "dealii/poisson_problem.h"
#include "devices.h"
#include "reference/patch_multigrid.h"

namespace tessera
{
  namespace
  {
    using Outer     = PoissonMultigrid::OuterIteration;
    using Precision = PoissonMultigrid::Precision;
    using Data      = PoissonMultigrid::AdditionalData;
    using Vector    = dealii::Vector<double>;

    class PoissonMultigridTest : public test::OnEachDevice
    {
    protected:
      Data data_for(const Outer outer, const Precision precision) const
      {
        Data data;
        data.device    = device;
        data.outer     = outer;
        data.precision = precision;
        return data;
      }
    };

    constexpr std::array<Outer, 3> outer_iterations = {
      {Outer::stationary, Outer::symmetric, Outer::cg}};
    constexpr std::array<Precision, 3> precisions = {
      {Precision::mixed, Precision::mixed_nodal, Precision::full}};



    /** A mesh with cubic elements. */
    struct Space
    {
      Space(const std::function<void(test::Triangulation &)> &make,
            const unsigned int n_refinements)
        : fe(3)
        , dof_handler(triangulation)
      {
        make(triangulation);
        triangulation.refine_global(n_refinements);
        dof_handler.distribute_dofs(fe);
      }

      Vector interpolate(const dealii::Function<3> &function) const
      {
        Vector result(dof_handler.n_dofs());
        dealii::VectorTools::interpolate(dof_handler, function, result);
        return result;
      }

      test::LevelTriangulation triangulation;
      dealii::FE_Q<3> fe;
      dealii::DoFHandler<3> dof_handler;
    };



    /** The functional of the data of Cubic on a coloured box. */
    Vector cubic_right_hand_side(const Space &space,
                                 const DiffusionEquation &equation)
    {
      const dealii::QGauss<3> quadrature(5);
      const dealii::QGauss<2> face_quadrature(5);
      Vector rhs(space.dof_handler.n_dofs()), part(rhs);
      dealii::VectorTools::create_right_hand_side(space.dof_handler,
                                                  quadrature,
                                                  test::CubicData(equation, -1),
                                                  rhs);
      for (const auto id : equation.neumann_boundaries)
        {
          dealii::VectorTools::create_boundary_right_hand_side(
            space.dof_handler,
            face_quadrature,
            test::CubicData(equation, static_cast<int>(id)),
            part,
            {id});
          rhs += part;
        }
      return rhs;
    }



    /** Keeps the Dirichlet values of @p u only. */
    Vector boundary_values(const PoissonMultigrid &solver, const Vector &u)
    {
      Vector result(u.size());
      for (const std::int32_t i : solver.dof_map().dirichlet_dofs())
        result[i] = u[i];
      return result;
    }



    // Inhomogeneous Dirichlet and Neumann data, stretched cells, a tensor and a
    // reaction term at once; the elements hold the solution.
    TEST_P(PoissonMultigridTest, FindsAPolynomial)
    {
      const Space space(test::make_stretched_box, 2);
      DiffusionEquation equation;
      equation.diffusion          = {{1., 2., 0.5}};
      equation.reaction           = 3.;
      equation.neumann_boundaries = {1, 2, 5};
      const Vector u              = space.interpolate(test::Cubic());
      const Vector rhs            = cubic_right_hand_side(space, equation);
      for (const Outer outer : outer_iterations)
        for (const Precision precision : precisions)
          {
            PoissonMultigrid solver(space.dof_handler,
                                    equation,
                                    data_for(outer, precision));
            Vector x = boundary_values(solver, u);
            dealii::SolverControl control(50, 1e-12);
            solver.solve(control, x, rhs);
            x -= u;
            EXPECT_LT(x.linfty_norm(), 1e-10 * u.linfty_norm())
              << static_cast<int>(outer) << static_cast<int>(precision);
          }
    }



    // Right-hand sides that are the operator times a known function: all
    // domains, boundary conditions and coefficients.
    void expect_recovery(const Space &space,
                         const DiffusionEquation &equation,
                         const Data &data,
                         const unsigned int n_cycles)
    {
      PoissonMultigrid solver(space.dof_handler, equation, data);
      const Vector u = space.interpolate(test::Cubic());
      CellwiseVector<double> exact, x, b;
      solver.dof_map().copy_to_cellwise(exact, u);
      solver.dof_map().copy_to_cellwise(x, boundary_values(solver, u));
      b.reinit(x);
      solver.matrix().vmult(b, exact);
      dealii::SolverControl control(60, 1e-9);
      solver.solve_cellwise(control, x, b);
      x -= exact;
      // Mean-free on both sides of the comparison.
      if (solver.matrix().mesh()->is_singular())
        ConstantMode<double>(solver.matrix().mesh()).project_primal(x);
      EXPECT_LT(x.linfty_norm(), 1e-7 * exact.linfty_norm());
      EXPECT_LE(control.last_step(), n_cycles);
    }



    TEST_P(PoissonMultigridTest, SolvesOnUnionsOfBoxes)
    {
      for (const auto &domain : test::domains())
        for (const unsigned int axis : {0u, 2u})
          {
            SCOPED_TRACE(domain.name + ", natural along axis " +
                         std::to_string(axis));
            const Space space(
              [&](test::Triangulation &triangulation) {
                domain.make(triangulation);
                test::set_ids_along(triangulation, axis, 17);
              },
              2);
            DiffusionEquation equation;
            equation.neumann_boundaries = {17};
            for (const Outer outer : {Outer::stationary, Outer::cg})
              expect_recovery(space,
                              equation,
                              data_for(outer, Precision::mixed),
                              8);
          }
    }



    TEST_P(PoissonMultigridTest, SolvesPureNeumannProblems)
    {
      for (const auto &domain : {test::domains()[0], test::domains()[1]})
        {
          SCOPED_TRACE(domain.name);
          const Space space(domain.make, 2);
          DiffusionEquation equation;
          for (const auto id : space.triangulation.get_boundary_ids())
            equation.neumann_boundaries.insert(id);
          for (const Outer outer : {Outer::stationary, Outer::cg})
            for (const Precision precision :
                 {Precision::mixed, Precision::full})
              expect_recovery(space, equation, data_for(outer, precision), 9);
        }
    }



    TEST_P(PoissonMultigridTest, SolvesWithVaryingCoefficients)
    {
      const Space space(test::make_l_shape, 3);
      DiffusionEquation smooth, jumping;
      smooth.coefficient = [](const DiffusionEquation::Cell &cell) {
        const dealii::Point<3> p = cell->center();
        return 2. + std::sin(3. * p[0]) * std::cos(2. * p[1] + p[2]);
      };
      // Constant on each coarse cell.
      jumping.coefficient = [](const DiffusionEquation::Cell &cell) {
        return cell->center()[0] < 1. ? 1. : 1000.;
      };
      jumping.reaction = 1.;
      for (const Outer outer : {Outer::stationary, Outer::cg})
        {
          expect_recovery(space, smooth, data_for(outer, Precision::mixed), 12);
          expect_recovery(space,
                          jumping,
                          data_for(outer, Precision::mixed),
                          20);
        }
    }



    TEST_P(PoissonMultigridTest, MixedPrecisionTakesAsManyCycles)
    {
      test::PoissonProblem problem(device, 4);
      for (const Outer outer : outer_iterations)
        {
          double full = 0.;
          for (const Precision precision :
               {Precision::full, Precision::mixed, Precision::mixed_nodal})
            {
              PoissonMultigrid solver(problem.dof_handler,
                                      {},
                                      data_for(outer, precision));
              problem.solution = 0.;
              dealii::IterationNumberControl control(9, 0.);
              solver.solve_cellwise(control, problem.solution, problem.rhs);
              const double cycles = solver.monitor().fractional_cycles(1e-9);
              if (precision == Precision::full)
                full = cycles;
              EXPECT_NEAR(cycles, full, 0.02 * full);
              EXPECT_LT(cycles,
                        outer == Outer::stationary ? 3.9
                        : outer == Outer::cg       ? 4.8
                                                   : 7.3);
              EXPECT_NEAR(problem.l2_error(),
                          reference::patch_multigrid_results[2].l2_error,
                          1e-4 *
                            reference::patch_multigrid_results[2].l2_error);
            }
        }
    }



    TEST_P(PoissonMultigridTest, FixedCyclesAreThoseOfAControl)
    {
      const Space space(test::make_stretched_box, 2);
      const auto rhs = cubic_right_hand_side(space, {});
      for (const Outer outer : {Outer::stationary, Outer::symmetric})
        {
          PoissonMultigrid solver(space.dof_handler,
                                  {},
                                  data_for(outer, Precision::mixed));
          Vector controlled(rhs.size()), fixed(rhs.size());
          dealii::IterationNumberControl control(4, 0.);
          solver.solve(control, controlled, rhs);
          const auto monitor = solver.monitor().values();
          solver.solve(4, fixed, rhs);
          EXPECT_EQ(solver.monitor().values(), monitor);
          EXPECT_EQ(fixed, controlled);
        }
    }



    TEST_P(PoissonMultigridTest, ConjugateGradientsStallWithoutRebalancing)
    {
      test::PoissonProblem problem(device, 4);
      for (const unsigned int interval : {1u, 2u, 1000u})
        {
          Data data               = data_for(Outer::cg, Precision::mixed);
          data.rebalance_interval = interval;
          PoissonMultigrid solver(problem.dof_handler, {}, data);
          problem.solution = 0.;
          dealii::IterationNumberControl control(12, 0.);
          solver.solve_cellwise(control, problem.solution, problem.rhs);
          const auto &values  = solver.monitor().values();
          const double lowest = *std::min_element(values.begin(), values.end());
          if (interval < 1000)
            EXPECT_LT(lowest, 1e-13);
          else
            EXPECT_GT(lowest, 1e-9);
        }
    }



    TEST_P(PoissonMultigridTest, TakesDistributedVectors)
    {
      const Space space(test::make_stretched_box, 1);
      using Distributed = dealii::LinearAlgebra::distributed::Vector<double>;
      PoissonMultigrid solver(space.dof_handler,
                              {},
                              data_for(Outer::stationary, Precision::mixed));
      const Vector rhs = cubic_right_hand_side(space, {});
      Vector x(rhs.size());
      Distributed y(space.dof_handler.n_dofs()), b(y);
      for (unsigned int i = 0; i < rhs.size(); ++i)
        b[i] = rhs[i];
      dealii::SolverControl control(20, 1e-9);
      solver.solve(control, x, rhs);
      solver.solve(control, y, b);
      for (unsigned int i = 0; i < rhs.size(); ++i)
        ASSERT_EQ(x[i], y[i]);
    }



    TEST_P(PoissonMultigridTest, RefusesBadInput)
    {
      const Space space(test::make_stretched_box, 1);
      Data data               = data_for(Outer::cg, Precision::mixed);
      data.rebalance_interval = 0;
      EXPECT_THROW(PoissonMultigrid(space.dof_handler, {}, data), InvalidInput);
      PoissonMultigrid solver(space.dof_handler,
                              {},
                              data_for(Outer::stationary, Precision::mixed));
      Vector x(space.dof_handler.n_dofs()), small(7);
      Vector rhs = cubic_right_hand_side(space, {});
      dealii::SolverControl control(20, 1e-9);
      EXPECT_THROW(solver.solve(control, small, rhs), InvalidInput);
      EXPECT_THROW(solver.solve(control, x, small), InvalidInput);
      rhs[3] = std::numeric_limits<double>::quiet_NaN();
      EXPECT_THROW(solver.solve(control, x, rhs), InvalidInput);
      EXPECT_TRUE(x.all_zero());
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             PoissonMultigridTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
