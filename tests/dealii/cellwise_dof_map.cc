// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/q3_matrices.h>

#include <gtest/gtest.h>

#include <string>

#include "dealii/poisson_problem.h"

namespace tessera
{
  namespace
  {
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
    }
  } // namespace
} // namespace tessera
