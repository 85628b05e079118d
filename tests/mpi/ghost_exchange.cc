// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/base/ghost_exchange.h>
#include <tessera/mpi/mpi_communicator.h>

#include "devices.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>

using namespace tessera;

namespace
{
  /**
   * Units with owners and copies by chance, the same on all ranks. Rank 1 owns
   * nothing, rank 2 has no ghost units.
   */
  class Units
  {
  public:
    Units(const int n_units, const int unit_size)
      : ranks(std::make_shared<const MPICommunicator>(MPI_COMM_WORLD))
      , unit_size(unit_size)
      , owned(ranks->n_ranks())
      , ghosts(ranks->n_ranks())
    {
      std::mt19937 random(5);
      for (int u = 0; u < n_units; ++u)
        {
          const int owner = static_cast<int>(random() % ranks->n_ranks());
          owned[owner == 1 ? 0 : owner].push_back(u);
          // Also copies of what the rank owns itself, as at periodic
          // boundaries.
          for (int r = 0; r < ranks->n_ranks(); ++r)
            if (random() % 2 == 0 && r != 2)
              ghosts[r].push_back(u);
        }
      // Ghost units stand in any order in memory.
      for (auto &list : ghosts)
        std::shuffle(list.begin(), list.end(), random);
      const int r = ranks->rank();
      partitioner = std::make_shared<const Partitioner>(
        unit_size * std::int64_t(owned[r].size()),
        unit_size * std::int64_t(ghosts[r].size() + 1),
        ranks);
    }

    /** What ranks share, each list by ascending number of the unit. */
    std::vector<GhostNeighbour> neighbours() const
    {
      std::vector<GhostNeighbour> result;
      const int mine = ranks->rank();
      for (int r = ranks->n_ranks() - 1; r >= 0; --r)
        {
          GhostNeighbour neighbour = {r, {}, {}};
          for (const int u : sorted(ghosts[r]))
            if (position(owned[mine], u) >= 0)
              neighbour.owned_units.push_back(position(owned[mine], u));
          for (const int u : owned[r])
            if (position(ghosts[mine], u) >= 0)
              neighbour.ghost_units.push_back(owned[mine].size() +
                                              position(ghosts[mine], u));
          if (neighbour.owned_units.size() + neighbour.ghost_units.size() > 0)
            result.push_back(neighbour);
        }
      return result;
    }

    static std::vector<int> sorted(std::vector<int> list)
    {
      std::sort(list.begin(), list.end());
      return list;
    }

    static int position(const std::vector<int> &list, const int u)
    {
      const auto found = std::find(list.begin(), list.end(), u);
      return found == list.end() ? -1 : static_cast<int>(found - list.begin());
    }

    std::shared_ptr<const Communicator> ranks;
    int unit_size;
    std::vector<std::vector<int>> owned, ghosts;
    std::shared_ptr<const Partitioner> partitioner;
  };



  /** Entry @p i of unit @p u as rank @p r knows it. */
  template <typename Number>
  Number value(const int r, const int u, const int i)
  {
    return Number(1) / static_cast<Number>(7 + 3 * r + 11 * u + i);
  }



  template <typename Number>
  void append(std::vector<Number> &values,
              const std::vector<int> &units,
              const int r,
              const int unit_size)
  {
    for (const int u : units)
      for (int i = 0; i < unit_size; ++i)
        values.push_back(value<Number>(r, u, i));
  }



  /** Owned and ghost entries. */
  template <typename Number>
  std::vector<Number> all_entries(const Vector<Number> &x)
  {
    std::vector<Number> values(x.locally_owned_size() + x.n_ghost_entries());
    internal::copy_bytes(Device::host(),
                         values.data(),
                         x.device(),
                         x.data(),
                         values.size() * sizeof(Number));
    return values;
  }



  template <typename Number>
  void set_all_entries(Vector<Number> &x, const std::vector<Number> &values)
  {
    internal::copy_bytes(x.device(),
                         x.data(),
                         Device::host(),
                         values.data(),
                         values.size() * sizeof(Number));
  }



  template <typename Number>
  void check_update(const Device &device, const Units &units)
  {
    const int n = units.unit_size, mine = units.ranks->rank();
    GhostExchange<Number> exchange(device,
                                   units.partitioner,
                                   n,
                                   units.neighbours());
    std::vector<Number> owned, expected;
    append(owned, units.owned[mine], 0, n);
    expected = owned;
    append(expected, units.ghosts[mine], 0, n);
    // The last ghost unit has no owner and stays as it is.
    expected.insert(expected.end(), n, Number(9));

    Vector<Number> x(device, units.partitioner);
    for (int repetition = 0; repetition < 3; ++repetition)
      {
        x = Number(9);
        x.copy_from_host(owned);
        exchange.update_ghost_values_start(x);
        x *= Number(2);
        exchange.update_ghost_values_finish(x);
        x *= Number(0.5);
        ASSERT_EQ(all_entries(x), expected);
      }
  }



