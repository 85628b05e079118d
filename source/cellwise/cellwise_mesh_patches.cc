// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The lists of patches and of vertices of a mesh.

#include <tessera/cellwise/cellwise_mesh.h>

#include "cellwise/patch_runs.h"

#include <algorithm>

namespace tessera
{
  namespace
  {
    constexpr std::size_t cells_per_patch = 8;



    /** Whether one of the eight cells at @p slots is a ghost cell. */
    bool has_ghost(const std::int32_t *slots, const std::int64_t n_cells)
    {
      return *std::max_element(slots, slots + cells_per_patch) >= n_cells;
    }



    bool is_complete(const std::int32_t *slots)
    {
      return *std::min_element(slots, slots + cells_per_patch) >= 0;
    }



    /**
     * Appends those groups of eight entries of @p from that @p is_wanted.
     * Returns the number of entries.
     */
    template <typename Predicate>
    std::int64_t append_groups(const std::vector<std::int32_t> &from,
                               const Predicate &is_wanted,
                               std::vector<std::int32_t> &to)
    {
      const std::size_t old_size = to.size();
      for (std::size_t i = 0; i < from.size(); i += cells_per_patch)
        if (is_wanted(from.data() + i))
          to.insert(to.end(), &from[i], &from[i] + cells_per_patch);
      return static_cast<std::int64_t>(to.size() - old_size);
    }
  } // namespace



  void CellwiseMesh::set_patches(const Description &description)
  {
    std::vector<std::int32_t> all_patches;
    for (int c = 0; c < n_colours; ++c)
      {
        const auto append = [&](const bool complete, const bool with_ghosts) {
          return append_groups(
            description.patches[c],
            [&](const std::int32_t *slots) {
              return is_complete(slots) == complete &&
                     has_ghost(slots, cells) == with_ghosts;
            },
            all_patches);
        };
        Colour &colour       = colours[c];
        colour.first         = static_cast<std::int64_t>(all_patches.size());
        colour.n_interior[0] = append(true, false);
        colour.n_complete    = colour.n_interior[0] + append(true, true);
        colour.n_interior[1] = append(false, false);
        colour.n_incomplete  = colour.n_interior[1] + append(false, true);
      }
    patch_cells = Array<std::int32_t>(device(), all_patches);
  }



  void CellwiseMesh::set_runs(const Description &description)
  {
    if (device().is_host() || description.ghosts.communicator != nullptr ||
        !description.coefficients.empty())
      return;
    for (std::size_t pair = 0; pair < runs.size(); ++pair)
      {
        const auto tables =
          internal::join_patches(description.patches[2 * pair],
                                 description.patches[2 * pair + 1],
                                 cells);
        Runs &own     = runs[pair];
        own.runs      = Array<std::int32_t>(device(), tables.runs);
        own.slabs     = Array<std::int32_t>(device(), tables.slabs);
        own.unvisited = Array<std::int32_t>(device(), tables.unvisited);
        for (std::size_t r = 1; r < tables.runs.size(); r += 3)
          own.longest = std::max(own.longest, tables.runs[r]);
      }
  }



  void CellwiseMesh::set_vertices(const Description &description)
  {
    std::vector<std::int32_t> stars;
    const auto append = [&](const bool with_ghosts) {
      return append_groups(
        description.vertices,
        [&](const std::int32_t *slots) {
          return has_ghost(slots, cells) == with_ghosts;
        },
        stars);
    };
    n_interior_vertices = append(false);
    append(true);
    vertex_cells = Array<std::int32_t>(device(), stars);
  }
} // namespace tessera
