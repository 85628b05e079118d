// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_level_cells_h
#define tessera_dealii_level_cells_h

#include <tessera/base/communicator.h>

#include "dealii/cell_checks.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /**
     * The ranks that @p triangulation is distributed over; null if it is on
     * this process alone. Collective.
     */
    std::shared_ptr<const Communicator>
    ranks_of(const dealii::Triangulation<3> &triangulation);

    /** Whether @p cell of a level belongs to this one of @p ranks. */
    bool is_owned(const MeshCell &cell,
                  const std::shared_ptr<const Communicator> &ranks);

    /** Whether one of its children belongs to this one of @p ranks. */
    bool has_owned_child(const MeshCell &cell,
                         const std::shared_ptr<const Communicator> &ranks);

    /** The order of cells that all ranks agree on. */
    bool is_earlier(const MeshCell &a, const MeshCell &b);

    /** The cells of a level that a rank knows, in the order of the mesh. */
    struct LevelCells
    {
      /**
       * Owned ones in the order of the triangulation, then those of other
       * ranks around their vertices, then those of other ranks that only have
       * owned children. The last two are in the order of their CellId each.
       */
      std::vector<MeshCell> cells;

      std::size_t n_owned = 0;

      /** Number of all but the last ones. */
      std::size_t n_around_vertices = 0;
    };

    /** Parents of owned cells are ghosts too if @p with_parents. */
    LevelCells
    find_level_cells(const dealii::Triangulation<3> &triangulation,
                     const unsigned int level,
                     const bool with_parents,
                     const std::shared_ptr<const Communicator> &ranks);
  } // namespace internal
} // namespace tessera

#endif
