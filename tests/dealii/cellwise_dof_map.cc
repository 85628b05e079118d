// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/q3_matrices.h>

#include <deal.II/multigrid/mg_constrained_dofs.h>

#include <gtest/gtest.h>

#include <string>

#include "dealii/domains.h"
#include "dealii/poisson_problem.h"
#include "devices.h"

namespace tessera
{
  namespace
  {
    using CellwiseDoFMapTest = test::OnEachDevice;



    TEST(CellwiseDoFMap, CopiesThereAndBack)
    {
      test::PoissonProblem problem(Device::host(), 2);
      dealii::Vector<double> u(problem.dof_handler.n_dofs()), v;
      for (unsigned int i = 0; i < u.size(); ++i)
        u[i] = i;
      CellwiseVector<double> cellwise;
      problem.dof_map->copy_to_cellwise(cellwise, u);
      problem.dof_map->copy_from_cellwise(v, cellwise);
      ASSERT_EQ(u, v);
    }



    /** Level 1 of the L shape with two kinds of boundary. */
    struct LevelOfLShape
    {
      LevelOfLShape()
        : dof_handler(triangulation)
      {
        test::make_l_shape(triangulation);
        test::set_ids_along(triangulation, 2, 7);
        triangulation.refine_global(2);
        dof_handler.distribute_dofs(dealii::FE_Q<3>(3));
        dof_handler.distribute_mg_dofs();
        equation.neumann_boundaries = {7};
      }

      test::LevelTriangulation triangulation;
      dealii::DoFHandler<3> dof_handler;
      DiffusionEquation equation;
    };



    template <typename Number>
    void check_level_vectors(const Device &device)
    {
      LevelOfLShape problem;
      const auto maps = make_cellwise_dof_maps(problem.dof_handler,
                                               device,
                                               1,
                                               problem.equation);
      for (unsigned int level = 1; level < 3; ++level)
        {
          const auto n = problem.dof_handler.n_dofs(level);
          ASSERT_EQ(maps[level]->n_dofs(), n);
          dealii::LinearAlgebra::distributed::Vector<Number> x(n), y(n);
          for (unsigned int i = 0; i < n; ++i)
            x[i] = static_cast<Number>(i);
          CellwiseVector<Number> primal, dual;
          maps[level]->copy_to_cellwise(primal, x);
          maps[level]->copy_dual_to_cellwise(dual, x);
          maps[level]->copy_from_cellwise(y, primal);
          y -= x;
          EXPECT_EQ(y.linfty_norm(), Number());

          const auto copies = primal.copy_to_host();
          const auto parts  = dual.copy_to_host();
          std::vector<Number> sums(n, Number());
          std::vector<dealii::types::global_dof_index> dofs(64);
          std::size_t first = 0;
          for (const auto &cell :
               problem.dof_handler.mg_cell_iterators_on_level(level))
            {
              cell->get_mg_dof_indices(dofs);
              // The first and the last corner, which are in the same place in
              // every numbering of nodes.
              EXPECT_EQ(copies[first], x[dofs[0]]);
              EXPECT_EQ(copies[first + 63], x[dofs[7]]);
              for (std::size_t i = first; i < first + 64; ++i)
                sums[static_cast<std::size_t>(copies[i])] += parts[i];
              first += 64;
            }
          for (unsigned int i = 0; i < n; ++i)
            EXPECT_EQ(sums[i], x[i]);
        }
    }



    TEST_P(CellwiseDoFMapTest, CopiesLevelVectors)
    {
      check_level_vectors<float>(device);
      check_level_vectors<double>(device);
    }



    TEST_P(CellwiseDoFMapTest, CountsOneCopyOfAnArrayOnAGpuAndNoneOnTheHost)
    {
      const LevelOfLShape problem;
      const auto map = make_cellwise_dof_maps(problem.dof_handler,
                                              device,
                                              1,
                                              problem.equation)[1];
      dealii::LinearAlgebra::distributed::Vector<double> x(map->n_dofs());
      CellwiseVector<double> u;
      Device::reset_transfer_statistics();
      map->copy_to_cellwise(u, x);
      map->copy_dual_to_cellwise(u, x);
      map->copy_from_cellwise(x, u);
      const TransferStatistics statistics = Device::transfer_statistics();
      EXPECT_EQ(statistics.n_host_to_device, device.is_host() ? 0 : 2);
      EXPECT_EQ(statistics.n_device_to_host, device.is_host() ? 0 : 1);
    }



    TEST(CellwiseDoFMap, KnowsTheDirichletDoFs)
    {
      const LevelOfLShape problem;
      const auto maps = make_cellwise_dof_maps(problem.dof_handler,
                                               Device::host(),
                                               1,
                                               problem.equation);
      dealii::MGConstrainedDoFs constrained;
      constrained.initialize(problem.dof_handler);
      constrained.make_zero_boundary_constraints(problem.dof_handler, {0});
      for (unsigned int level = 1; level < 3; ++level)
        {
          std::vector<std::int32_t> expected;
          for (const auto i : constrained.get_boundary_indices(level))
            expected.push_back(static_cast<std::int32_t>(i));
          EXPECT_EQ(maps[level]->dirichlet_dofs(), expected);
        }
    }



