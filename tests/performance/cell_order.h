// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cell_order_h
#define tessera_tests_performance_cell_order_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace benchmark
{
  /** How the cells of a cube of 2^l cells an axis are numbered. */
  enum class CellOrder
  {
    /** x fastest. */
    lexicographic,
    /** By the interleaved bits of the positions, as p4est does. */
    morton
  };

  inline const char *name(const CellOrder order)
  {
    return order == CellOrder::morton ? "morton" : "lexicographic";
  }



  /** The numbers of the cells of a cube, for each position with x fastest. */
  inline std::vector<std::int32_t> number_cells(const CellOrder order,
                                                const std::int64_t n_axis)
  {
    std::vector<std::int32_t> numbers(
      static_cast<std::size_t>(n_axis * n_axis * n_axis));
    if (order == CellOrder::lexicographic)
      {
        std::iota(numbers.begin(), numbers.end(), 0);
        return numbers;
      }
    // The bits of a position, two places apart.
    std::vector<std::int32_t> spread;
    for (std::int64_t x = 0; x < n_axis; ++x)
      {
        std::int64_t bits = 0;
        for (int b = 0; x >> b != 0; ++b)
          bits |= (x >> b & 1) << (3 * b);
        spread.push_back(static_cast<std::int32_t>(bits));
      }
    std::size_t n = 0;
    for (const std::int32_t z : spread)
      for (const std::int32_t y : spread)
        for (const std::int32_t x : spread)
          numbers[n++] = x | y << 1 | z << 2;
    return numbers;
  }



  /** Gives the cells in @p list new numbers; negative entries stay. */
  inline void renumber(const std::vector<std::int32_t> &numbers,
                       std::vector<std::int32_t> &list)
  {
    for (auto &cell : list)
      if (cell >= 0)
        cell = numbers[static_cast<std::size_t>(cell)];
  }



  /**
   * Sorts groups of eight cells, of which one exists at least, by the smallest
   * number in each: the order in which a walk over the cells finds them.
   */
  inline void sort_groups(const std::int64_t n_cells,
                          std::vector<std::int32_t> &groups)
  {
    const auto smallest = [&](const std::size_t group) {
      std::int64_t cell = n_cells;
      for (std::size_t i = 8 * group; i < 8 * group + 8; ++i)
        if (groups[i] >= 0 && groups[i] < cell)
          cell = groups[i];
      return static_cast<std::size_t>(cell);
    };
    std::vector<std::int32_t> places(static_cast<std::size_t>(n_cells) + 2);
    for (std::size_t g = 0; g < groups.size() / 8; ++g)
      ++places[smallest(g) + 1];
    std::partial_sum(places.begin(), places.end(), places.begin());
    std::vector<std::int32_t> sorted(groups.size());
    for (std::size_t g = 0; g < groups.size() / 8; ++g)
      {
        const auto place = static_cast<std::size_t>(places[smallest(g)]++);
        for (std::size_t i = 0; i < 8; ++i)
          sorted[8 * place + i] = groups[8 * g + i];
      }
    groups = std::move(sorted);
  }



  /**
   * The same mesh with cell i called numbers[i], and patches and vertices in
   * the order of their cells. @p parents are the new numbers of the cells of
   * the coarser level.
   */
  inline void reorder(const std::vector<std::int32_t> &numbers,
                      const std::vector<std::int32_t> &parents,
                      tessera::CellwiseMesh::Description &mesh)
  {
    for (auto &patches : mesh.patches)
      {
        renumber(numbers, patches);
        sort_groups(mesh.n_cells, patches);
      }
    renumber(numbers, mesh.vertices);
    sort_groups(mesh.n_cells, mesh.vertices);
    const auto masks = mesh.dirichlet;
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      mesh.dirichlet[static_cast<std::size_t>(numbers[cell])] = masks[cell];
    const auto children = mesh.children;
    for (std::size_t i = 0; i < children.size(); ++i)
      mesh.children[8 * static_cast<std::size_t>(parents[i / 8]) + i % 8] =
        numbers[static_cast<std::size_t>(children[i])];
  }
} // namespace benchmark

#endif
