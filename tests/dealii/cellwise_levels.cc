// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/q3_matrices.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/grid/manifold_lib.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "dealii/poisson_problem.h"

namespace tessera
{
  namespace
  {
    using Triangulation = dealii::Triangulation<3>;
    using Point         = dealii::Point<3>;



    /** The message of the error for @p triangulation. */
    std::string error_of(const Triangulation &triangulation,
                         const unsigned int min_level = 1)
    {
      try
        {
          make_cellwise_levels(triangulation, Device::host(), min_level);
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "";
    }



    void expect_in(const std::string &part, const std::string &message)
    {
      EXPECT_NE(message.find(part), std::string::npos)
        << "`" << part << "' is not in: " << message;
    }



    /** The centers of the cells of a level in their order. */
    std::vector<Point> centers(const Triangulation &triangulation,
                               const unsigned int level)
    {
      std::vector<Point> points;
      for (const auto &cell : triangulation.cell_iterators_on_level(level))
        points.push_back(cell->center());
      return points;
    }



    /** Whether @p offset is where cell @p c of a 2x2x2 block is. */
    bool is_position(const dealii::Tensor<1, 3> &offset,
                     const int c,
                     const std::array<double, 3> &sides)
    {
      for (int axis = 0; axis < 3; ++axis)
        if (std::fabs(offset[axis] - ((c >> axis & 1) - 0.5) * sides[axis]) >
            1e-12)
          return false;
      return true;
    }



    /** Patches and children by geometry. */
    void check_level(const Triangulation &triangulation,
                     const CellwiseMesh &mesh,
                     const unsigned int level,
                     const Point &corner)
    {
      const auto cells  = centers(triangulation, level);
      const auto &sides = mesh.cell_sides();
      ASSERT_EQ(mesh.n_cells(), static_cast<std::int64_t>(cells.size()));
      for (int colour = 0; colour < 8; ++colour)
        {
          const auto patches = mesh.patches(colour);
          for (std::int64_t first = 0; first < patches.size; first += 8)
            {
              const std::int32_t *patch = patches.data + first;
              const Point vertex =
                cells[patch[0]] + (cells[patch[7]] - cells[patch[0]]) / 2.;
              for (int c = 0; c < 8; ++c)
                EXPECT_TRUE(is_position(cells[patch[c]] - vertex, c, sides));
              for (int axis = 0; axis < 3; ++axis)
                EXPECT_EQ(
                  std::lround((vertex[axis] - corner[axis]) / sides[axis]) % 2,
                  colour >> axis & 1);
            }
        }
      if (!mesh.has_children())
        return;
      const auto parents = centers(triangulation, level - 1);
      for (std::int64_t i = 0; i < mesh.n_cells(); ++i)
        EXPECT_TRUE(is_position(cells[mesh.children().data[i]] - parents[i / 8],
                                static_cast<int>(i % 8),
                                sides));
    }



    TEST(CellwiseLevels, StretchedBoxHasRightPatchesAndChildren)
    {
      Triangulation triangulation;
      const Point low(-1., 2., 0.5), high(2., 3., 4.5);
      dealii::GridGenerator::subdivided_hyper_rectangle(triangulation,
                                                        {3, 1, 2},
                                                        low,
                                                        high);
      triangulation.refine_global(2);
      const auto levels =
        make_cellwise_levels(triangulation, Device::host(), 0);
      ASSERT_EQ(levels.min_level(), 0u);
      ASSERT_EQ(levels.max_level(), 2u);
      EXPECT_EQ(levels[0]->n_patches(), 0);
      EXPECT_EQ(levels[1]->n_patches(), 5 * 1 * 3);
      EXPECT_EQ(levels[2]->n_patches(), 11 * 3 * 7);
      EXPECT_FALSE(levels[0]->has_children());
      for (unsigned int level = 0; level < 3; ++level)
        check_level(triangulation, *levels[level], level, low);
    }



    TEST(CellwiseLevels, LShapeHasNoPatchOnItsReentrantEdge)
    {
      Triangulation triangulation;
      dealii::GridGenerator::subdivided_hyper_L(triangulation,
                                                {2, 2, 1},
                                                Point(0., 0., 0.),
                                                Point(2., 2., 1.),
                                                {1, 1, 1});
      triangulation.refine_global(1);
      const auto levels =
        make_cellwise_levels(triangulation, Device::host(), 1);
      EXPECT_EQ(levels[1]->n_cells(), 24);
      // 3x3 interior lines of the square, less those in the missing quarter
      // and on its edges.
      EXPECT_EQ(levels[1]->n_patches(), 5);
      check_level(triangulation, *levels[1], 1, Point(0., 0., 0.));
    }



    TEST(CellwiseLevels, RefusesHangingNodesAndMissingLevels)
    {
      Triangulation triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(1);
      expect_in("Level 2 was asked for", error_of(triangulation, 2));
      triangulation.begin_active()->set_refine_flag();
      triangulation.execute_coarsening_and_refinement();
      const std::string message = error_of(triangulation);
      expect_in("refined locally: cell 0_1:1 around (0.75, 0.25, 0.25)",
                message);
    }



    TEST(CellwiseLevels, RefusesRotatedShearedAndCurvedCells)
    {
      Triangulation rotated;
      dealii::GridGenerator::hyper_cube(rotated);
      dealii::GridTools::transform(
        [](const Point &p) {
          return Point(p[0] + 0.1 * p[1], p[1] - 0.1 * p[0], p[2]);
        },
        rotated);
      rotated.refine_global(1);
      expect_in("not parallel to the axes", error_of(rotated));

      // The same box with x and y exchanged in the order of the vertices.
      Triangulation turned;
      dealii::GridGenerator::hyper_cube(turned);
      dealii::GridTools::transform(
        [](const Point &p) { return Point(-p[1], p[0], p[2]); }, turned);
      turned.refine_global(1);
      expect_in("not parallel to the axes in deal.II's order",
                error_of(turned));

      Triangulation ball;
      dealii::GridGenerator::hyper_ball(ball);
      ball.refine_global(1);
      expect_in("cell ", error_of(ball));

      // Straight edges between the vertices, but a manifold that bends them.
      Triangulation curved;
      dealii::GridGenerator::hyper_cube(curved, 1., 2.);
      curved.set_all_manifold_ids(1);
      curved.set_manifold(1, dealii::SphericalManifold<3>());
      expect_in("makes it curved", error_of(curved, 0));
    }



    TEST(CellwiseLevels, RefusesCellsOfDifferentSize)
    {
      Triangulation triangulation;
      dealii::GridGenerator::subdivided_hyper_rectangle(
        triangulation,
        std::vector<std::vector<double>>{{1., 2.}, {1.}, {1.}},
        Point(0., 0., 0.),
        Point(3., 1., 1.));
      const std::string message = error_of(triangulation, 0);
      expect_in("differ in size", message);
      expect_in("along axis 0 is 2", message);
    }



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
          expect_in("FE_Q<3>(2), expected FE_Q<3>(3)", error.what());
        }
      EXPECT_THROW(CellwiseDoFMap(problem.dof_handler, problem.levels[1]),
                   InvalidInput);
      EXPECT_THROW(CellwiseDoFMap(problem.dof_handler, nullptr), InvalidInput);

