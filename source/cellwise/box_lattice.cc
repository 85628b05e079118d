// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/box_lattice.h"

#include <cstddef>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** For each axis the upper neighbour of each cell, or -1. */
      using Neighbours = std::array<std::vector<std::int32_t>, 3>;

      constexpr const char *not_a_box =
        "; the global fast diagonalisation needs cells that fill a box";



      template <typename T>
      std::vector<T> copy_to_host(const Device &device,
                                  const ArrayView<const T> view)
      {
        std::vector<T> values(static_cast<std::size_t>(view.size));
        copy_bytes(Device::host(),
                   values.data(),
                   device,
                   view.data,
                   view.size * static_cast<std::int64_t>(sizeof(T)));
        return values;
      }



      Neighbours find_upper_neighbours(const CellwiseMesh &mesh)
      {
        const auto n = static_cast<std::size_t>(mesh.n_cells());
        Neighbours upper;
        for (auto &neighbours : upper)
          neighbours.assign(n, -1);
        const std::vector<std::int32_t> vertices =
          copy_to_host(mesh.device(), mesh.vertices());
        for (std::size_t first = 0; first < vertices.size(); first += 8)
          for (std::size_t p = 0; p < 8; ++p)
            for (std::size_t axis = 0; axis < 3; ++axis)
              if ((p >> axis & 1) == 0 && vertices[first + p] >= 0)
                {
                  const std::int32_t neighbour =
                    vertices[first + p + (std::size_t(1) << axis)];
                  if (neighbour >= 0)
                    upper[axis][static_cast<std::size_t>(vertices[first + p])] =
                      neighbour;
                }
        return upper;
      }



      /** The cell without lower neighbours: in a box there is one. */
      std::int32_t find_corner(const Neighbours &upper)
      {
        const std::size_t n = upper[0].size();
        std::vector<bool> has_lower(n, false);
        for (const auto &neighbours : upper)
          for (const std::int32_t neighbour : neighbours)
            if (neighbour >= 0)
              has_lower[static_cast<std::size_t>(neighbour)] = true;
        std::int32_t corner = -1;
        for (std::size_t cell = 0; cell < n; ++cell)
          if (!has_lower[cell])
            {
              TESSERA_REQUIRE(corner == -1,
                              InvalidInput,
                              "Cells " << corner << " and " << cell
                                       << " are both lower corners" << not_a_box
                                       << ".");
              corner = static_cast<std::int32_t>(cell);
            }
        TESSERA_REQUIRE(corner >= 0,
                        InvalidInput,
                        "Every cell has a lower neighbour" << not_a_box << ".");
        return corner;
      }



      std::vector<std::int32_t> walk(const std::vector<std::int32_t> &upper,
                                     const std::int32_t first)
      {
        std::vector<std::int32_t> row;
        for (std::int32_t cell = first; cell >= 0 && row.size() < upper.size();
             cell              = upper[static_cast<std::size_t>(cell)])
          row.push_back(cell);
        return row;
      }



      std::array<std::int64_t, 3> position(const BoxLattice &box,
                                           const std::size_t index)
      {
        const auto i             = static_cast<std::int64_t>(index);
        const std::int64_t n_row = box.n_cells[0], n_column = box.n_cells[1];
        return {{i % n_row, i / n_row % n_column, i / (n_row * n_column)}};
      }



      /** A cell must be next to those that its position says: there may be
       * slits or steps. */
      void check_neighbours(const Neighbours &upper, const BoxLattice &box)
      {
        const std::size_t n_row    = static_cast<std::size_t>(box.n_cells[0]);
        const std::size_t n_layer  = n_row * box.n_cells[1];
        const std::size_t stride[] = {1, n_row, n_layer};
        for (std::size_t p = 0; p < box.cells.size(); ++p)
          for (std::size_t axis = 0; axis < 3; ++axis)
            {
              const bool is_last =
                position(box, p)[axis] == box.n_cells[axis] - 1;
              const std::int32_t cell = box.cells[p];
              TESSERA_REQUIRE(upper[axis][static_cast<std::size_t>(cell)] ==
                                (is_last ? -1 : box.cells[p + stride[axis]]),
                              InvalidInput,
                              "Cell " << cell << " has the wrong neighbour at "
                                      << "its upper end of axis " << axis
                                      << not_a_box << ".");
            }
      }



      /** Whether position @p at along an axis of @p n cells touches an end. */
      bool at_end(const std::int64_t at, const std::int64_t n, const int end)
      {
        return at == (end == 0 ? 0 : n - 1);
      }



      /** The mask that a cell at position @p at has in @p box. */
      std::uint32_t expected_mask(const BoxLattice &box,
                                  const std::array<std::int64_t, 3> &at)
      {
        std::uint32_t mask = 0;
        for (int entity = 0; entity < 27; ++entity)
          {
            const int position[3] = {entity % 3, entity / 3 % 3, entity / 9};
            for (std::size_t axis = 0; axis < 3; ++axis)
              for (int end = 0; end < 2; ++end)
                if (position[axis] == 2 * end &&
                    at_end(at[axis], box.n_cells[axis], end) &&
                    box.dirichlet[axis][static_cast<std::size_t>(end)])
                  mask |= 1u << entity;
          }
        return mask;
      }



      /** Takes the kinds of the faces from two corners, checks all cells. */
      void find_boundary_conditions(const CellwiseMesh &mesh, BoxLattice &box)
      {
        std::vector<std::uint32_t> masks =
          copy_to_host(mesh.device(), mesh.dirichlet());
        masks.resize(box.cells.size(), 0);
        const std::uint32_t corners[2] = {
          masks[static_cast<std::size_t>(box.cells.front())],
          masks[static_cast<std::size_t>(box.cells.back())]};
        constexpr unsigned int stride[3] = {1, 3, 9}, inside = 13;
        for (std::size_t axis = 0; axis < 3; ++axis)
          box.dirichlet[axis] = {
            {(corners[0] >> (inside - stride[axis]) & 1) != 0,
             (corners[1] >> (inside + stride[axis]) & 1) != 0}};
        for (std::size_t p = 0; p < box.cells.size(); ++p)
          {
            const std::int32_t cell = box.cells[p];
            TESSERA_REQUIRE(
              masks[static_cast<std::size_t>(cell)] ==
                expected_mask(box, position(box, p)),
              InvalidInput,
              "Cell " << cell
                      << " has Dirichlet values on another part of its "
                         "boundary than the corners of the box; the global "
                         "fast diagonalisation needs one boundary condition "
                         "for each face of the box.");
          }
      }
    } // namespace



    BoxLattice find_box_lattice(const CellwiseMesh &mesh)
    {
      TESSERA_REQUIRE(mesh.communicator() == nullptr,
                      InvalidInput,
                      "The mesh is distributed over several ranks, expected "
                      "one that this process owns as a whole.");
      TESSERA_REQUIRE(mesh.n_cells() > 0,
                      InvalidInput,
                      "The mesh has no cells" << not_a_box << ".");
      const Neighbours upper = find_upper_neighbours(mesh);
      BoxLattice box;
      for (const std::int32_t z : walk(upper[2], find_corner(upper)))
        for (const std::int32_t y : walk(upper[1], z))
          for (const std::int32_t x : walk(upper[0], y))
            box.cells.push_back(x);
      const std::int32_t corner = box.cells.front();
      for (std::size_t axis = 0; axis < 3; ++axis)
        box.n_cells[axis] =
          static_cast<std::int64_t>(walk(upper[axis], corner).size());
      const std::int64_t n_x = box.n_cells[0], n_y = box.n_cells[1];
      TESSERA_REQUIRE(n_x * n_y * box.n_cells[2] == mesh.n_cells() &&
                        static_cast<std::int64_t>(box.cells.size()) ==
                          mesh.n_cells(),
                      InvalidInput,
                      "From the corner at cell "
                        << corner << " there are " << n_x << " x " << n_y
                        << " x " << box.n_cells[2] << " cells along the axes, "
                        << "but the mesh has " << mesh.n_cells() << " cells"
                        << not_a_box << ".");
      check_neighbours(upper, box);
      find_boundary_conditions(mesh, box);
      return box;
    }
  } // namespace internal
} // namespace tessera
