// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/mg_vertex_patch_smoother_matrix_free.h>

#include <deal.II/multigrid/mg_smoother.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "dealii/domains.h"
#include "dealii/matrix_free_problem.h"
#include "devices.h"
#include "reference/random.h"

namespace tessera
{
  namespace
  {
    using test::DistributedVector;
    using test::MatrixFreeProblem;

    template <typename Number>
    using Smoother = MGVertexPatchSmootherMatrixFree<Number>;

    template <typename Number>
    using Data = typename Smoother<Number>::AdditionalData;

    class MGVertexPatchSmootherMatrixFreeTest : public test::OnEachDevice
    {};



    template <typename Number>
    DistributedVector<Number> random_vector(const std::size_t n,
                                            const unsigned int seed)
    {
      const auto values = reference::random_vector<Number>(n, seed);
      DistributedVector<Number> x(n);
      std::copy(values.begin(), values.end(), x.begin());
      return x;
    }



    template <typename Number>
    unsigned int
    n_iterations(const Device &device,
                 const test::Domain &domain,
                 const std::set<dealii::types::boundary_id> &neumann)
    {
      test::LevelTriangulation triangulation;
      domain.make(triangulation);
      for (unsigned int axis = 0; axis < 3; ++axis)
        test::set_ids_along(triangulation, axis, axis);
      triangulation.refine_global(3);
      std::set<dealii::types::boundary_id> dirichlet{0, 1, 2};
      DiffusionEquation equation;
      equation.neumann_boundaries = neumann;
      for (const auto id : neumann)
        dirichlet.erase(id);

      const MatrixFreeProblem<Number> problem(triangulation, dirichlet, 1);
      Smoother<Number> smoother;
      smoother.initialize(problem.dof_handler,
                          equation,
                          Data<Number>(device, 2));
      DistributedVector<double> solution;
      return problem.n_iterations(smoother, smoother, solution);
    }



    TEST_P(MGVertexPatchSmootherMatrixFreeTest, MakesAFewIterationsDo)
    {
      for (const test::Domain &domain : test::domains())
        for (const auto &neumann :
             std::vector<std::set<dealii::types::boundary_id>>{{}, {2}, {0, 1}})
          {
            SCOPED_TRACE(domain.name + ", conditions " +
                         std::to_string(neumann.size()));
            const unsigned int n = n_iterations<float>(device, domain, neumann);
            // Free re-entrant edges, whose patches are not solved exactly, cost
            // an iteration.
            EXPECT_LE(n, neumann.count(0) == 1 ? 7u : 6u);
          }
    }



    /** The cube of 8 x 8 x 8 cells, Neumann conditions along z. */
    template <typename Number>
    struct Cube
    {
      Cube()
      {
        dealii::GridGenerator::hyper_cube(triangulation);
        test::set_ids_along(triangulation, 2, 2);
        triangulation.refine_global(3);
        problem = std::make_unique<MatrixFreeProblem<Number>>(
          triangulation, std::set<dealii::types::boundary_id>{0}, 1);
        equation.neumann_boundaries = {2};
      }

      test::LevelTriangulation triangulation;
      std::unique_ptr<MatrixFreeProblem<Number>> problem;
      DiffusionEquation equation;
    };



    template <typename Number>
    void check_symmetric_order(const Device &device)
    {
      const Cube<Number> cube;
      Smoother<Number> symmetric, forward, reversed;
      symmetric.initialize(cube.problem->dof_handler,
                           cube.equation,
                           Data<Number>(device));
      forward.initialize(cube.problem->dof_handler,
                         cube.equation,
                         Data<Number>(device,
                                      1,
                                      Smoother<Number>::Order::forward));
      reversed.initialize(cube.problem->dof_handler,
                          cube.equation,
                          Data<Number>(device,
                                       1,
                                       Smoother<Number>::Order::reversed));
      for (unsigned int level = 1; level < 4; ++level)
        {
          const auto n   = cube.problem->dof_handler.n_dofs(level);
          const auto rhs = random_vector<Number>(n, 1);
          DistributedVector<Number> u(n), v(n);
          u = std::numeric_limits<Number>::quiet_NaN();
          symmetric.apply(level, u, rhs);
          forward.apply(level, v, rhs);
          v -= u;
          EXPECT_EQ(v.linfty_norm(), Number());
          v = u;
          symmetric.smooth(level, u, rhs);
          reversed.smooth(level, v, rhs);
          v -= u;
          EXPECT_EQ(v.linfty_norm(), Number());
          // The order matters.
          forward.apply(level, u, rhs);
          reversed.apply(level, v, rhs);
          v -= u;
          EXPECT_GT(v.linfty_norm(), 1e-3 * u.linfty_norm());
        }
    }