    TEST(CellwiseDoFMap, PutsNodesInTheirPlaces)
    {
      test::PoissonProblem problem(Device::host(), 2);
      dealii::Vector<double> u(problem.dof_handler.n_dofs());
      CellwiseVector<double> cellwise;
      for (unsigned int axis = 0; axis < 3; ++axis)
        {
          dealii::Tensor<1, 3> direction;
          direction[axis] = 1.;
          dealii::VectorTools::interpolate(
            problem.dof_handler, dealii::Functions::Monomial<3>(direction), u);
          problem.dof_map->copy_to_cellwise(cellwise, u);
          std::size_t entry = 0;
          for (const auto &cell : problem.triangulation.active_cell_iterators())
            for (int i = 0; i < 64; ++i, ++entry)
              EXPECT_NEAR(cellwise.data()[entry],
                          cell->vertex(0)[axis] +
                            0.25 * q3_matrices().nodes[i >> 2 * axis & 3],
                          1e-15);
        }
    }



    std::string error_of(const dealii::DoFHandler<3> &dof_handler,
                         const std::shared_ptr<const CellwiseMesh> &mesh)
    {
      try
        {
          CellwiseDoFMap map(dof_handler, mesh);
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "nothing was refused";
    }



    TEST(CellwiseDoFMap, RefusesOtherTriangulations)
    {
      const auto make_dofs = [](dealii::DoFHandler<3> &dof_handler) {
        dof_handler.distribute_dofs(dealii::FE_Q<3>(3));
      };
      const auto contains = [](const std::string &text, const char *part) {
        return text.find(part) != std::string::npos;
      };
      const dealii::Point<3> low(0., 0., 0.);
      dealii::Triangulation<3> box, turned, stretched;
      dealii::GridGenerator::subdivided_hyper_rectangle(
        box, {2, 3, 4}, low, dealii::Point<3>(2., 3., 4.));
      dealii::GridGenerator::subdivided_hyper_rectangle(
        turned, {4, 3, 2}, low, dealii::Point<3>(4., 3., 2.));
      dealii::GridGenerator::subdivided_hyper_rectangle(
        stretched, {2, 3, 4}, low, dealii::Point<3>(2., 6., 4.));
      const auto mesh = make_cellwise_levels(box, Device::host(), 0)[0];
      dealii::DoFHandler<3> right(box), wrong(turned), other(stretched);
      make_dofs(right);
      make_dofs(wrong);
      make_dofs(other);
      EXPECT_EQ(error_of(right, mesh), "nothing was refused");
      EXPECT_TRUE(contains(error_of(wrong, mesh), "meet at other vertices"));
      EXPECT_TRUE(contains(error_of(other, mesh), "along axis 1 is 2"));
      EXPECT_THROW(CellwiseDoFMap(right, mesh, 0), InvalidInput);
      EXPECT_THROW(make_cellwise_dof_maps(right, Device::host(), 0),
                   InvalidInput);
    }



    TEST(CellwiseDoFMap, RefusesWrongElementsAndVectors)
    {
      test::PoissonProblem problem(Device::host(), 2);
      const auto mesh = problem.levels[2];
      dealii::DoFHandler<3> other(problem.triangulation);
      EXPECT_THROW(CellwiseDoFMap(other, mesh), InvalidInput);
      other.distribute_dofs(dealii::FE_Q<3>(2));
      try
        {
          CellwiseDoFMap map(other, mesh);
          FAIL() << "FE_Q(2) was accepted";
        }
      catch (const InvalidInput &error)
        {
          EXPECT_NE(
            std::string(error.what()).find("FE_Q<3>(2), expected FE_Q<3>(3)"),
            std::string::npos)
            << error.what();
        }
      EXPECT_THROW(CellwiseDoFMap(problem.dof_handler, problem.levels[1]),
                   InvalidInput);
      EXPECT_THROW(CellwiseDoFMap(problem.dof_handler, nullptr), InvalidInput);

      dealii::Vector<double> u(5);
      CellwiseVector<double> v(Device::host(), 64);
      EXPECT_THROW(problem.dof_map->copy_to_cellwise(v, u), InvalidInput);
      EXPECT_THROW(problem.dof_map->copy_from_cellwise(u, v), InvalidInput);
      EXPECT_THROW(problem.dof_map->copy_dual_to_cellwise(v, u), InvalidInput);

      // A distributed vector keeps its size.
      dealii::LinearAlgebra::distributed::Vector<double> w(5);
      problem.dof_map->mesh()->initialize_vector(v);
      EXPECT_THROW(problem.dof_map->copy_from_cellwise(w, v), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseDoFMapTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
