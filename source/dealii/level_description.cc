// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/level_description.h"

#include "dealii/cell_checks.h"
#include "dealii/vertex_stars.h"

#include <cmath>
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

      std::vector<MeshCell> cells_on_level(const Triangulation &triangulation,
                                           const unsigned int level)
      {
        std::vector<MeshCell> cells;
        for (const MeshCell &cell :
             triangulation.cell_iterators_on_level(level))
          cells.push_back(cell);
        return cells;
      }



      /** The lowest coordinates of the cells. */
      dealii::Point<3> lower_corner(const std::vector<MeshCell> &cells)
      {
        dealii::Point<3> corner = cells.front()->vertex(0);
        for (const MeshCell &cell : cells)
          for (unsigned int axis = 0; axis < 3; ++axis)
            corner[axis] = std::fmin(corner[axis], cell->vertex(0)[axis]);
        return corner;
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



      void add_vertices(const std::vector<MeshCell> &cells,
                        const VertexStars &stars,
                        Description &mesh)
      {
        const dealii::Point<3> corner = lower_corner(cells);
        std::vector<bool> seen(cells.front()->get_triangulation().n_vertices(),
                               false);
        for (const MeshCell &cell : cells)
          {
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



      std::vector<std::int32_t> children_of(const Triangulation &triangulation,
                                            const std::vector<MeshCell> &cells,
                                            const unsigned int level)
      {
        std::vector<std::int32_t> number_of_index(
          triangulation.n_raw_cells(level), -1);
        for (std::size_t number = 0; number < cells.size(); ++number)
          number_of_index[static_cast<std::size_t>(cells[number]->index())] =
            static_cast<std::int32_t>(number);
        std::vector<std::int32_t> children;
        for (const MeshCell &parent :
             triangulation.cell_iterators_on_level(level - 1))
          for (unsigned int c = 0; c < 8; ++c)
            children.push_back(number_of_index[static_cast<std::size_t>(
              parent->child(c)->index())]);
        return children;
      }
    } // namespace



    Description describe_level(const Triangulation &triangulation,
                               const unsigned int level,
                               const DiffusionEquation &equation,
                               const bool with_children)
    {
      const std::vector<MeshCell> cells = cells_on_level(triangulation, level);
      Description mesh;
      mesh.n_cells    = static_cast<std::int64_t>(cells.size());
      mesh.cell_sides = sides_of(cells.front());
      mesh.diffusion  = equation.diffusion;
      mesh.reaction   = equation.reaction;
      for (const MeshCell &cell : cells)
        check_box(cell, mesh.cell_sides);

      const VertexStars stars(triangulation,
                              cells,
                              equation.neumann_boundaries);
      add_vertices(cells, stars, mesh);
      for (const MeshCell &cell : cells)
        {
          mesh.dirichlet.push_back(stars.dirichlet_mask(cell));
          check_reach(cell, mesh.dirichlet.back());
        }
      if (with_children)
        mesh.children = children_of(triangulation, cells, level);
      return mesh;
    }
  } // namespace internal
} // namespace tessera
