// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/vertex_stars.h"

#include <deal.II/base/geometry_info.h>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Geometry = dealii::GeometryInfo<3>;
      using Ids      = std::set<dealii::types::boundary_id>;

      template <typename Face>
      bool is_dirichlet(const Face &face, const Ids &neumann)
      {
        return face->at_boundary() && neumann.count(face->boundary_id()) == 0;
      }



      /** Refuses a face of @p cell whose children have other conditions. */
      void check_children_of_face(const MeshCell &cell,
                                  const unsigned int f,
                                  const Ids &neumann)
      {
        const auto face = cell->face(f);
        for (unsigned int c = 0; c < face->n_children(); ++c)
          TESSERA_REQUIRE(
            is_dirichlet(face, neumann) ==
              is_dirichlet(face->child(c), neumann),
            InvalidInput,
            "Face " << f << " of " << name_of(cell) << " has boundary id "
                    << face->boundary_id() << ", but its child " << c << " has "
                    << face->child(c)->boundary_id()
                    << ", and only one of them is a Neumann boundary. Set "
                       "boundary ids on the coarse mesh before it is refined, "
                       "or on the faces of all levels.");
      }



      /** Bit of the vertex, edge, face or inside (@p x, @p y, @p z). */
      std::uint32_t bit(const int x, const int y, const int z)
      {
        return std::uint32_t(1) << (x + 3 * y + 9 * z);
      }



      /** Bit of the edge between the vertices @p a and @p b of a cell. */
      std::uint32_t edge_bit(const unsigned int a, const unsigned int b)
      {
        std::array<int, 3> e;
        for (unsigned int axis = 0; axis < 3; ++axis)
          e[axis] = static_cast<int>((a >> axis & 1) + (b >> axis & 1));
        return bit(e[0], e[1], e[2]);
      }



      std::uint32_t face_bit(const unsigned int f)
      {
        std::array<int, 3> e{{1, 1, 1}};
        e[f / 2] = f % 2 == 0 ? 0 : 2;
        return bit(e[0], e[1], e[2]);
      }
    } // namespace



    VertexStars::VertexStars(const dealii::Triangulation<3> &triangulation,
                             const std::vector<MeshCell> &cells,
                             const Ids &neumann)
      : cells(cells)
      , stars(triangulation.n_vertices(),
              Star{{-1, -1, -1, -1, -1, -1, -1, -1}})
      , dirichlet_vertices(triangulation.n_vertices(), false)
      , dirichlet_lines(triangulation.n_raw_lines(), false)
      , dirichlet_faces(triangulation.n_raw_quads(), false)
    {
      for (std::size_t number = 0; number < cells.size(); ++number)
        {
          add(static_cast<std::int32_t>(number));
          mark_dirichlet(cells[number], neumann);
        }
    }



    void VertexStars::add(const std::int32_t number)
    {
      const MeshCell &cell = cells[static_cast<std::size_t>(number)];
      // A cell lies opposite to where the vertex is in the cell.
      for (unsigned int v = 0; v < 8; ++v)
        {
          std::int32_t &slot = stars[cell->vertex_index(v)][7 - v];
          TESSERA_REQUIRE(slot == -1,
                          InvalidInput,
                          "The mesh overlaps: "
                            << name_of(cell) << " and "
                            << name_of(cells[static_cast<std::size_t>(slot)])
                            << " are at the same place. Use a mesh whose cells "
                               "do not overlap.");
          slot = number;
        }
    }



    void VertexStars::mark_dirichlet(const MeshCell &cell, const Ids &neumann)
    {
      for (const unsigned int f : cell->face_indices())
        if (cell->face(f)->at_boundary())
          {
            check_children_of_face(cell, f, neumann);
            const auto face = cell->face(f);
            if (!is_dirichlet(face, neumann))
              continue;
            dirichlet_faces[static_cast<std::size_t>(face->index())] = true;
            for (unsigned int i = 0; i < 4; ++i)
              {
                dirichlet_vertices[face->vertex_index(i)] = true;
                dirichlet_lines[static_cast<std::size_t>(
                  face->line(i)->index())]                = true;
              }
          }
    }



    const VertexStars::Star &
    VertexStars::around(const unsigned int vertex) const
    {
      return stars[vertex];
    }



    bool VertexStars::is_free(const unsigned int vertex) const
    {
      return !dirichlet_vertices[vertex];
    }



    std::uint32_t VertexStars::dirichlet_mask(const MeshCell &cell) const
    {
      std::uint32_t mask = 0;
      for (unsigned int v = 0; v < 8; ++v)
        if (dirichlet_vertices[cell->vertex_index(v)])
          mask |= edge_bit(v, v);
      for (unsigned int l = 0; l < 12; ++l)
        if (dirichlet_lines[cell->line_index(l)])
          mask |= edge_bit(Geometry::line_to_cell_vertices(l, 0),
                           Geometry::line_to_cell_vertices(l, 1));
      for (unsigned int f = 0; f < 6; ++f)
        if (dirichlet_faces[cell->face_index(f)])
          mask |= face_bit(f);
      return mask;
    }



    void VertexStars::check_conformity(const unsigned int vertex) const
    {
      // Faces and edges are those of their vertices, so these are compared:
      // the first cell at each of 3x3x3 grid points decides which one is there.
      std::array<std::int32_t, 27> first_cell;
      std::array<unsigned int, 27> first_vertex;
      first_cell.fill(-1);
      for (unsigned int c = 0; c < 8; ++c)
        for (unsigned int v = 0; stars[vertex][c] >= 0 && v < 8; ++v)
          {
            const std::int32_t number = stars[vertex][c];
            const MeshCell &cell      = cells[static_cast<std::size_t>(number)];
            const std::size_t point   = (c & 1) + (v & 1) +
                                      3 * ((c >> 1 & 1) + (v >> 1 & 1)) +
                                      9 * ((c >> 2) + (v >> 2));
            if (first_cell[point] == -1)
              {
                first_cell[point]   = number;
                first_vertex[point] = cell->vertex_index(v);
              }
            TESSERA_REQUIRE(
              first_vertex[point] == cell->vertex_index(v),
              InvalidInput,
              "The mesh has a slit: "
                << name_of(cell) << " and "
                << name_of(cells[static_cast<std::size_t>(first_cell[point])])
                << " have a vertex in common and touch at "
                << name_of(cell->vertex(v))
                << ", but have two different vertices there. Merge them "
                   "(GridTools::delete_duplicated_vertices()).");
          }
    }
  } // namespace internal
} // namespace tessera
