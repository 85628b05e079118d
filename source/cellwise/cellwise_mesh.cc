// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <cmath>
#include <limits>

namespace tessera
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



    void check_patches(const std::int64_t n_cells,
                       const int colour,
                       const std::vector<std::int32_t> &cells)
    {
      TESSERA_REQUIRE(cells.size() % cells_per_patch == 0,
                      InvalidInput,
                      "Colour " << colour << " lists " << cells.size()
                                << " cells, expected eight for each patch.");
      std::vector<std::int32_t> patch_of_cell(static_cast<std::size_t>(n_cells),
                                              -1);
      for (std::size_t i = 0; i < cells.size(); ++i)
        {
          const std::int32_t cell = cells[i];
          const std::size_t patch = i / cells_per_patch;
          TESSERA_REQUIRE(cell >= 0 && cell < n_cells,
                          InvalidInput,
                          "Patch " << patch << " of colour " << colour
                                   << " has cell " << cell
                                   << ", but the cells are numbered from 0 to "
                                   << n_cells - 1 << ".");
          std::int32_t &owner = patch_of_cell[static_cast<std::size_t>(cell)];
          TESSERA_REQUIRE(owner == -1,
                          InvalidInput,
                          "Cell " << cell << " is in patches " << owner
                                  << " and " << patch << " of colour " << colour
                                  << ", but patches of one colour may not "
                                     "share a cell; give one another colour.");
          owner = static_cast<std::int32_t>(patch);
        }
    }



    void check_children(const std::int64_t n_cells,
                        const std::vector<std::int32_t> &children)
    {
      if (children.empty())
        return;
      TESSERA_REQUIRE(static_cast<std::int64_t>(children.size()) == n_cells,
                      InvalidInput,
                      "The table of children lists "
                        << children.size() << " cells, expected all " << n_cells
                        << " or none.");
      TESSERA_REQUIRE(n_cells % 8 == 0,
                      InvalidInput,
                      "There is a table of children, but the "
                        << n_cells << " cells are not eight for each parent.");
      std::vector<bool> seen(static_cast<std::size_t>(n_cells), false);
      for (std::size_t i = 0; i < children.size(); ++i)
        {
          const std::int32_t cell = children[i];
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



    /** Appends the eight cells that start at @p corner in a box. */
    void append_block(const std::array<std::int64_t, 3> &n,
                      const std::array<std::int64_t, 3> &corner,
                      std::vector<std::int32_t> &cells)
    {
      for (int c = 0; c < 8; ++c)
        {
          const std::int64_t x = corner[0] + (c & 1);
          const std::int64_t y = corner[1] + (c >> 1 & 1);
          const std::int64_t z = corner[2] + (c >> 2);
          cells.push_back(static_cast<std::int32_t>(x + n[0] * (y + n[1] * z)));
        }
    }
  } // namespace



  CellwiseMesh::Description
  CellwiseMesh::describe_box(const std::array<std::int64_t, 3> &n,
                             const std::array<double, 3> &cell_sides)
  {
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    TESSERA_REQUIRE(n[0] >= 0 && n[1] >= 0 && n[2] >= 0,
                    InvalidInput,
                    "A box of " << n[0] << " x " << n[1] << " x " << n[2]
                                << " cells; expected no negative number.");
    TESSERA_REQUIRE(static_cast<double>(n[0]) * static_cast<double>(n[1]) *
                        static_cast<double>(n[2]) <=
                      static_cast<double>(largest),
                    InvalidInput,
                    "A box of " << n[0] << " x " << n[1] << " x " << n[2]
                                << " cells; expected at most " << largest
                                << " cells.");
    Description box;
    box.n_cells    = n[0] * n[1] * n[2];
    box.cell_sides = cell_sides;
    for (std::int64_t k = 1; k < n[2]; ++k)
      for (std::int64_t j = 1; j < n[1]; ++j)
        for (std::int64_t i = 1; i < n[0]; ++i)
          append_block(n,
                       {{i - 1, j - 1, k - 1}},
                       box.patches[static_cast<std::size_t>(
                         i % 2 + 2 * (j % 2) + 4 * (k % 2))]);
    if (n[0] % 2 == 0 && n[1] % 2 == 0 && n[2] % 2 == 0)
      for (std::int64_t k = 0; k < n[2]; k += 2)
        for (std::int64_t j = 0; j < n[1]; j += 2)
          for (std::int64_t i = 0; i < n[0]; i += 2)
            append_block(n, {{i, j, k}}, box.children);
    return box;
  }



  CellwiseMesh::CellwiseMesh(const Device &device,
                             const Description &description)
    : cells(description.n_cells)
    , sides(description.cell_sides)
    , colour_offsets{}
  {
    TESSERA_REQUIRE(cells >= 0 &&
                      cells <= std::numeric_limits<std::int32_t>::max(),
                    InvalidInput,
                    "The number of cells is " << cells
                                              << ", expected 0 to 2^31 - 1.");
    check_sides(sides);
    check_children(cells, description.children);
    std::vector<std::int32_t> all_patches;
    for (int colour = 0; colour < n_colours; ++colour)
      {
        const std::vector<std::int32_t> &patches = description.patches[colour];
        check_patches(cells, colour, patches);
        all_patches.insert(all_patches.end(), patches.begin(), patches.end());
        colour_offsets[colour + 1] =
          static_cast<std::int64_t>(all_patches.size());
      }
    patch_cells = Array<std::int32_t>(device, all_patches);
    child_cells = Array<std::int32_t>(device, description.children);
  }



  std::int64_t CellwiseMesh::n_cells() const
  {
    return cells;
  }



  std::int64_t CellwiseMesh::n_values() const
  {
    return n_cell_values * cells;
  }



  const std::array<double, 3> &CellwiseMesh::cell_sides() const
  {
    return sides;
  }



  std::int64_t CellwiseMesh::n_patches() const
  {
    return patch_cells.size() / static_cast<std::int64_t>(cells_per_patch);
  }



  ArrayView<const std::int32_t> CellwiseMesh::patches(const int colour) const
  {
    TESSERA_REQUIRE(colour >= 0 && colour < n_colours,
                    InvalidInput,
                    "Colour " << colour << " was asked for, expected 0 to "
                              << n_colours - 1 << ".");
    return {patch_cells.data() + colour_offsets[colour],
            colour_offsets[colour + 1] - colour_offsets[colour]};
  }



  bool CellwiseMesh::has_children() const
  {
    return !child_cells.empty();
  }



  ArrayView<const std::int32_t> CellwiseMesh::children() const
  {
    return child_cells.view();
  }



  const Device &CellwiseMesh::device() const
  {
    return patch_cells.device();
  }



  std::size_t CellwiseMesh::memory_consumption() const
  {
    return patch_cells.memory_consumption() + child_cells.memory_consumption();
  }
} // namespace tessera
