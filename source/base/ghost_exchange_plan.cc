// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>

#include "base/ghost_exchange_plan.h"

#include <algorithm>
#include <numeric>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      void check_neighbour_ranks(const Communicator *communicator,
                                 const std::vector<GhostNeighbour> &neighbours)
      {
        const int n_ranks =
          communicator == nullptr ? 0 : communicator->n_ranks();
        std::vector<bool> is_neighbour(static_cast<std::size_t>(n_ranks));
        for (const GhostNeighbour &neighbour : neighbours)
          {
            TESSERA_REQUIRE(neighbour.rank >= 0 && neighbour.rank < n_ranks,
                            InvalidInput,
                            "A GhostExchange was given the neighbour rank "
                              << neighbour.rank << ", but the communicator of "
                              << "its Partitioner has " << n_ranks
                              << " ranks (0 if there is none).");
            TESSERA_REQUIRE(!is_neighbour[neighbour.rank],
                            InvalidInput,
                            "A GhostExchange was given the neighbour rank "
                              << neighbour.rank
                              << " twice; join what is shared with it.");
            is_neighbour[neighbour.rank] = true;
          }
      }



      /**
       * Requires that all @p units are at least @p begin, less than
       * begin + listed.size(), and not yet listed; lists them.
       */
      void check_units(const std::vector<std::int32_t> &units,
                       const char *kind,
                       const int neighbour_rank,
                       const std::int64_t begin,
                       std::vector<bool> &listed)
      {
        for (const std::int32_t unit : units)
          {
            const std::int64_t end =
              begin + static_cast<std::int64_t>(listed.size());
            TESSERA_REQUIRE(unit >= begin && unit < end,
                            InvalidInput,
                            "A GhostExchange was given unit "
                              << unit << " as one of the " << kind
                              << " units shared with rank " << neighbour_rank
                              << "; these have numbers from " << begin
                              << " to below " << end << ".");
            TESSERA_REQUIRE(!listed[unit - begin],
                            InvalidInput,
                            "A GhostExchange was given "
                              << kind << " unit " << unit
                              << " shared with rank " << neighbour_rank
                              << " a second time; it may be sent to a rank "
                                 "once and has one owner.");
            listed[unit - begin] = true;
          }
      }



      void check_locally(const Partitioner &partitioner,
                         const std::int64_t unit_size,
                         const std::vector<GhostNeighbour> &neighbours)
      {
        TESSERA_REQUIRE(unit_size > 0 &&
                          partitioner.locally_owned_size() % unit_size == 0 &&
                          partitioner.n_ghost_entries() % unit_size == 0,
                        InvalidInput,
                        "A GhostExchange in units of "
                          << unit_size << " entries was given a Partitioner of "
                          << partitioner.locally_owned_size() << " owned and "
                          << partitioner.n_ghost_entries()
                          << " ghost entries; both must be whole units.");
        check_neighbour_ranks(partitioner.communicator().get(), neighbours);

        const std::int64_t n_owned =
          partitioner.locally_owned_size() / unit_size;
        std::vector<bool> is_listed_ghost(
          static_cast<std::size_t>(partitioner.n_ghost_entries() / unit_size));
        for (const GhostNeighbour &neighbour : neighbours)
          {
            std::vector<bool> is_sent(static_cast<std::size_t>(n_owned));
            check_units(
              neighbour.owned_units, "owned", neighbour.rank, 0, is_sent);
            check_units(neighbour.ghost_units,
                        "ghost",
                        neighbour.rank,
                        n_owned,
                        is_listed_ghost);
          }
      }



      /** Compares what each rank sends with what its neighbours expect. */
      void check_counts(const std::shared_ptr<const Communicator> &communicator,
                        const std::vector<GhostNeighbour> &neighbours)
      {
        const std::size_t n_ranks =
          static_cast<std::size_t>(communicator->n_ranks());
        std::vector<std::int64_t> n_sent(n_ranks), n_expected(n_ranks);
        for (const GhostNeighbour &neighbour : neighbours)
          {
            n_sent[neighbour.rank] =
              static_cast<std::int64_t>(neighbour.owned_units.size());
            n_expected[neighbour.rank] =
              static_cast<std::int64_t>(neighbour.ghost_units.size());
          }
        const std::vector<std::int64_t> n_coming =
          communicator->all_to_all(n_sent);
        check_on_all_ranks(communicator, [&] {
          for (std::size_t r = 0; r < n_ranks; ++r)
            TESSERA_REQUIRE(n_coming[r] == n_expected[r],
                            InvalidInput,
                            "A GhostExchange was told that rank "
                              << r << " sends " << n_coming[r]
                              << " owned units to rank " << communicator->rank()
                              << ", which expects " << n_expected[r]
                              << " ghost units from it; both must agree.");
        });
      }
    } // namespace



    void check_ghost_exchange(const Partitioner &partitioner,
                              const std::int64_t unit_size,
                              const std::vector<GhostNeighbour> &neighbours)
    {
      check_on_all_ranks(partitioner.communicator(), [&] {
        check_locally(partitioner, unit_size, neighbours);
      });
      if (partitioner.communicator() != nullptr)
        check_counts(partitioner.communicator(), neighbours);
    }



    UnitSums make_unit_sums(const std::vector<std::int32_t> &units)
    {
      UnitSums sums;
      sums.positions.resize(units.size());
      std::iota(sums.positions.begin(), sums.positions.end(), 0);
      std::stable_sort(sums.positions.begin(),
                       sums.positions.end(),
                       [&](const std::int32_t p, const std::int32_t q) {
                         return units[p] < units[q];
                       });
      for (std::size_t k = 0; k < units.size(); ++k)
        {
          const std::int32_t unit = units[sums.positions[k]];
          if (sums.units.empty() || sums.units.back() != unit)
            {
              sums.units.push_back(unit);
              sums.offsets.push_back(static_cast<std::int32_t>(k));
            }
        }
      sums.offsets.push_back(static_cast<std::int32_t>(units.size()));
      return sums;
    }
  } // namespace internal
} // namespace tessera
