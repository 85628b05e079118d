// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_level_exchange_h
#define tessera_cellwise_level_exchange_h

#include <tessera/base/ghost_exchange.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include "base/ghost_exchange_plan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /**
     * A GhostExchange that is made when it is first used, with its buffers:
     * most vectors and sweeps need few of those of a level.
     */
    template <typename Number>
    class LazyExchange
    {
    public:
      /** Collective; checks the arguments as GhostExchange does. */
      LazyExchange(const Device &device,
                   const std::shared_ptr<const Partitioner> &partitioner,
                   const std::int64_t unit_size,
                   const std::vector<GhostNeighbour> &neighbours)
        : device(device)
        , partitioner(partitioner)
        , unit_size(unit_size)
        , neighbours(neighbours)
      {
        check_ghost_exchange(*partitioner, unit_size, neighbours);
      }

      /** Collective at the first call. */
      GhostExchange<Number> *operator->()
      {
        if (exchange == nullptr)
          exchange = std::make_unique<GhostExchange<Number>>(device,
                                                             partitioner,
                                                             unit_size,
                                                             neighbours);
        return exchange.get();
      }

      /** Of the exchange; the lists are short. */
      std::size_t memory_consumption() const
      {
        return exchange == nullptr ? 0 : exchange->memory_consumption();
      }

    private:
      Device device;
      std::shared_ptr<const Partitioner> partitioner;
      std::int64_t unit_size;
      std::vector<GhostNeighbour> neighbours;
      std::unique_ptr<GhostExchange<Number>> exchange;
    };



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

        LazyExchange<Number> start;
        std::vector<LazyExchange<Number>> colours;
      };

      /** Collective. */
      LevelExchange(const Device &device,
                    const std::shared_ptr<const Partitioner> &partitioner,
                    const CellwiseMesh::Ghosts &ghosts)
        : around_vertices(device,
                          partitioner,
                          n_cell_values,
                          ghosts.around_vertices)
        , shared_nodes(device, partitioner, 2, ghosts.shared_nodes)
        , parents(device, partitioner, n_cell_values, ghosts.parents)
        , sweeps{{{device, partitioner, ghosts.sweeps[0]},
                  {device, partitioner, ghosts.sweeps[1]}}}
      {}

      std::size_t memory_consumption() const
      {
        return around_vertices.memory_consumption() +
               shared_nodes.memory_consumption() +
               parents.memory_consumption() + sweeps[0].memory_consumption() +
               sweeps[1].memory_consumption();
      }

      LazyExchange<Number> around_vertices;
      LazyExchange<Number> shared_nodes;
      LazyExchange<Number> parents;
      std::array<Sweep, 2> sweeps;
    };



    /**
     * Begins to fetch the nodes of ghost cells that lie on owned cells, for a
     * vector of @p mesh. All ranks call this together.
     */
    template <typename Number>
    inline void update_shared_nodes_start(const CellwiseMesh &mesh,
                                          const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->shared_nodes->update_ghost_values_start(vector);
    }



    /**
     * The values are there afterwards. Ghost cells are copies and no part of
     * the value of the vector, so that it may be constant.
     */
    template <typename Number>
    inline void update_shared_nodes_finish(const CellwiseMesh &mesh,
                                           const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->shared_nodes->update_ghost_values_finish(
          const_cast<CellwiseVector<Number> &>(vector));
    }



    /** Fetches the ghost cells with children of this rank. */
    template <typename Number>
    inline void update_ghost_parents(const CellwiseMesh &mesh,
                                     const CellwiseVector<Number> &vector)
    {
      if (LevelExchange<Number> *exchange = mesh.exchange<Number>())
        exchange->parents->update_ghost_values(
          const_cast<CellwiseVector<Number> &>(vector));
    }
  } // namespace internal
} // namespace tessera

#endif
