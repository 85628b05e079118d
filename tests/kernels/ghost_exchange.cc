// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/ghost_exchange.h"

#include "base/ghost_exchange_plan.h"
#include "base/staging_buffer.h"
#include "devices.h"
#include "kernels/dispatch.h"
#include "reference/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

using namespace tessera;

namespace
{
  /** @p n_listed numbers below @p n_units in random order. */
  std::vector<std::int32_t>
  random_units(const int n_units, const int n_listed, const unsigned int seed)
  {
    std::vector<std::int32_t> units(n_units);
    std::iota(units.begin(), units.end(), 0);
    std::shuffle(units.begin(), units.end(), std::mt19937(seed));
    units.resize(n_listed);
    return units;
  }



  template <typename Number>
  void check_copies(const Device &device, const int n, const int n_units)
  {
    const auto units = random_units(n_units, n_units - n_units / 3, 1);
    const auto x     = reference::random_vector<Number>(n_units * n, 2);
    Array<Number> X(device, x);
    const Array<std::int32_t> device_units(device, units);
    const std::int64_t n_packed = units.size() * n;
    const internal::StagingBuffer<Number> buffer(device, n_packed);

    internal::dispatch(device, [&](const auto &queue) {
      internal::pack_units(
        queue, n, device_units.view(), std::as_const(X).data(), buffer.data());
    });
    device.synchronize();
    for (std::int64_t p = 0; p < n_packed; ++p)
      ASSERT_EQ(buffer.data()[p], x[units[p / n] * n + p % n]);

    std::vector<Number> expected = x;
    for (std::int64_t p = 0; p < n_packed; ++p)
      {
        buffer.data()[p]                   = static_cast<Number>(p + 2);
        expected[units[p / n] * n + p % n] = static_cast<Number>(p + 2);
      }
    internal::dispatch(device, [&](const auto &queue) {
      internal::unpack_units<std::decay_t<decltype(queue)>, Number>(
        queue, n, device_units.view(), buffer.data(), X.data());
    });
    EXPECT_EQ(X.copy_to_host(), expected);
  }



  template <typename Number>
  void check_addition(const Device &device, const int n, const int n_units)
  {
    // Some units three times, others not at all, as neighbours list them.
    std::vector<std::int32_t> units;
    for (unsigned int neighbour = 0; neighbour < 3; ++neighbour)
      {
        auto listed = random_units(n_units, n_units - n_units / 3, neighbour);
        units.insert(units.end(), listed.begin(), listed.end());
      }
    const auto x     = reference::random_vector<Number>(n_units * n, 3);
    const auto parts = reference::random_vector<Number>(units.size() * n, 4);
    const internal::StagingBuffer<Number> buffer(device, parts.size());
    std::copy(parts.begin(), parts.end(), buffer.data());

    const internal::UnitSums sums = internal::make_unit_sums(units);
    const Array<std::int32_t> sum_units(device, sums.units),
      offsets(device, sums.offsets), positions(device, sums.positions);
    Array<Number> X(device, x);
    internal::dispatch(device, [&](const auto &queue) {
      internal::add_units<std::decay_t<decltype(queue)>, Number>(
        queue,
        n,
        {sum_units.view(), offsets.data(), positions.data()},
        buffer.data(),
        X.data());
    });

    // The same order of additions, so the same bits.
    std::vector<Number> expected = x;
    for (std::size_t p = 0; p < parts.size(); ++p)
      expected[units[p / n] * n + p % n] += parts[p];
    EXPECT_EQ(X.copy_to_host(), expected);
  }
} // namespace



class GhostExchangeKernels : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         GhostExchangeKernels,
                         test::device_names(),
                         test::device_name);



TEST_P(GhostExchangeKernels, CopyUnits)
{
  for (const int n : {1, 3, 64, 343})
    for (const int n_units : {0, 1, 31, 33, 1000})
      {
        check_copies<float>(device, n, n_units);
        check_copies<double>(device, n, n_units);
      }
}



TEST_P(GhostExchangeKernels, AddUnitsInOrder)
{
  for (const int n : {1, 3, 64, 343})
    for (const int n_units : {0, 1, 31, 33, 1000})
      {
        check_addition<float>(device, n, n_units);
        check_addition<double>(device, n, n_units);
      }
}
