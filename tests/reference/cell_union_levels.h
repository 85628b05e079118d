// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_cell_union_levels_h
#define tessera_tests_reference_cell_union_levels_h

#include <set>

#include "reference/cell_union.h"

namespace reference
{
  /** Point of the lattice of half cells at position @p entity of a cell. */
  inline Position half_point(const Position &cell, const int entity)
  {
    return {{2 * cell[0] + entity % 3,
             2 * cell[1] + entity / 3 % 3,
             2 * cell[2] + entity / 9}};
  }



  /**
   * The points of the lattice of half cells on those boundary faces for which
   * @p is_dirichlet(face, cell) holds; faces are numbered as lower and upper
   * end of x, of y, of z.
   */
  template <typename IsDirichlet>
  std::set<Position> fixed_points(const CellUnion &cells,
                                  const IsDirichlet &is_dirichlet)
  {
    const std::set<Position> all(cells.cells.begin(), cells.cells.end());
    std::set<Position> fixed;
    for (const Position &cell : cells.cells)
      for (int face = 0; face < 6; ++face)
        {
          Position neighbour = cell;
          neighbour[face / 2] += 2 * (face % 2) - 1;
          if (all.count(neighbour) > 0 || !is_dirichlet(face, cell))
            continue;
          for (int entity = 0; entity < 27; ++entity)
            {
              const Position point = half_point(cell, entity);
              if (point[face / 2] == 2 * (cell[face / 2] + face % 2))
                fixed.insert(point);
            }
        }
    return fixed;
  }



  /** Gives Dirichlet values to the faces of fixed_points(). */
  template <typename IsDirichlet>
  void set_dirichlet(CellUnion &cells, const IsDirichlet &is_dirichlet)
  {
    const std::set<Position> fixed = fixed_points(cells, is_dirichlet);
    cells.mesh.dirichlet.assign(cells.cells.size(), 0);
    for (std::size_t c = 0; c < cells.cells.size(); ++c)
      for (int entity = 0; entity < 27; ++entity)
        if (fixed.count(half_point(cells.cells[c], entity)) > 0)
          cells.mesh.dirichlet[c] |= 1u << entity;
    for (auto &slots : cells.mesh.patches)
      {
        std::vector<std::int32_t> kept;
        for (auto patch = slots.begin(); patch != slots.end(); patch += 8)
          {
            int p = 0;
            while (patch[p] < 0)
              ++p;
            // The vertex is corner 7 - p of the cell at position p.
            const Position &cell  = cells.cells[patch[p]];
            const Position vertex = {{2 * (cell[0] + 1 - p % 2),
                                      2 * (cell[1] + 1 - p / 2 % 2),
                                      2 * (cell[2] + 1 - p / 4)}};
            if (fixed.count(vertex) == 0)
              kept.insert(kept.end(), patch, patch + 8);
          }
        slots = kept;
      }
  }



  /** Fills in the children of the cells of @p coarse. */
  inline void set_children(const CellUnion &coarse, CellUnion &fine)
  {
    std::map<Position, std::int32_t> numbers;
    for (std::size_t c = 0; c < fine.cells.size(); ++c)
      numbers[fine.cells[c]] = static_cast<std::int32_t>(c);
    for (const Position &cell : coarse.cells)
      for (int c = 0; c < 8; ++c)
        fine.mesh.children.push_back(numbers.at({{2 * cell[0] + c % 2,
                                                  2 * cell[1] + c / 2 % 2,
                                                  2 * cell[2] + c / 4}}));
  }



  /**
   * @p n_levels levels, coarsest first, of the cells of a box of @p n cells
   * with @p exists(position). Each level halves the cells. Faces of cells with
   * @p is_dirichlet(face, cell of the coarsest level) have Dirichlet values.
   */
  template <typename Exists, typename IsDirichlet>
  std::vector<CellUnion> make_union_levels(const Position &n,
                                           const int n_levels,
                                           const Exists &exists,
                                           const IsDirichlet &is_dirichlet)
  {
    std::vector<CellUnion> levels;
    for (int l = 0; l < n_levels; ++l)
      {
        const auto ancestor = [l](const Position &p) {
          return Position{{p[0] >> l, p[1] >> l, p[2] >> l}};
        };
        const double h = 1. / (1 << l);
        levels.push_back(make_cell_union({{n[0] << l, n[1] << l, n[2] << l}},
                                         {{h, h, h}},
                                         [&](const Position &p) {
                                           return exists(ancestor(p));
                                         }));
        set_dirichlet(levels.back(), [&](const int face, const Position &p) {
          return is_dirichlet(face, ancestor(p));
        });
        if (l > 0)
          set_children(levels[levels.size() - 2], levels.back());
      }
    return levels;
  }
} // namespace reference

#endif