  template <typename Number>
  void check_compress(const Device &device, const Units &units)
  {
    const int n = units.unit_size, mine = units.ranks->rank();
    GhostExchange<Number> exchange(device,
                                   units.partitioner,
                                   n,
                                   units.neighbours());
    std::vector<Number> before, expected;
    append(before, units.owned[mine], 0, n);
    expected = before;
    append(before, units.ghosts[mine], mine + 1, n);
    before.insert(before.end(), n, std::numeric_limits<Number>::max());
    // In the order of the ranks, so with the same bits.
    for (int r = 0; r < units.ranks->n_ranks(); ++r)
      for (const int u : units.ghosts[r])
        if (Units::position(units.owned[mine], u) >= 0)
          for (int i = 0; i < n; ++i)
            expected[n * Units::position(units.owned[mine], u) + i] +=
              value<Number>(r + 1, u, i);
    expected.insert(expected.end(),
                    before.begin() + expected.size(),
                    before.end());

    Vector<Number> x(device, units.partitioner);
    for (int repetition = 0; repetition < 3; ++repetition)
      {
        set_all_entries(x, before);
        exchange.compress(x);
        ASSERT_EQ(all_entries(x), expected);
      }
  }



  /** The message of the InvalidInput that making an exchange throws. */
  std::string refusal(const Device &device,
                      const Units &units,
                      const std::vector<GhostNeighbour> &neighbours)
  {
    try
      {
        GhostExchange<double>(device,
                              units.partitioner,
                              units.unit_size,
                              neighbours);
      }
    catch (const InvalidInput &exception)
      {
        return exception.what();
      }
    return "nothing was refused";
  }
} // namespace



class DistributedGhostExchange : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         DistributedGhostExchange,
                         test::device_names(),
                         test::device_name);



TEST_P(DistributedGhostExchange, UpdatesAsTheOwnersSay)
{
  for (const int n : {1, 64})
    for (const int n_units : {0, 1, 33, 400})
      {
        check_update<float>(device, Units(n_units, n));
        check_update<double>(device, Units(n_units, n));
      }
}



TEST_P(DistributedGhostExchange, CompressesInTheOrderOfTheRanks)
{
  for (const int n : {1, 64})
    for (const int n_units : {0, 1, 33, 400})
      {
        check_compress<float>(device, Units(n_units, n));
        check_compress<double>(device, Units(n_units, n));
      }
}



TEST_P(DistributedGhostExchange, TwoAreUnderWayTogether)
{
  const Units units(100, 64);
  const int mine = units.ranks->rank();
  GhostExchange<float> first(device, units.partitioner, 64, units.neighbours());
  GhostExchange<double> second(device,
                               units.partitioner,
                               64,
                               units.neighbours());
  Vector<float> x(device, units.partitioner);
  Vector<double> y(device, units.partitioner);
  std::vector<float> xs;
  std::vector<double> ys;
  append(xs, units.owned[mine], 0, 64);
  append(ys, units.owned[mine], 1, 64);
  x.copy_from_host(xs);
  y.copy_from_host(ys);
  append(xs, units.ghosts[mine], 0, 64);
  append(ys, units.ghosts[mine], 1, 64);
  xs.insert(xs.end(), 64, 0.f);
  ys.insert(ys.end(), 64, 0.);

  first.update_ghost_values_start(x);
  second.update_ghost_values_start(y);
  second.update_ghost_values_finish(y);
  first.update_ghost_values_finish(x);
  EXPECT_EQ(all_entries(x), xs);
  EXPECT_EQ(all_entries(y), ys);
}



TEST_P(DistributedGhostExchange, AWrongPlanIsRefusedOnAllRanks)
{
  const Units units(100, 2);
  // The first rank forgets the last unit that the last rank waits for.
  const int last    = units.ranks->n_ranks() - 1;
  const int partner = last == 2 ? 1 : last;
  auto neighbours   = units.neighbours();
  if (units.ranks->rank() == 0)
    for (GhostNeighbour &neighbour : neighbours)
      if (neighbour.rank == partner)
        neighbour.owned_units.pop_back();
  const std::string message = refusal(device, units, neighbours);
  EXPECT_NE(message.find("rank 0 sends"), std::string::npos) << message;
  EXPECT_NE(message.find("to rank " + std::to_string(partner)),
            std::string::npos)
    << message;

  // A unit that is not there, on the last rank only.
  neighbours = units.neighbours();
  if (units.ranks->rank() == last && !neighbours.empty())
    neighbours.back().owned_units.assign(1, 1000);
  const std::string other = refusal(device, units, neighbours);
  EXPECT_NE(other.find("On rank " + std::to_string(last) +
                       ": A GhostExchange was given unit 1000"),
            std::string::npos)
    << other;
}
