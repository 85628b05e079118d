// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/mesh_checks.h"

#include <tessera/base/exceptions.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr std::size_t cells_per_patch = 8;



      void check_sides(const std::array<double, 3> &sides)
      {
        for (int axis = 0; axis < 3; ++axis)
          TESSERA_REQUIRE(std::isfinite(sides[axis]) && sides[axis] > 0.,
                          InvalidInput,
                          "The side of the cells along axis "
                            << axis << " is " << sides[axis]
                            << ", expected a positive number.");
      }



      /** What a slot of a patch has to be; @p slot is its value. */
      void check_slot(const std::int64_t n_cells,
                      const int colour,
                      const std::size_t patch,
                      const std::int32_t *slots,
                      const int position)
      {
        const std::int32_t slot = slots[position];
        if (slot >= 0 || slot == -1)
          {
            TESSERA_REQUIRE(slot < n_cells,
                            InvalidInput,
                            "Patch "
                              << patch << " of colour " << colour
                              << " has cell " << slot
                              << ", but the cells are numbered from 0 to "
                              << n_cells - 1 << ".");
            return;
          }
        const int axes = -1 - slot;
        TESSERA_REQUIRE(axes <= 7 && slots[position ^ axes] >= 0,
                        InvalidInput,
                        "Patch " << patch << " of colour " << colour << " has "
                                 << slot << " at position " << position
                                 << ", expected a cell, -1 for none, or -1 - s "
                                    "where there is a cell at position "
                                 << position << " ^ s.");
      }



      void check_patches(const std::int64_t n_cells,
                         const int colour,
                         const std::vector<std::int32_t> &cells)
      {
        TESSERA_REQUIRE(cells.size() % cells_per_patch == 0,
                        InvalidInput,
                        "Colour " << colour << " lists " << cells.size()
                                  << " cells, expected eight for each patch.");
        std::vector<std::int32_t> patch_of_cell(
          static_cast<std::size_t>(n_cells), -1);
        for (std::size_t i = 0; i < cells.size(); ++i)
          {
            const std::size_t patch = i / cells_per_patch;
            const std::size_t first = patch * cells_per_patch;
            check_slot(n_cells,
                       colour,
                       patch,
                       cells.data() + first,
                       static_cast<int>(i - first));
            if (cells[i] < 0)
              continue;
            std::int32_t &owner =
              patch_of_cell[static_cast<std::size_t>(cells[i])];
            TESSERA_REQUIRE(owner == -1,
                            InvalidInput,
                            "Cell "
                              << cells[i] << " is in patches " << owner
                              << " and " << patch << " of colour " << colour
                              << ", but patches of one colour may not "
                                 "share a cell; give one another colour.");
            owner = static_cast<std::int32_t>(patch);
          }
      }



      void check_vertices(const std::int64_t n_cells,
                          const std::int64_t n_ghost_cells,
                          const std::vector<std::int32_t> &vertices)
      {
        std::vector<bool> seen(cells_per_patch * static_cast<std::size_t>(
                                                   n_cells + n_ghost_cells),
                               false);
        std::size_t n_seen = 0;
        for (std::size_t i = 0; i < vertices.size(); ++i)
          if (vertices[i] != -1)
            {
              // A cell lies opposite to where the vertex is in the cell.
              const std::size_t vertex = 7 - i % cells_per_patch;
              const std::int64_t cell  = vertices[i];
              TESSERA_REQUIRE(
                cell >= 0 && cell < n_cells + n_ghost_cells &&
                  !seen[cells_per_patch * static_cast<std::size_t>(cell) +
                        vertex],
                InvalidInput,
                "Entry " << i << " of the table of vertices is cell " << cell
                         << ", expected -1 or one of the cells 0 to "
                         << n_cells + n_ghost_cells - 1
                         << ", each vertex of which occurs once.");
              seen[cells_per_patch * static_cast<std::size_t>(cell) + vertex] =
                true;
              if (cell < n_cells)
                ++n_seen;
            }
        TESSERA_REQUIRE(vertices.size() % cells_per_patch == 0 &&
                          n_seen ==
                            cells_per_patch * static_cast<std::size_t>(n_cells),
                        InvalidInput,
                        "The table of vertices has "
                          << n_seen << " vertices of cells in "
                          << vertices.size()
                          << " entries, expected eight entries for each vertex "
                             "and all eight vertices of each of the "
                          << n_cells << " cells.");
      }



      void check_equation(const CellwiseMesh::Description &mesh)
      {
        for (int axis = 0; axis < 3; ++axis)
          TESSERA_REQUIRE(std::isfinite(mesh.diffusion[axis]) &&
                            mesh.diffusion[axis] > 0.,
                          InvalidInput,
                          "The diffusion along axis "
                            << axis << " is " << mesh.diffusion[axis]
                            << ", expected a positive number.");
        TESSERA_REQUIRE(std::isfinite(mesh.reaction) && mesh.reaction >= 0.,
                        InvalidInput,
                        "The reaction is "
                          << mesh.reaction
                          << ", expected a number that is not negative.");
        const auto n =
          static_cast<std::size_t>(mesh.n_cells + mesh.ghosts.n_cells);
        TESSERA_REQUIRE(mesh.coefficients.empty() ||
                          mesh.coefficients.size() == n,
                        InvalidInput,
                        "There are "
                          << mesh.coefficients.size()
                          << " coefficients, expected one for each of " << n
                          << " cells, or none.");
        for (std::size_t cell = 0; cell < mesh.coefficients.size(); ++cell)
          TESSERA_REQUIRE(std::isfinite(mesh.coefficients[cell]) &&
                            mesh.coefficients[cell] > 0.,
                          InvalidInput,
                          "The coefficient of cell "
                            << cell << " is " << mesh.coefficients[cell]
                            << ", expected a positive number.");
        TESSERA_REQUIRE(mesh.dirichlet.empty() || mesh.dirichlet.size() == n,
                        InvalidInput,
                        "There are Dirichlet masks for "
                          << mesh.dirichlet.size() << " cells, expected all "
                          << n << " or none.");
      }



      void check_children(const std::int64_t n_cells,
                          const bool is_distributed,
                          const std::vector<std::int32_t> &children)
      {
        if (children.empty())
          return;
        const auto n_children =
          static_cast<std::int64_t>(children.size()) -
          (is_distributed ? std::count(children.begin(), children.end(), -1)
                          : 0);
        TESSERA_REQUIRE(n_children == n_cells,
                        InvalidInput,
                        "The table of children lists "
                          << n_children << " cells, expected all " << n_cells
                          << " or none.");
        TESSERA_REQUIRE(children.size() % 8 == 0,
                        InvalidInput,
                        "There is a table of children, but its "
                          << children.size()
                          << " entries are not eight for each parent.");
        std::vector<bool> seen(static_cast<std::size_t>(n_cells), false);
        for (std::size_t i = 0; i < children.size(); ++i)
          {
            const std::int32_t cell = children[i];
            if (is_distributed && cell == -1)
              continue;
            TESSERA_REQUIRE(cell >= 0 && cell < n_cells &&
                              !seen[static_cast<std::size_t>(cell)],
                            InvalidInput,
                            "Child " << i % 8 << " of parent " << i / 8
                                     << " is cell " << cell
                                     << ", expected each of the cells 0 to "
                                     << n_cells - 1 << " exactly once.");
            seen[static_cast<std::size_t>(cell)] = true;
          }
      }



      /** A process that works alone has nothing to share. */
      void check_no_lists(const CellwiseMesh::Ghosts &ghosts)
      {
        bool is_empty = ghosts.around_vertices.empty() &&
                        ghosts.shared_nodes.empty() && ghosts.parents.empty();
        for (const auto &sweep : ghosts.sweeps)
          {
            is_empty = is_empty && sweep.start.empty();
            for (const auto &neighbours : sweep.colours)
              is_empty = is_empty && neighbours.empty();
          }
        TESSERA_REQUIRE(is_empty,
                        InvalidInput,
                        "There are lists of cells that are shared with other "
                        "ranks, but no communicator.");
      }



      /** What no neighbour sends would be zero for ever. */
      void check_ghosts_around_vertices(const CellwiseMesh::Description &mesh)
      {
        std::vector<bool> has_owner(
          static_cast<std::size_t>(mesh.n_cells + mesh.ghosts.n_cells), false);
        std::fill_n(has_owner.begin(), mesh.n_cells, true);
        // Numbers out of range are refused when the exchange is made.
        for (const GhostNeighbour &neighbour : mesh.ghosts.around_vertices)
          for (const std::int32_t ghost : neighbour.ghost_units)
            if (ghost >= 0 &&
                static_cast<std::size_t>(ghost) < has_owner.size())
              has_owner[static_cast<std::size_t>(ghost)] = true;
        for (const std::int32_t cell : mesh.vertices)
          TESSERA_REQUIRE(cell < 0 || has_owner[static_cast<std::size_t>(cell)],
                          InvalidInput,
                          "Ghost cell "
                            << cell
                            << " is around a vertex of an owned cell, but in "
                               "no list of Ghosts::around_vertices.");
      }
    } // namespace



    void check_description(const CellwiseMesh::Description &mesh)
    {
      const std::int64_t n_ghosts = mesh.ghosts.n_cells;
      const bool is_distributed   = mesh.ghosts.communicator != nullptr;
      TESSERA_REQUIRE(n_ghosts >= 0 && (n_ghosts == 0 || is_distributed),
                      InvalidInput,
                      "There are "
                        << n_ghosts << " ghost cells"
                        << (is_distributed
                              ? ", expected at least 0."
                              : ", expected 0 without other ranks."));
      TESSERA_REQUIRE(mesh.n_cells >= 0 &&
                        mesh.n_cells <=
                          std::numeric_limits<std::int32_t>::max() - n_ghosts,
                      InvalidInput,
                      "The number of cells is "
                        << mesh.n_cells << " and that of ghost cells "
                        << n_ghosts << ", expected 0 to 2^31 - 1 together.");
      check_sides(mesh.cell_sides);
      check_equation(mesh);
      check_vertices(mesh.n_cells, n_ghosts, mesh.vertices);
      if (is_distributed)
        check_ghosts_around_vertices(mesh);
      else
        check_no_lists(mesh.ghosts);
      check_children(mesh.n_cells, is_distributed, mesh.children);
      for (int colour = 0; colour < CellwiseMesh::n_colours; ++colour)
        check_patches(mesh.n_cells + n_ghosts, colour, mesh.patches[colour]);
    }
  } // namespace internal
} // namespace tessera
