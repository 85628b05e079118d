// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/cell_checks.h"

#include <deal.II/distributed/tria_base.h>
#include <deal.II/grid/cell_id.h>

#include <cmath>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Triangulation = dealii::Triangulation<3>;

      // Vertices may be off by this part of a side.
      constexpr double tolerance = 1e-10;



      void check_active_cell(const MeshCell &cell, const unsigned int n_levels)
      {
        TESSERA_REQUIRE(cell->level() == static_cast<int>(n_levels) - 1,
                        InvalidInput,
                        "The mesh is refined locally: "
                          << name_of(cell) << " is active on level "
                          << cell->level() << ", but the finest level is "
                          << n_levels - 1
                          << ". Refine all cells equally often.");
        for (const unsigned int f : cell->face_indices())
          TESSERA_REQUIRE(!cell->has_periodic_neighbor(f),
                          InvalidInput,
                          "The mesh is periodic: face "
                            << f << " of " << name_of(cell)
                            << " has a periodic neighbour. Use a mesh without "
                               "periodic faces.");
      }



      /** Refuses a cell that is not a box with vertices in deal.II's order. */
      void check_shape(const MeshCell &cell)
      {
        const std::array<double, 3> h = sides_of(cell);
        for (unsigned int v = 0; v < 8; ++v)
          for (unsigned int axis = 0; axis < 3; ++axis)
            {
              const double expected =
                cell->vertex(0)[axis] + (v >> axis & 1) * h[axis];
              TESSERA_REQUIRE(
                h[axis] > 0. && std::fabs(cell->vertex(v)[axis] - expected) <=
                                  tolerance * h[axis],
                InvalidInput,
                "The edges of "
                  << name_of(cell)
                  << " are not parallel to the axes in deal.II's order: "
                  << "coordinate " << axis << " of its vertex " << v << " is "
                  << cell->vertex(v)[axis] << ", expected " << expected
                  << " above " << cell->vertex(0)[axis]
                  << ". Use an axis-parallel mesh.");
            }
      }



      /** Where the manifold puts the middle, against where a box has it. */
      template <typename Object>
      bool is_curved(const Object &object, const double side)
      {
        return object.manifold_id() != dealii::numbers::flat_manifold_id &&
               object.center(true).distance(object.center()) > tolerance * side;
      }



      void check_manifold(const MeshCell &cell)
      {
        const std::array<double, 3> h = sides_of(cell);
        const double side             = std::fmin(h[0], std::fmin(h[1], h[2]));
        bool curved                   = is_curved(*cell, side);
        for (unsigned int i = 0; i < 6; ++i)
          curved = curved || is_curved(*cell->quad(i), side);
        for (unsigned int i = 0; i < 12; ++i)
          curved = curved || is_curved(*cell->line(i), side);
        TESSERA_REQUIRE(!curved,
                        InvalidInput,
                        "The manifold of "
                          << name_of(cell)
                          << " makes it curved. Use a flat manifold.");
      }



      void check_sides(const MeshCell &cell, const std::array<double, 3> &sides)
      {
        const std::array<double, 3> h = sides_of(cell);
        for (unsigned int axis = 0; axis < 3; ++axis)
          TESSERA_REQUIRE(
            std::fabs(h[axis] - sides[axis]) <= tolerance * sides[axis],
            InvalidInput,
            "The cells differ in size: the side of "
              << name_of(cell) << " along axis " << axis << " is " << h[axis]
              << ", that of the first cell of level " << cell->level() << " is "
              << sides[axis]
              << ". Choose subdivisions that make all cells equal.");
      }
    } // namespace



    std::string name_of(const MeshCell &cell)
    {
      return "cell " + cell->id().to_string() + " around " +
             name_of(cell->center());
    }



    std::string name_of(const dealii::Point<3> &point)
    {
      std::ostringstream name;
      name << "(" << point[0] << ", " << point[1] << ", " << point[2] << ")";
      return name.str();
    }



    std::array<double, 3> sides_of(const MeshCell &cell)
    {
      const auto difference = cell->vertex(7) - cell->vertex(0);
      return {{difference[0], difference[1], difference[2]}};
    }



    void check_refinement(const Triangulation &triangulation,
                          const unsigned int min_level,
                          const bool is_distributed)
    {
      const unsigned int n_levels = triangulation.n_global_levels();
      TESSERA_REQUIRE(min_level < n_levels,
                      InvalidInput,
                      "Level " << min_level
                               << " was asked for as the coarsest, but the "
                                  "triangulation has the levels 0 to "
                               << n_levels - 1 << ".");
      TESSERA_REQUIRE(
        !is_distributed ||
          dynamic_cast<const dealii::parallel::TriangulationBase<3> &>(
            triangulation)
            .is_multilevel_hierarchy_constructed(),
        InvalidInput,
        "The levels of the triangulation are not distributed; make it with the "
        "flag construct_multigrid_hierarchy.");
      for (const MeshCell &cell : triangulation.active_cell_iterators())
        if (!is_distributed ||
            cell->subdomain_id() == triangulation.locally_owned_subdomain())
          check_active_cell(cell, n_levels);
      for (const MeshCell &cell : triangulation.cell_iterators())
        TESSERA_REQUIRE(cell->is_active() || cell->n_children() == 8,
                        InvalidInput,
                        "The mesh is refined along some axes only: "
                          << name_of(cell) << " has " << cell->n_children()
                          << " children, expected 8. Refine all cells along "
                             "all axes.");
    }



    void check_box(const MeshCell &cell, const std::array<double, 3> &sides)
    {
      check_shape(cell);
      check_manifold(cell);
      check_sides(cell, sides);
    }
  } // namespace internal
} // namespace tessera
