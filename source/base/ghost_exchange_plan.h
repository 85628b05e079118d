// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_base_ghost_exchange_plan_h
#define tessera_source_base_ghost_exchange_plan_h

#include <tessera/base/ghost_exchange.h>

#include <vector>

namespace tessera
{
  namespace internal
  {
    /**
     * Collective; throws InvalidInput on all ranks unless the arguments of the
     * constructor of a GhostExchange are right everywhere.
     */
    void check_ghost_exchange(const Partitioner &partitioner,
                              const std::int64_t unit_size,
                              const std::vector<GhostNeighbour> &neighbours);

    /** UnitSumsView in host memory. */
    struct UnitSums
    {
      std::vector<std::int32_t> units, offsets, positions;
    };

    /** Where to add the units of a buffer: buffer unit p to unit units[p]. */
    UnitSums make_unit_sums(const std::vector<std::int32_t> &units);
  } // namespace internal
} // namespace tessera

#endif
