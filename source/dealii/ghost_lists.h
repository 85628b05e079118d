// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_ghost_lists_h
#define tessera_dealii_ghost_lists_h

#include <tessera/base/communicator.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include "dealii/level_cells.h"
#include "dealii/vertex_stars.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace tessera
{
  namespace internal
  {
    /**
     * The lists of what is shared on a level. A cell is sent to the ranks that
     * own a cell around one of its vertices. What happens to it at its other
     * vertices these ranks do not see, so that it is sent again before they
     * work on it the next time, see plan_sweep(). Both sides find that without
     * messages, and sort cells by their CellId.
     *
     * @p colour_of is the colour of vertex v of a cell, @p stars are those of
     * the first LevelCells::n_around_vertices cells.
     */
    CellwiseMesh::Ghosts describe_ghosts(
      const LevelCells &cells,
      const VertexStars &stars,
      const std::function<std::size_t(const MeshCell &, const unsigned int)>
        &colour_of,
      const bool with_parents,
      const std::shared_ptr<const Communicator> &ranks);
  } // namespace internal
} // namespace tessera

#endif
