// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <algorithm>
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
                          "Patch " << patch << " of colour " << colour
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
      std::vector<std::int32_t> patch_of_cell(static_cast<std::size_t>(n_cells),
                                              -1);
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
                          "Cell " << cells[i] << " is in patches " << owner
                                  << " and " << patch << " of colour " << colour
                                  << ", but patches of one colour may not "
                                     "share a cell; give one another colour.");
          owner = static_cast<std::int32_t>(patch);
        }
    }



    void check_vertices(const std::int64_t n_cells,
                        const std::vector<std::int32_t> &vertices)
    {
      std::vector<bool> seen(cells_per_patch *
                               static_cast<std::size_t>(n_cells),
                             false);
      std::size_t n_seen = 0;
      for (std::size_t i = 0; i < vertices.size(); ++i)
        if (vertices[i] != -1)
          {
            // A cell lies opposite to where the vertex is in the cell.
            const std::size_t vertex = 7 - i % cells_per_patch;
            const std::int64_t cell  = vertices[i];
            TESSERA_REQUIRE(
              cell >= 0 && cell < n_cells &&
                !seen[cells_per_patch * static_cast<std::size_t>(cell) +
                      vertex],
              InvalidInput,
              "Entry " << i << " of the table of vertices is cell " << cell
                       << ", expected -1 or one of the cells 0 to "
                       << n_cells - 1 << ", each vertex of which occurs once.");
            seen[cells_per_patch * static_cast<std::size_t>(cell) + vertex] =
              true;
            ++n_seen;
          }
      TESSERA_REQUIRE(vertices.size() % cells_per_patch == 0 &&
                        n_seen == seen.size(),
                      InvalidInput,
                      "The table of vertices has "
                        << n_seen << " vertices of cells in " << vertices.size()
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
      const auto n = static_cast<std::size_t>(mesh.n_cells);
      TESSERA_REQUIRE(mesh.coefficients.empty() ||
                        mesh.coefficients.size() == n,
                      InvalidInput,
                      "There are " << mesh.coefficients.size()
                                   << " coefficients, expected one for each of "
                                   << n << " cells, or none.");
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
                        << mesh.dirichlet.size() << " cells, expected all " << n
                        << " or none.");
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



    /** Appends those of @p patches that have all cells, or the others. */
    void append_patches(const std::vector<std::int32_t> &patches,
                        const bool complete,
                        std::vector<std::int32_t> &list)
    {
      for (auto patch = patches.begin(); patch != patches.end();
           patch += cells_per_patch)
        if (std::all_of(patch, patch + cells_per_patch, [](const int slot) {
              return slot >= 0;
            }) == complete)
          list.insert(list.end(), patch, patch + cells_per_patch);
    }
  } // namespace



  CellwiseMesh::CellwiseMesh(const Device &device,
                             const Description &description)
    : cells(description.n_cells)
    , sides(description.cell_sides)
    , diffusion_diagonal(description.diffusion)
    , reaction_factor(description.reaction)
  {
    TESSERA_REQUIRE(cells >= 0 &&
                      cells <= std::numeric_limits<std::int32_t>::max(),
                    InvalidInput,
                    "The number of cells is " << cells
                                              << ", expected 0 to 2^31 - 1.");
    check_sides(sides);
    check_equation(description);
    check_vertices(cells, description.vertices);
    check_children(cells, description.children);
    std::vector<std::int32_t> all_patches;
    for (int colour = 0; colour < n_colours; ++colour)
      {
        const std::vector<std::int32_t> &patches = description.patches[colour];
        check_patches(cells, colour, patches);
        const auto first = static_cast<std::int64_t>(all_patches.size());
        append_patches(patches, true, all_patches);
        const auto middle = static_cast<std::int64_t>(all_patches.size());
        append_patches(patches, false, all_patches);
        const auto last = static_cast<std::int64_t>(all_patches.size());
        colours[colour] = {first, middle - first, last - middle};
      }
    patch_cells       = Array<std::int32_t>(device, all_patches);
    vertex_cells      = Array<std::int32_t>(device, description.vertices);
    dirichlet_masks   = Array<std::uint32_t>(device, description.dirichlet);
    cell_coefficients = Array<double>(device, description.coefficients);
    child_cells       = Array<std::int32_t>(device, description.children);
    for (const std::uint32_t mask : description.dirichlet)
      has_dirichlet = has_dirichlet || mask != 0;
  }



  std::int64_t CellwiseMesh::n_cells() const
  {
    return cells;
  }



  std::int64_t CellwiseMesh::n_values() const
  {
    return n_cell_values * cells;
  }



  template <typename Number>
  void CellwiseMesh::initialize_vector(CellwiseVector<Number> &vector,
                                       const bool) const
  {
    vector.reinit(device(), n_values());
  }



  const std::array<double, 3> &CellwiseMesh::cell_sides() const
  {
    return sides;
  }



  const std::array<double, 3> &CellwiseMesh::diffusion() const
  {
    return diffusion_diagonal;
  }



  double CellwiseMesh::reaction() const
  {
    return reaction_factor;
  }



  ArrayView<const double> CellwiseMesh::coefficients() const
  {
    return cell_coefficients.view();
  }



  std::int64_t CellwiseMesh::n_patches() const
  {
    return patch_cells.size() / static_cast<std::int64_t>(cells_per_patch);
  }



  const CellwiseMesh::Colour &CellwiseMesh::find_colour(const int colour) const
  {
    TESSERA_REQUIRE(colour >= 0 && colour < n_colours,
                    InvalidInput,
                    "Colour " << colour << " was asked for, expected 0 to "
                              << n_colours - 1 << ".");
    return colours[static_cast<std::size_t>(colour)];
  }



  ArrayView<const std::int32_t> CellwiseMesh::patches(const int colour) const
  {
    const Colour &c = find_colour(colour);
    return {patch_cells.data() + c.first, c.n_complete};
  }



  ArrayView<const std::int32_t>
  CellwiseMesh::incomplete_patches(const int colour) const
  {
    const Colour &c = find_colour(colour);
    return {patch_cells.data() + c.first + c.n_complete, c.n_incomplete};
  }



  ArrayView<const std::int32_t> CellwiseMesh::vertices() const
  {
    return vertex_cells.view();
  }



  ArrayView<const std::uint32_t> CellwiseMesh::dirichlet() const
  {
    return dirichlet_masks.view();
  }



  bool CellwiseMesh::is_singular() const
  {
    return !has_dirichlet && reaction_factor == 0.;
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
    return patch_cells.memory_consumption() +
           vertex_cells.memory_consumption() +
           dirichlet_masks.memory_consumption() +
           cell_coefficients.memory_consumption() +
           child_cells.memory_consumption();
  }

  template void CellwiseMesh::initialize_vector(CellwiseVector<float> &,
                                                const bool) const;
  template void CellwiseMesh::initialize_vector(CellwiseVector<double> &,
                                                const bool) const;
} // namespace tessera