      dealii::Vector<double> u(5);
      CellwiseVector<double> v(Device::host(), 64);
      EXPECT_THROW(problem.dof_map->copy_to_cellwise(v, u), InvalidInput);
      EXPECT_THROW(problem.dof_map->copy_from_cellwise(u, v), InvalidInput);
    }



    TEST(MGCellwise, RefusesWrongLevels)
    {
      Triangulation triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(2);
      const auto from_zero =
        make_cellwise_levels(triangulation, Device::host(), 0);
      EXPECT_THROW(MGCellwiseCoarseSolver{from_zero}, InvalidInput);
      const auto from_two =
        make_cellwise_levels(triangulation, Device::host(), 2);
      EXPECT_THROW(MGCellwiseCoarseSolver{from_two}, InvalidInput);

      const auto levels =
        make_cellwise_levels(triangulation, Device::host(), 1);
      const MGCellwiseLaplace matrix(levels);
      EXPECT_EQ(matrix.get_minlevel(), 1u);
      EXPECT_EQ(matrix.get_maxlevel(), 2u);
      EXPECT_THROW(matrix[0], InvalidInput);
      EXPECT_THROW(matrix[3], InvalidInput);
      EXPECT_THROW(MGVertexPatchSmoother(levels,
                                         MGVertexPatchSmoother::Order::forward,
                                         0),
                   InvalidInput);
      MGVertexPatchSmoother smoother(levels);
      CellwiseVector<double> u(Device::host(), 512), r(Device::host(), 512);
      smoother.smooth(1, u, r);
      smoother.clear();
      EXPECT_THROW(smoother.smooth(1, u, r), InvalidInput);
    }
  } // namespace
} // namespace tessera
