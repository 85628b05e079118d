// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/grid/manifold_lib.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

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
  } // namespace
} // namespace tessera
