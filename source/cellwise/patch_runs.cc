// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/patch_runs.h"

#include <algorithm>
#include <array>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Slab = std::array<std::int32_t, 4>;

      /** The lower (0) or upper (1) four cells along x of a patch. */
      Slab slab(const std::int32_t *patch, const int side)
      {
        return {
          {patch[side], patch[2 + side], patch[4 + side], patch[6 + side]}};
      }



      /** The patches of one colour by their cells. */
      class Colour
      {
      public:
        Colour(const std::vector<std::int32_t> &patches,
               const std::int64_t n_cells)
          : patches(patches)
        {
          for (auto &list : by_cell)
            list.assign(static_cast<std::size_t>(n_cells), -1);
          for (std::size_t i = 0; i < patches.size(); i += 8)
            if (*std::min_element(&patches[i], &patches[i] + 8) >= 0)
              for (int side = 0; side < 2; ++side)
                by_cell[side][static_cast<std::size_t>(
                  patches[i + static_cast<std::size_t>(side)])] =
                  static_cast<std::int32_t>(i / 8);
        }

        /** The patch with @p cells on @p side, null if there is none. */
        const std::int32_t *find(const Slab &cells, const int side) const
        {
          const std::int32_t i =
            by_cell[side][static_cast<std::size_t>(cells[0])];
          const std::int32_t *patch =
            patches.data() + 8 * static_cast<std::size_t>(std::max(i, 0));
          return i >= 0 && slab(patch, side) == cells ? patch : nullptr;
        }

        const std::vector<std::int32_t> &patches;

      private:
        std::array<std::vector<std::int32_t>, 2> by_cell;
      };



      void append(const Slab &cells, PatchRunTables &tables)
      {
        tables.slabs.insert(tables.slabs.end(), cells.begin(), cells.end());
      }



      /** Appends the row that begins with @p patch of colour @p colour. */
      void append_run(const std::array<Colour, 2> &colours,
                      const std::int32_t *patch,
                      int colour,
                      PatchRunTables &tables)
      {
        const auto first = static_cast<std::int32_t>(tables.slabs.size() / 4);
        tables.runs.insert(tables.runs.end(), {first, 0, colour});
        append(slab(patch, 0), tables);
        while (patch != nullptr)
          {
            append(slab(patch, 1), tables);
            colour = 1 - colour;
            patch =
              colours[static_cast<std::size_t>(colour)].find(slab(patch, 1), 0);
          }
        tables.runs[tables.runs.size() - 2] =
          static_cast<std::int32_t>(tables.slabs.size() / 4) - first;
      }
    } // namespace



    PatchRunTables join_patches(const std::vector<std::int32_t> &even,
                                const std::vector<std::int32_t> &odd,
                                const std::int64_t n_cells)
    {
      const std::array<Colour, 2> colours = {
        {Colour(even, n_cells), Colour(odd, n_cells)}};
      PatchRunTables tables;
      for (const int colour : {0, 1})
        {
          const Colour &own   = colours[static_cast<std::size_t>(colour)];
          const Colour &other = colours[static_cast<std::size_t>(1 - colour)];
          for (std::size_t i = 0; i < own.patches.size(); i += 8)
            {
              const std::int32_t *patch = own.patches.data() + i;
              if (*std::min_element(patch, patch + 8) >= 0 &&
                  other.find(slab(patch, 0), 1) == nullptr)
                append_run(colours, patch, colour, tables);
            }
        }
      std::vector<bool> is_visited(static_cast<std::size_t>(n_cells));
      for (const std::int32_t cell : tables.slabs)
        is_visited[static_cast<std::size_t>(cell)] = true;
      for (std::size_t cell = 0; cell < is_visited.size(); ++cell)
        if (!is_visited[cell])
          tables.unvisited.push_back(static_cast<std::int32_t>(cell));
      return tables;
    }
  } // namespace internal
} // namespace tessera