    TEST_P(MGVertexPatchSmootherMatrixFreeTest, SymmetricIsForwardThenReversed)
    {
      check_symmetric_order<float>(device);
      check_symmetric_order<double>(device);
    }



    // Two sweeps in one call are two calls.
    TEST_P(MGVertexPatchSmootherMatrixFreeTest, SweepsAsOftenAsItIsTold)
    {
      const Cube<double> cube;
      Smoother<double> once, twice;
      once.initialize(cube.problem->dof_handler,
                      cube.equation,
                      Data<double>(device, 1));
      twice.initialize(
        cube.problem->dof_handler,
        cube.equation,
        Data<double>(device, 1, Smoother<double>::Order::symmetric, 2));
      const auto n   = cube.problem->dof_handler.n_dofs(2);
      const auto rhs = random_vector<double>(n, 1);
      auto u         = random_vector<double>(n, 2);
      auto v         = u;
      once.smooth(2, u, rhs);
      once.smooth(2, u, rhs);
      twice.smooth(2, v, rhs);
      u -= v;
      EXPECT_LT(u.linfty_norm(), 1e-14 * v.linfty_norm());
    }



    template <typename Number>
    void check_relaxations(const Device &device)
    {
      using Relaxation = VertexPatchRelaxation<Number>;
      using Vector     = DistributedVector<Number>;
      const Cube<Number> cube;
      const auto maps = make_cellwise_dof_maps(cube.problem->dof_handler,
                                               device,
                                               1,
                                               cube.equation);
      dealii::MGLevelObject<typename Relaxation::AdditionalData> data(1, 3);
      for (unsigned int level = 1; level < 4; ++level)
        data[level].dof_map = maps[level];
      dealii::mg::SmootherRelaxation<Relaxation, Vector> pre, post;
      pre.initialize(cube.problem->levels, data);
      post.initialize(cube.problem->levels, data);
      post.set_transpose(true);
      EXPECT_GT(pre.memory_consumption(), 0u);

      Smoother<Number> smoother;
      smoother.initialize(cube.problem->dof_handler,
                          cube.equation,
                          Data<Number>(device));
      DistributedVector<double> expected, solution;
      const unsigned int n =
        cube.problem->n_iterations(smoother, smoother, expected);
      EXPECT_EQ(cube.problem->n_iterations(pre, post, solution), n);
      solution -= expected;
      EXPECT_EQ(solution.linfty_norm(), 0.);
    }



    TEST_P(MGVertexPatchSmootherMatrixFreeTest, IsDealiisSmootherRelaxation)
    {
      check_relaxations<float>(device);
      check_relaxations<double>(device);
    }



    TEST_P(MGVertexPatchSmootherMatrixFreeTest, RefusesWhatItCannotDo)
    {
      const Cube<double> cube;
      Smoother<double> smoother;
      DistributedVector<double> u(5), rhs(5);
      EXPECT_THROW(smoother.smooth(1, u, rhs), InvalidInput);
      smoother.initialize(cube.problem->dof_handler,
                          cube.equation,
                          Data<double>(device, 2));
      EXPECT_THROW(smoother.smooth(1, u, rhs), InvalidInput);
      EXPECT_THROW(smoother.smooth(4, u, rhs), InvalidInput);
      EXPECT_THROW(smoother.smooth(2, u, rhs), InvalidInput);
      EXPECT_THROW(smoother.apply(2, u, rhs), InvalidInput);
      EXPECT_THROW(
        smoother.initialize(
          cube.problem->dof_handler,
          cube.equation,
          Data<double>(device, 1, Smoother<double>::Order::forward, 0)),
        InvalidInput);
      // A cell with Dirichlet values all around has nothing to sweep over.
      EXPECT_THROW(smoother.initialize(cube.problem->dof_handler,
                                       DiffusionEquation(),
                                       Data<double>(device, 0)),
                   InvalidInput);
      dealii::DoFHandler<3> without_levels(cube.triangulation);
      without_levels.distribute_dofs(dealii::FE_Q<3>(3));
      EXPECT_THROW(smoother.initialize(without_levels), InvalidInput);

      // What was refused has changed nothing.
      const auto n = cube.problem->dof_handler.n_dofs(2);
      DistributedVector<double> v(n), w(n);
      smoother.smooth(2, v, w);
      EXPECT_GT(smoother.memory_consumption(), 0u);
      smoother.clear();
      EXPECT_EQ(smoother.memory_consumption(), 0u);
      EXPECT_THROW(smoother.smooth(2, v, w), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             MGVertexPatchSmootherMatrixFreeTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
