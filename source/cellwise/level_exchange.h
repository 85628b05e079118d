// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_level_exchange_h
#define tessera_cellwise_level_exchange_h

#include <tessera/base/ghost_exchange.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include <array>
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
      /** The exchanges of CellwiseMesh::Ghosts::Sweep. */
      struct Sweep
      {
        /** Collective. */
        Sweep(const Device &device,
              const std::shared_ptr<const Partitioner> &partitioner,
              const CellwiseMesh::Ghosts::Sweep &ghosts)
          : start(device, partitioner, n_cell_values, ghosts.start)
        {
          for (const auto &neighbours : ghosts.colours)
            colours.emplace_back(device,
                                 partitioner,
                                 n_cell_values,
                                 neighbours);
        }

        std::size_t memory_consumption() const
        {
          std::size_t bytes = start.memory_consumption();
          for (const auto &colour : colours)
            bytes += colour.memory_consumption();
          return bytes;
        }

        GhostExchange<Number> start;
        std::vector<GhostExchange<Number>> colours;
      };

      /** Collective. */
      LevelExchange(const Device &device,
                    const std::shared_ptr<const Partitioner> &partitioner,
                    const CellwiseMesh::Ghosts &ghosts)
        : around_vertices(device,
                          partitioner,
                          n_cell_values,
                          ghosts.around_vertices)
        , parents(device, partitioner, n_cell_values, ghosts.parents)
        , sweeps{{{device, partitioner, ghosts.sweeps[0]},
                  {device, partitioner, ghosts.sweeps[1]}}}
      {}

      std::size_t memory_consumption() const
      {
        return around_vertices.memory_consumption() +
               parents.memory_consumption() + sweeps[0].memory_consumption() +
               sweeps[1].memory_consumption();
      }

      GhostExchange<Number> around_vertices;
      GhostExchange<Number> parents;
      std::array<Sweep, 2> sweeps;
    };



    /**
     * Begins to fetch the ghost cells around vertices of a vector of @p mesh.
     * All ranks call this together.
     */
    template <typename Number>
    inline void update_ghosts_start(const CellwiseMesh &mesh,
                                    const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->around_vertices.update_ghost_values_start(vector);
    }



    /**
     * The ghost cells are there afterwards. They are copies and no part of the
     * value of the vector, so that it may be constant.
     */
    template <typename Number>
    inline void update_ghosts_finish(const CellwiseMesh &mesh,
                                     const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->around_vertices.update_ghost_values_finish(
          const_cast<CellwiseVector<Number> &>(vector));
    }



    /** Fetches the ghost cells with children of this rank. */
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
