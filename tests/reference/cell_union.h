// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_cell_union_h
#define tessera_tests_reference_cell_union_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "reference/random.h"

namespace reference
{
  using Position = std::array<int, 3>;

  /** Cells of a lattice and the level that they make; all faces are free. */
  struct CellUnion
  {
    std::vector<Position> cells;
    tessera::CellwiseMesh::Description mesh;
  };



  /** The slots of the cells around a vertex; -1 where there is none. */
  inline std::array<std::int32_t, 8>
  cells_around(const std::map<Position, std::int32_t> &numbers,
               const Position &vertex)
  {
    std::array<std::int32_t, 8> slots;
    for (int p = 0; p < 8; ++p)
      {
        const auto cell = numbers.find({{vertex[0] - 1 + p % 2,
                                         vertex[1] - 1 + p / 2 % 2,
                                         vertex[2] - 1 + p / 4}});
        slots[p]        = cell == numbers.end() ? -1 : cell->second;
      }
    return slots;
  }



  /**
   * Lets missing cells mirror those across the axes along which one half of the
   * cells is empty.
   */
  inline std::array<std::int32_t, 8>
  mirror_missing(const std::array<std::int32_t, 8> &cells)
  {
    std::array<std::int32_t, 8> slots = cells;
    for (int p = 0; p < 8; ++p)
      if (cells[p] < 0)
        {
          int axes = 0;
          for (int axis = 0; axis < 3; ++axis)
            {
              bool half_is_empty = true;
              for (int q = 0; q < 8; ++q)
                if ((q >> axis & 1) == (p >> axis & 1) && cells[q] >= 0)
                  half_is_empty = false;
              if (half_is_empty)
                axes |= 1 << axis;
            }
          slots[p] = cells[p ^ axes] >= 0 ? -1 - axes : -1;
        }
    return slots;
  }



  /** The cells of a box of @p n cells for which @p exists(position) holds. */
  template <typename Exists>
  CellUnion make_cell_union(const Position &n,
                            const std::array<double, 3> &sides,
                            const Exists &exists)
  {
    CellUnion result;
    std::map<Position, std::int32_t> numbers;
    for (int z = 0; z < n[2]; ++z)
      for (int y = 0; y < n[1]; ++y)
        for (int x = 0; x < n[0]; ++x)
          if (exists(Position{{x, y, z}}))
            {
              numbers[{{x, y, z}}] =
                static_cast<std::int32_t>(result.cells.size());
              result.cells.push_back({{x, y, z}});
            }
    result.mesh.n_cells    = static_cast<std::int64_t>(result.cells.size());
    result.mesh.cell_sides = sides;
    for (int z = 0; z <= n[2]; ++z)
      for (int y = 0; y <= n[1]; ++y)
        for (int x = 0; x <= n[0]; ++x)
          {
            const auto cells = cells_around(numbers, {{x, y, z}});
            bool is_empty    = true;
            for (const std::int32_t cell : cells)
              is_empty = is_empty && cell < 0;
            if (is_empty)
              continue;
            for (const std::int32_t cell : cells)
              result.mesh.vertices.push_back(cell);
            for (const std::int32_t slot : mirror_missing(cells))
              result.mesh.patches[x % 2 + 2 * (y % 2) + 4 * (z % 2)].push_back(
                slot);
          }
    return result;
  }



  /** Lattice point of node @p i of cell @p c. */
  inline Position
  union_point(const CellUnion &cells, const std::size_t c, const int i)
  {
    return {{3 * cells.cells[c][0] + i % 4,
             3 * cells.cells[c][1] + i / 4 % 4,
             3 * cells.cells[c][2] + i / 16}};
  }



  /** Random nodal values with equal copies. */
  inline std::vector<double> random_function(const CellUnion &cells,
                                             const unsigned int seed)
  {
    std::vector<double> u =
      random_vector<double>(64 * cells.cells.size(), seed);
    std::map<Position, double> values;
    for (std::size_t k = 0; k < u.size(); ++k)
      u[k] =
        values
          .emplace(union_point(cells, k / 64, static_cast<int>(k % 64)), u[k])
          .first->second;
    return u;
  }



  /** The largest difference of two nodal copies. */
  template <typename Number>
  double largest_jump(const CellUnion &cells, const std::vector<Number> &u)
  {
    std::map<Position, Number> values;
    double largest = 0.;
    for (std::size_t k = 0; k < u.size(); ++k)
      {
        const Number first =
          values
            .emplace(union_point(cells, k / 64, static_cast<int>(k % 64)), u[k])
            .first->second;
        largest = std::fmax(largest,
                            std::fabs(static_cast<double>(u[k]) -
                                      static_cast<double>(first)));
      }
    return largest;
  }
} // namespace reference

#endif
