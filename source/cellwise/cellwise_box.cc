// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_mesh.h>

#include <limits>

namespace tessera
{
  namespace
  {
    using Triple = std::array<std::int64_t, 3>;

    /** A box of cells and the kinds of its faces. */
    struct Box
    {
      Triple n;
      std::array<bool, 6> free_faces;


      std::int32_t number(const Triple &cell) const
      {
        return static_cast<std::int32_t>(cell[0] +
                                         n[0] * (cell[1] + n[1] * cell[2]));
      }
    };



    /** Calls @p visit with all triples from zero to @p last, x fastest. */
    template <typename Visit>
    void for_all(const Triple &last, const Visit &visit)
    {
      for (std::int64_t k = 0; k <= last[2]; ++k)
        for (std::int64_t j = 0; j <= last[1]; ++j)
          for (std::int64_t i = 0; i <= last[0]; ++i)
            visit(Triple{{i, j, k}});
    }



    /** The cell at position @p p of the 2x2x2 cells above @p corner. */
    Triple cell_at(const Triple &corner, const int p)
    {
      return {
        {corner[0] + (p & 1), corner[1] + (p >> 1 & 1), corner[2] + (p >> 2)}};
    }



    /**
     * The slots of the cells around @p vertex, with missing ones mirrored, and
     * the same with -1 for missing ones.
     */
    void append_vertex(const Box &box,
                       const Triple &vertex,
                       CellwiseMesh::Description &mesh)
    {
      const Triple corner = {{vertex[0] - 1, vertex[1] - 1, vertex[2] - 1}};
      bool has_patch      = true;
      int colour          = 0;
      for (int axis = 0; axis < 3; ++axis)
        {
          const auto face = static_cast<std::size_t>(2 * axis);
          if ((vertex[axis] == 0 && !box.free_faces[face]) ||
              (vertex[axis] == box.n[axis] && !box.free_faces[face + 1]))
            has_patch = false;
          colour |= static_cast<int>(vertex[axis] % 2) << axis;
        }
      for (int p = 0; p < 8; ++p)
        {
          const Triple cell = cell_at(corner, p);
          int mirrored      = 0;
          for (int axis = 0; axis < 3; ++axis)
            if (cell[axis] < 0 || cell[axis] >= box.n[axis])
              mirrored |= 1 << axis;
          const std::int32_t slot =
            mirrored == 0 ? box.number(cell) : -1 - mirrored;
          mesh.vertices.push_back(slot < 0 ? -1 : slot);
          if (has_patch)
            mesh.patches[static_cast<std::size_t>(colour)].push_back(slot);
        }
    }



    /** The mask of Description::dirichlet. */
    std::uint32_t dirichlet_mask(const Box &box, const Triple &cell)
    {
      std::uint32_t mask = 0;
      for (unsigned int entity = 0; entity < 27; ++entity)
        {
          const std::array<unsigned int, 3> end = {
            {entity % 3, entity / 3 % 3, entity / 9}};
          for (std::size_t axis = 0; axis < 3; ++axis)
            if ((end[axis] == 0 && cell[axis] == 0 &&
                 !box.free_faces[2 * axis]) ||
                (end[axis] == 2 && cell[axis] == box.n[axis] - 1 &&
                 !box.free_faces[2 * axis + 1]))
              mask |= 1u << entity;
        }
      return mask;
    }



    void check_size(const Triple &n)
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
    }
  } // namespace



  CellwiseMesh::Description
  CellwiseMesh::describe_box(const std::array<std::int64_t, 3> &n,
                             const std::array<double, 3> &cell_sides,
                             const std::array<bool, 6> &free_faces)
  {
    check_size(n);
    const Box box{n, free_faces};
    Description mesh;
    mesh.n_cells    = n[0] * n[1] * n[2];
    mesh.cell_sides = cell_sides;
    if (mesh.n_cells == 0)
      return mesh;
    for_all(n, [&](const Triple &vertex) { append_vertex(box, vertex, mesh); });
    for_all({{n[0] - 1, n[1] - 1, n[2] - 1}}, [&](const Triple &cell) {
      mesh.dirichlet.push_back(dirichlet_mask(box, cell));
    });
    if (n[0] % 2 == 0 && n[1] % 2 == 0 && n[2] % 2 == 0)
      for_all({{n[0] / 2 - 1, n[1] / 2 - 1, n[2] / 2 - 1}},
              [&](const Triple &parent) {
                for (int c = 0; c < 8; ++c)
                  mesh.children.push_back(box.number(cell_at(
                    {{2 * parent[0], 2 * parent[1], 2 * parent[2]}}, c)));
              });
    return mesh;
  }
} // namespace tessera
