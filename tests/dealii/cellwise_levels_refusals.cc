// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/grid/manifold_lib.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "dealii/domains.h"

namespace tessera
{
  namespace
  {
    using test::Triangulation;
    using Point = dealii::Point<3>;



    /** The message of the error for @p triangulation. */
    std::string error_of(const Triangulation &triangulation,
                         const unsigned int min_level      = 0,
                         const DiffusionEquation &equation = {})
    {
      try
        {
          make_cellwise_levels(triangulation,
                               Device::host(),
                               min_level,
                               equation);
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "nothing was refused";
    }



    void expect_in(const std::string &part, const std::string &message)
    {
      EXPECT_NE(message.find(part), std::string::npos)
        << "`" << part << "' is not in: " << message;
    }



    DiffusionEquation with_neumann(const dealii::types::boundary_id id)
    {
      DiffusionEquation equation;
      equation.neumann_boundaries = {id};
      return equation;
    }



    void make_cube(Triangulation &triangulation)
    {
      dealii::GridGenerator::subdivided_hyper_cube(triangulation, 2);
    }



    /** Cells of side one with their lower corners at @p corners. */
    void make_cells(Triangulation &triangulation,
                    const std::vector<std::vector<unsigned int>> &vertices,
                    const std::vector<Point> &points)
    {
      std::vector<dealii::CellData<3>> cells;
      for (const auto &cell_vertices : vertices)
        {
          cells.emplace_back();
          cells.back().vertices = cell_vertices;
        }
      triangulation.create_triangulation(points, cells, {});
    }



    TEST(CellwiseLevelsRefusals, HangingNodesAndMissingLevels)
    {
      Triangulation triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(1);
      expect_in("Level 2 was asked for", error_of(triangulation, 2));
      triangulation.begin_active()->set_refine_flag();
      triangulation.execute_coarsening_and_refinement();
      expect_in("refined locally: cell 0_1:1 around (0.75, 0.25, 0.25)",
                error_of(triangulation, 1));
    }



    TEST(CellwiseLevelsRefusals, CellsRefinedAlongOneAxis)
    {
      Triangulation triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.begin_active()->set_refine_flag(
        dealii::RefinementCase<3>::cut_x);
      triangulation.execute_coarsening_and_refinement();
      expect_in("along some axes only: cell 0_0: around (0.5, 0.5, 0.5) has 2",
                error_of(triangulation));
    }



    TEST(CellwiseLevelsRefusals, PeriodicFaces)
    {
      Triangulation triangulation;
      dealii::GridGenerator::hyper_cube(triangulation, 0., 1., true);
      std::vector<
        dealii::GridTools::PeriodicFacePair<Triangulation::cell_iterator>>
        pairs;
      dealii::GridTools::collect_periodic_faces(triangulation, 0, 1, 0, pairs);
      triangulation.add_periodicity(pairs);
      triangulation.refine_global(1);
      expect_in("face 0 of cell 0_1:0 around (0.25, 0.25, 0.25) has a periodic",
                error_of(triangulation, 1));
    }



    TEST(CellwiseLevelsRefusals, RotatedShearedAndCurvedCells)
    {
      Triangulation rotated;
      make_cube(rotated);
      dealii::GridTools::transform(
        [](const Point &p) {
          return Point(p[0] + 0.1 * p[1], p[1] - 0.1 * p[0], p[2]);
        },
        rotated);
      expect_in("not parallel to the axes", error_of(rotated));

      // The same box with x and y exchanged in the order of the vertices.
      Triangulation turned;
      make_cube(turned);
      dealii::GridTools::transform(
        [](const Point &p) { return Point(-p[1], p[0], p[2]); }, turned);
      expect_in("not parallel to the axes in deal.II's order",
                error_of(turned));

      Triangulation ball;
      dealii::GridGenerator::hyper_ball(ball);
      expect_in("cell ", error_of(ball));

      // Straight edges between the vertices, but a manifold that bends them.
      Triangulation curved;
      dealii::GridGenerator::hyper_cube(curved, 1., 2.);
      curved.set_all_manifold_ids(1);
      curved.set_manifold(1, dealii::SphericalManifold<3>());
      expect_in("The manifold of cell 0_0: around (1.5, 1.5, 1.5) makes it "
                "curved",
                error_of(curved));
    }



    TEST(CellwiseLevelsRefusals, CellsOfDifferentSize)
    {
      Triangulation triangulation;
      dealii::GridGenerator::subdivided_hyper_rectangle(
        triangulation,
        std::vector<std::vector<double>>{{1., 2.}, {1.}, {1.}},
        Point(0., 0., 0.),
        Point(3., 1., 1.));
      expect_in("differ in size: the side of cell 1_0: around (2, 0.5, 0.5) "
                "along axis 0 is 2",
                error_of(triangulation));
    }



    TEST(CellwiseLevelsRefusals, PartsOffTheGrid)
    {
      Triangulation triangulation;
      test::make_two_parts(triangulation, 2.5);
      triangulation.refine_global(1);
      // 5 sides of the finer cells.
      EXPECT_EQ(error_of(triangulation, 1), "nothing was refused");
      expect_in("along axis 0, cell 1_0: around (3, 0.5, 0.5) is 2.5 sides",
                error_of(triangulation, 0, with_neumann(0)));
    }



    TEST(CellwiseLevelsRefusals, Slits)
    {
      // Two cells that share the lower edge of the face they touch along.
      Triangulation triangulation;
      const std::vector<Point> points{{0., 0., 0.},
                                      {1., 0., 0.},
                                      {2., 0., 0.},
                                      {0., 1., 0.},
                                      {1., 1., 0.},
                                      {2., 1., 0.},
                                      {0., 0., 1.},
                                      {1., 0., 1.},
                                      {2., 0., 1.},
                                      {0., 1., 1.},
                                      {1., 1., 1.},
                                      {2., 1., 1.},
                                      {1., 0., 1.},
                                      {1., 1., 1.}};
      make_cells(triangulation,
                 {{0, 1, 3, 4, 6, 7, 9, 10}, {1, 2, 4, 5, 12, 8, 13, 11}},
                 points);
      const std::string message = error_of(triangulation, 0, with_neumann(0));
      expect_in("slit: cell 1_0: around (1.5, 0.5, 0.5) and cell 0_0: around "
                "(0.5, 0.5, 0.5)",
                message);
      expect_in("touch at (1, 0, 1)", message);
    }



    TEST(CellwiseLevelsRefusals, OverlappingCells)
    {
      Triangulation triangulation;
      const std::vector<Point> points{{0., 0., 0.},
                                      {1., 0., 0.},
                                      {0., 1., 0.},
                                      {1., 1., 0.},
                                      {0., 0., 1.},
                                      {1., 0., 1.},
                                      {0., 1., 1.},
                                      {1., 1., 1.},
                                      {0., 0., 1.},
                                      {1., 0., 1.},
                                      {0., 1., 1.},
                                      {1., 1., 1.}};
      try
        {
          make_cells(triangulation,
                     {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 8, 9, 10, 11}},
                     points);
        }
      catch (const dealii::ExceptionBase &)
        {
          GTEST_SKIP() << "deal.II has refused the mesh itself";
        }
      expect_in("overlaps: cell 1_0: around (0.5, 0.5, 0.5) and cell 0_0:",
                error_of(triangulation, 0, with_neumann(0)));
    }



