// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_cellwise_box_lattice_h
#define tessera_source_cellwise_box_lattice_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <array>
#include <cstdint>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** Cells that fill a box. */
    struct BoxLattice
    {
      /** Cells an axis. */
      std::array<std::int64_t, 3> n_cells;

      /** Number of the cell at each position, x fastest. */
      std::vector<std::int32_t> cells;

      /** Whether the lower and the upper face of each axis are Dirichlet. */
      std::array<std::array<bool, 2>, 3> dirichlet;
    };

    /**
     * The arrangement of the cells of @p mesh, from its table of vertices.
     *
     * @throws InvalidInput, naming the cell, if there are no cells, if they do
     * not fill a box, or if a face is Dirichlet in part.
     */
    BoxLattice find_box_lattice(const CellwiseMesh &mesh);
  } // namespace internal
} // namespace tessera

#endif
