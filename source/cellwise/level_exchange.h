// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_level_exchange_h
#define tessera_cellwise_level_exchange_h

#include <tessera/base/ghost_exchange.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** The exchanges of CellwiseMesh::Ghosts for vectors of @p Number. */
    template <typename Number>
    struct LevelExchange
    {
      /** Collective. */
      LevelExchange(const Device &device,
                    const std::shared_ptr<const Partitioner> &partitioner,
                    const CellwiseMesh::Ghosts &ghosts)
        : around_vertices(device,
                          partitioner,
                          n_cell_values,
                          ghosts.around_vertices)
        , parents(device, partitioner, n_cell_values, ghosts.parents)
      {
        for (const auto &neighbours : ghosts.colours)
          colours.emplace_back(device, partitioner, n_cell_values, neighbours);
      }

      std::size_t memory_consumption() const
      {
        std::size_t bytes =
          around_vertices.memory_consumption() + parents.memory_consumption();
        for (const auto &colour : colours)
          bytes += colour.memory_consumption();
        return bytes;
      }

      GhostExchange<Number> around_vertices;
      GhostExchange<Number> parents;
      std::vector<GhostExchange<Number>> colours;
    };



    /**
     * Fetches the ghost cells around vertices of a vector of @p mesh. They are
     * copies and no part of its value, so that it may be constant. All ranks
     * call this together.
     */
    template <typename Number>
    inline void update_ghosts(const CellwiseMesh &mesh,
                              const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->around_vertices.update_ghost_values(
          const_cast<CellwiseVector<Number> &>(vector));
    }



    /** The same for ghost cells with children of this rank. */
    template <typename Number>
    inline void update_ghost_parents(const CellwiseMesh &mesh,
                                     const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->parents.update_ghost_values(
          const_cast<CellwiseVector<Number> &>(vector));
    }
  } // namespace internal
} // namespace tessera

#endif
