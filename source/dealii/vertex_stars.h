// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_vertex_stars_h
#define tessera_dealii_vertex_stars_h

#include "dealii/cell_checks.h"

#include <deal.II/base/types.h>

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /**
     * The cells of a level around each vertex, and what of the level is on the
     * Dirichlet boundary. Cells are numbers in the list that is given to the
     * constructor.
     */
    class VertexStars
    {
    public:
      /** Up to eight cells, x fastest; -1 for none. */
      using Star = std::array<std::int32_t, 8>;

      /**
       * @throws InvalidInput, naming the cell, if two cells are at the same
       * place, or if a face is on the Neumann boundary and its children are
       * not, or the other way round.
       */
      VertexStars(const dealii::Triangulation<3> &triangulation,
                  const std::vector<MeshCell> &cells,
                  const std::set<dealii::types::boundary_id> &neumann);

      const Star &around(const unsigned int vertex) const;

      /** Whether @p vertex is on no Dirichlet face. */
      bool is_free(const unsigned int vertex) const;

      /** The entry of CellwiseMesh::Description::dirichlet for @p cell. */
      std::uint32_t dirichlet_mask(const MeshCell &cell) const;

      /**
       * Refuses the star around @p vertex if two of its cells share the
       * vertex and not all else that they touch along.
       */
      void check_conformity(const unsigned int vertex) const;

    private:
      void add(const std::int32_t number);

      void mark_dirichlet(const MeshCell &cell,
                          const std::set<dealii::types::boundary_id> &neumann);

      std::vector<MeshCell> cells;
      std::vector<Star> stars;
      std::vector<bool> dirichlet_vertices;
      std::vector<bool> dirichlet_lines;
      std::vector<bool> dirichlet_faces;
    };
  } // namespace internal
} // namespace tessera

#endif
