// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/level_description.h"

#include "dealii/cell_checks.h"
#include "dealii/ghost_lists.h"
#include "dealii/vertex_stars.h"

#include <cmath>
#include <limits>
#include <vector>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Triangulation = dealii::Triangulation<3>;
      using Description   = CellwiseMesh::Description;
      using GridPoint     = std::array<std::int64_t, 3>;

      /** The lowest coordinates of the cells of all ranks. Collective. */
      dealii::Point<3>
      lower_corner(const LevelCells &level,
                   const std::shared_ptr<const Communicator> &ranks)
      {
        dealii::Point<3> corner;
        for (unsigned int axis = 0; axis < 3; ++axis)
          {
            corner[axis] = std::numeric_limits<double>::infinity();
            for (std::size_t i = 0; i < level.n_owned; ++i)
              corner[axis] =
                std::fmin(corner[axis], level.cells[i]->vertex(0)[axis]);
            if (ranks != nullptr)
              corner[axis] = -ranks->max(-corner[axis]);
          }
        return corner;
      }



      /** Those of a cell of the first rank that has one. Collective. */
      std::array<double, 3>
      common_sides(const LevelCells &level,
                   const std::shared_ptr<const Communicator> &ranks)
      {
        std::array<double, 3> sides{{0., 0., 0.}};
        if (level.n_owned > 0)
          sides = sides_of(level.cells.front());
        if (ranks != nullptr)
          {
            const auto n_owned = ranks->all_gather(level.n_owned);
            const auto all     = ranks->all_gather(sides);
            std::size_t rank   = 0;
            while (rank + 1 < all.size() && n_owned[rank] == 0)
              ++rank;
            sides = all[rank];
          }
        return sides;
      }



      /** Where vertex 0 of @p cell is in the grid of all cells. */
      GridPoint grid_point_of(const MeshCell &cell,
                              const dealii::Point<3> &corner,
                              const std::array<double, 3> &sides)
      {
        GridPoint point;
        for (unsigned int axis = 0; axis < 3; ++axis)
          {
            const double position =
              (cell->vertex(0)[axis] - corner[axis]) / sides[axis];
            TESSERA_REQUIRE(
              std::fabs(position - std::round(position)) < 1e-3,
              InvalidInput,
              "The cells are not part of one grid: along axis "
                << axis << ", " << name_of(cell) << " is " << position
                << " sides away from the lower end of the mesh, expected a "
                   "whole number. Move the parts of the mesh.");
            point[axis] = std::lround(position);
          }
        return point;
      }



      /** Colour of the patch around vertex @p v of the cell at @p point. */
      std::size_t colour_of(const GridPoint &point, const unsigned int v)
      {
        std::size_t colour = 0;
        for (unsigned int axis = 0; axis < 3; ++axis)
          if ((point[axis] + (v >> axis & 1)) % 2 == 1)
            colour |= std::size_t(1) << axis;
        return colour;
      }



      /** Bits of the axes along which one half of @p star has no cell. */
      unsigned int empty_halves(const VertexStars::Star &star,
                                const unsigned int side)
      {
        unsigned int axes = 7;
        for (unsigned int c = 0; c < 8; ++c)
          if (star[c] >= 0)
            axes &= side == 0 ? c : ~c;
        return axes;
      }



      /** The slots of CellwiseMesh::Description::patches for @p star. */
      VertexStars::Star patch_slots(const VertexStars::Star &star)
      {
        const unsigned int empty_below = empty_halves(star, 0);
        const unsigned int empty_above = empty_halves(star, 1);
        VertexStars::Star slots        = star;
        for (unsigned int c = 0; c < 8; ++c)
          {
            const unsigned int mirror = (empty_below & ~c) | (empty_above & c);
            if (star[c] < 0 && star[c ^ mirror] >= 0)
              slots[c] = -1 - static_cast<std::int32_t>(mirror);
          }
        return slots;
      }



      void add_vertices(const dealii::Triangulation<3> &triangulation,
                        const LevelCells &level,
                        const VertexStars &stars,
                        const dealii::Point<3> &corner,
                        Description &mesh)
      {
        std::vector<bool> seen(triangulation.n_vertices(), false);
        for (std::size_t i = 0; i < level.n_owned; ++i)
          {
            const MeshCell &cell = level.cells[i];
            const GridPoint point =
              grid_point_of(cell, corner, mesh.cell_sides);
            for (unsigned int v = 0; v < 8; ++v)
              {
                const unsigned int vertex = cell->vertex_index(v);
                if (seen[vertex])
                  continue;
                seen[vertex] = true;
                stars.check_conformity(vertex);
                const VertexStars::Star &star = stars.around(vertex);
                mesh.vertices.insert(mesh.vertices.end(),
                                     star.begin(),
                                     star.end());
                if (!stars.is_free(vertex))
                  continue;
                const VertexStars::Star slots = patch_slots(star);
                auto &patches = mesh.patches[colour_of(point, v)];
                patches.insert(patches.end(), slots.begin(), slots.end());
              }
          }
      }



      /** Whether the free part @p e of a cell has a free vertex. */
      bool is_in_reach(const std::uint32_t mask, const std::array<int, 3> &e)
      {
        const auto reaches = [&](const int axis, const int i) {
          return e[axis] == 1 || e[axis] == i;
        };
        for (int z = 0; z < 3; z += 2)
          for (int y = 0; y < 3; y += 2)
            for (int x = 0; x < 3; x += 2)
              if (reaches(0, x) && reaches(1, y) && reaches(2, z) &&
                  (mask >> (x + 3 * y + 9 * z) & 1) == 0)
                return true;
        return false;
      }



      /**
       * Refuses a cell with unknowns that are in no patch: those of an edge, a
       * face or the inside, all of whose vertices have Dirichlet values.
       */
      void check_reach(const MeshCell &cell, const std::uint32_t mask)
      {
        for (int i = 0; i < 27; ++i)
          TESSERA_REQUIRE(
            (mask >> i & 1) == 1 ||
              is_in_reach(mask, {{i % 3, i / 3 % 3, i / 9}}),
            InvalidInput,
            "The smoother cannot reach all unknowns of "
              << name_of(cell) << " on level " << cell->level()
              << ": some are on a part of it whose vertices are all on the "
                 "Dirichlet boundary. Take a finer level as the coarsest one, "
                 "or refine the mesh.");
      }



      /** The table of children of the local cells of the coarser level. */
      std::vector<std::int32_t> children_of(const Triangulation &triangulation,
                                            const LevelCells &level,
                                            const LevelCells &coarse)
      {
        std::vector<std::int32_t> children(8 * coarse.cells.size(), -1);
        if (level.n_owned == 0)
          return children;
        const auto index_of = [](const MeshCell &cell) {
          return static_cast<std::size_t>(cell->index());
        };
        std::vector<std::int32_t> number_of_index(
          triangulation.n_raw_cells(
            static_cast<unsigned int>(level.cells.front()->level())),
          -1);
        for (std::size_t number = 0; number < level.n_owned; ++number)
          number_of_index[index_of(level.cells[number])] =
            static_cast<std::int32_t>(number);
        for (std::size_t p = 0; p < coarse.cells.size(); ++p)
          for (unsigned int c = 0; c < coarse.cells[p]->n_children(); ++c)
            children[8 * p + c] =
              number_of_index[index_of(coarse.cells[p]->child(c))];
        return children;
      }
    } // namespace



    Description describe_level(const Triangulation &triangulation,
                               const LevelCells &cells,
                               const LevelCells *coarse,
                               const bool has_finer,
                               const DiffusionEquation &equation,
                               const std::shared_ptr<const Communicator> &ranks)
    {
      Description mesh;
      mesh.n_cells                  = static_cast<std::int64_t>(cells.n_owned);
      mesh.cell_sides               = common_sides(cells, ranks);
      mesh.diffusion                = equation.diffusion;
      mesh.reaction                 = equation.reaction;
      const dealii::Point<3> corner = lower_corner(cells, ranks);
      check_on_all_ranks(ranks, [&] {
        for (std::size_t i = 0; i < cells.n_owned; ++i)
          check_box(cells.cells[i], mesh.cell_sides);
        const VertexStars stars(triangulation,
                                {cells.cells.begin(),
                                 cells.cells.begin() +
                                   static_cast<std::ptrdiff_t>(
                                     cells.n_around_vertices)},
                                equation.neumann_boundaries);
        add_vertices(triangulation, cells, stars, corner, mesh);
        for (const MeshCell &cell : cells.cells)
          mesh.dirichlet.push_back(stars.dirichlet_mask(cell));
        for (std::size_t i = 0; i < cells.n_owned; ++i)
          check_reach(cells.cells[i], mesh.dirichlet[i]);
        if (coarse != nullptr)
          mesh.children = children_of(triangulation, cells, *coarse);
        const auto colour = [&](const MeshCell &cell, const unsigned int v) {
          return colour_of(grid_point_of(cell, corner, mesh.cell_sides), v);
        };
        mesh.ghosts = describe_ghosts(cells, stars, colour, has_finer, ranks);
      });
      return mesh;
    }
  } // namespace internal
} // namespace tessera