    TEST(CellwiseLevelsRefusals, UnknownsOutOfReach)
    {
      Triangulation cell, column;
      dealii::GridGenerator::hyper_cube(cell);
      cell.refine_global(1);
      const std::string message = error_of(cell, 0);
      expect_in("cell 0_0: around (0.5, 0.5, 0.5) on level 0", message);
      expect_in("Take a finer level as the coarsest one", message);
      EXPECT_EQ(error_of(cell, 1), "nothing was refused");
      EXPECT_EQ(error_of(cell, 0, with_neumann(0)), "nothing was refused");

      // With free ends, the vertices are still on the four other faces.
      dealii::GridGenerator::subdivided_hyper_rectangle(
        column, {1, 1, 4}, Point(0., 0., 0.), Point(1., 1., 4.), true);
      DiffusionEquation free_ends;
      free_ends.neumann_boundaries = {4, 5};
      expect_in("cannot reach", error_of(column, 0, free_ends));
      column.refine_global(1);
      EXPECT_EQ(error_of(column, 1, free_ends), "nothing was refused");

      // Each cell has a free vertex, but not the face between the two in the
      // middle: its vertices are on the Dirichlet boundary.
      Triangulation z;
      dealii::GridGenerator::subdivided_hyper_rectangle(
        z, {2, 1, 1}, Point(0., 0., 0.), Point(2., 1., 1.), true);
      DiffusionEquation ends;
      ends.neumann_boundaries = {0, 1};
      expect_in("cannot reach", error_of(z, 0, ends));
    }



    TEST(CellwiseLevelsRefusals, EquationsOutOfRange)
    {
      Triangulation triangulation;
      make_cube(triangulation);
      for (const double bad : {0., -1., std::nan(""), HUGE_VAL})
        {
          DiffusionEquation diffusion, coefficient;
          diffusion.diffusion[1] = bad;
          expect_in("The diffusion along axis 1 is",
                    error_of(triangulation, 0, diffusion));
          coefficient.coefficient = [=](const DiffusionEquation::Cell &cell) {
            return cell->active_cell_index() == 1 ? bad : 1.;
          };
          expect_in("The coefficient of cell 1_0: around (0.75, 0.25, 0.25) is",
                    error_of(triangulation, 0, coefficient));
        }
      for (const double bad : {-1., std::nan(""), HUGE_VAL})
        {
          DiffusionEquation reaction;
          reaction.reaction = bad;
          expect_in("The reaction is", error_of(triangulation, 0, reaction));
        }
    }



    TEST(CellwiseLevelsRefusals, UnknownAndContradictoryBoundaryIds)
    {
      Triangulation triangulation;
      test::make_stretched_box(triangulation);
      triangulation.refine_global(1);
      expect_in("boundary id 6 of the Neumann boundary; the triangulation has "
                "the ids 0, 1, 2, 3, 4, 5.",
                error_of(triangulation, 1, with_neumann(6)));

      // Ids that are set on the finest level only.
      test::set_ids_along(triangulation, 2, 7);
      EXPECT_EQ(error_of(triangulation, 1, with_neumann(7)),
                "nothing was refused");
      expect_in("Face 4 of cell 0_0: around (-0.5, 2.5, 1.5) has boundary id "
                "4, but its child 0 has 7",
                error_of(triangulation, 0, with_neumann(7)));
    }
  } // namespace
} // namespace tessera
