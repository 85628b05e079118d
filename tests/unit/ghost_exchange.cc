// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One rank that is its own neighbour, as at periodic boundaries: all but MPI.

#include <tessera/base/exceptions.h>
#include <tessera/base/ghost_exchange.h>

#include "devices.h"
#include "loopback.h"
#include "reference/random.h"

#include <gtest/gtest.h>

using namespace tessera;

namespace
{
  // Four owned units of three entries and three ghost units, of which the last
  // is nobody's copy.
  const std::vector<GhostNeighbour> neighbours = {{0, {3, 1}, {4, 5}}};

  std::shared_ptr<const Partitioner> make_partitioner()
  {
    return std::make_shared<const Partitioner>(
      12, 9, std::make_shared<const test::Loopback>());
  }



  /** Owned entries 0 to 11, ghost entries 100. */
  template <typename Number>
  Vector<Number> make_vector(const Device &device,
                             const std::shared_ptr<const Partitioner> &p)
  {
    Vector<Number> x(device, p);
    x = Number(100);
    x.copy_from_host({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    return x;
  }



  template <typename Number>
  std::vector<Number> ghosts(const Vector<Number> &x)
  {
    std::vector<Number> values(x.n_ghost_entries());
    internal::copy_bytes(Device::host(),
                         values.data(),
                         x.device(),
                         x.data() + x.locally_owned_size(),
                         values.size() * sizeof(Number));
    return values;
  }



  template <typename Number>
  void check_exchange(const Device &device)
  {
    const auto partitioner = make_partitioner();
    GhostExchange<Number> exchange(device, partitioner, 3, neighbours);
    Vector<Number> x = make_vector<Number>(device, partitioner);
    for (int repetition = 0; repetition < 2; ++repetition)
      {
        x = make_vector<Number>(device, partitioner);
        exchange.update_ghost_values_start(x);
        // What has been sent may be changed.
        x.copy_from_host(std::vector<Number>(12, Number(1)));
        exchange.update_ghost_values_finish(x);
        EXPECT_EQ(ghosts(x),
                  std::vector<Number>({9, 10, 11, 3, 4, 5, 100, 100, 100}));
        exchange.compress(x);
        EXPECT_EQ(x.copy_to_host(),
                  std::vector<Number>({1, 1, 1, 4, 5, 6, 1, 1, 1, 10, 11, 12}));
        EXPECT_EQ(ghosts(x),
                  std::vector<Number>({9, 10, 11, 3, 4, 5, 100, 100, 100}));
      }
  }
} // namespace



class GhostExchangeTest : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         GhostExchangeTest,
                         test::device_names(),
                         test::device_name);



TEST_P(GhostExchangeTest, UpdatesAndCompresses)
{
  check_exchange<float>(device);
  check_exchange<double>(device);
}



TEST_P(GhostExchangeTest, CountsItsCopies)
{
  const auto partitioner = make_partitioner();
  GhostExchange<float> exchange(device, partitioner, 3, neighbours);
  Vector<float> x(device, partitioner);
  Device::reset_transfer_statistics();
  exchange.update_ghost_values(x);
  exchange.compress(x);
  const TransferStatistics copies = Device::transfer_statistics();
  EXPECT_EQ(copies.n_device_to_host, device.is_host() ? 0 : 2);
  EXPECT_EQ(copies.n_host_to_device, device.is_host() ? 0 : 2);
  EXPECT_EQ(copies.bytes_host_to_device, device.is_host() ? 0 : 2 * 6 * 4);
  EXPECT_EQ(copies.bytes_device_to_host, device.is_host() ? 0 : 2 * 6 * 4);
}



TEST_P(GhostExchangeTest, WithoutCommunicatorNothingIsExchanged)
{
  const auto alone = std::make_shared<const Partitioner>(12, 9);
  GhostExchange<double> exchange(device, alone, 3, {});
  Vector<double> x = make_vector<double>(device, alone);
  exchange.update_ghost_values(x);
  exchange.compress(x);
  EXPECT_EQ(ghosts(x), std::vector<double>(9, 100.));
  EXPECT_EQ(x.copy_to_host()[11], 11.);
  EXPECT_THROW(GhostExchange<double>(device, alone, 3, neighbours),
               InvalidInput);
}



TEST_P(GhostExchangeTest, BadPlansAreRefused)
{
  const auto partitioner = make_partitioner();
  const auto refuse      = [&](const int unit_size,
                          const std::vector<GhostNeighbour> &plan) {
    EXPECT_THROW(GhostExchange<double>(device, partitioner, unit_size, plan),
                 InvalidInput);
  };
  refuse(0, neighbours);
  refuse(2, neighbours);
  refuse(3, {{1, {3}, {4}}});
  refuse(3, {{-1, {3}, {4}}});
  refuse(3, {{0, {3}, {4}}, {0, {1}, {5}}});
  refuse(3, {{0, {4}, {4}}});
  refuse(3, {{0, {-1}, {4}}});
  refuse(3, {{0, {3}, {3}}});
  refuse(3, {{0, {3}, {7}}});
  refuse(3, {{0, {3, 3}, {4, 5}}});
  refuse(3, {{0, {3, 2}, {4, 4}}});
  refuse(3, {{0, {3, 2}, {4}}});
  EXPECT_THROW(GhostExchange<double>(device, nullptr, 3, neighbours),
               InvalidInput);
}



TEST_P(GhostExchangeTest, MisuseIsRefusedUnchanged)
{
  const auto partitioner = make_partitioner();
  GhostExchange<double> exchange(device, partitioner, 3, neighbours);
  Vector<double> x = make_vector<double>(device, partitioner);
  Vector<double> no_ghosts(device, 12);
  EXPECT_THROW(exchange.update_ghost_values(no_ghosts), InvalidInput);
  EXPECT_THROW(exchange.compress(no_ghosts), InvalidInput);
  EXPECT_THROW(exchange.update_ghost_values_finish(x), InvalidInput);
  EXPECT_THROW(exchange.compress_finish(x), InvalidInput);
  exchange.update_ghost_values_start(x);
  EXPECT_THROW(exchange.update_ghost_values_start(x), InvalidInput);
  EXPECT_THROW(exchange.compress_start(x), InvalidInput);
  EXPECT_THROW(exchange.compress_finish(x), InvalidInput);
  exchange.update_ghost_values_finish(x);
  EXPECT_EQ(ghosts(x),
            std::vector<double>({9, 10, 11, 3, 4, 5, 100, 100, 100}));
}
