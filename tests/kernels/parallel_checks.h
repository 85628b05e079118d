// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_kernels_parallel_checks_h
#define tessera_tests_kernels_parallel_checks_h

/**
 * @file
 * Checks of the parallel layer, compiled by the host compiler in parallel.cc
 * and by nvcc in parallel_cuda.cu. Include the layer of the backend first.
 */

#include <tessera/base/array.h>

#include "reference/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace tessera
{
  namespace test
  {
    inline std::vector<std::uint64_t> random_keys(const int size,
                                                  const int n_bits)
    {
      std::mt19937_64 generator(7);
      std::vector<std::uint64_t> keys(size);
      for (std::uint64_t &key : keys)
        key = generator() >> (64 - n_bits);
      return keys;
    }



    template <typename Queue>
    void
    check_for_each(const Queue &queue, const Device &device, const int size)
    {
      Array<int> x(device, size);
      x.set_zero();
      const ArrayView<int> view = x.view();
      internal::for_each(queue,
                         size,
                         [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                           view.data[i] += static_cast<int>(3 * i + 1);
                         });
      const std::vector<int> result = x.copy_to_host();
      for (int i = 0; i < size; ++i)
        ASSERT_EQ(result[i], 3 * i + 1);
    }



    template <typename Queue>
    void check_for_each_pair(const Queue &queue,
                             const Device &device,
                             const int n,
                             const int m)
    {
      Array<int> x(device, n * m);
      x.set_zero();
      const ArrayView<int> view = x.view();
      internal::for_each(queue,
                         n,
                         m,
                         [=] TESSERA_HOST_DEVICE(const std::int64_t k,
                                                 const std::int64_t i) {
                           view.data[k * m + i] +=
                             static_cast<int>(1000 * k + i + 1);
                         });
      const std::vector<int> result = x.copy_to_host();
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < m; ++i)
          ASSERT_EQ(result[k * m + i], 1000 * k + i + 1);
    }



    template <typename Queue>
    void
    check_reductions(const Queue &queue, const Device &device, const int size)
    {
      const Array<double> x(device, reference::random_vector<double>(size, 5));
      const ArrayView<const double> view = x.view();

      const std::int64_t sum =
        internal::reduce_sum(queue,
                             size,
                             [=] TESSERA_HOST_DEVICE(const std::int64_t i)
                               -> std::int64_t { return i * i; });
      std::int64_t expected = 0;
      for (std::int64_t i = 0; i < size; ++i)
        expected += i * i;
      EXPECT_EQ(sum, expected);

      const double largest = internal::reduce_max(
        queue, size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> double {
          return view.data[i] - 10.;
        });
      const std::vector<double> values = x.copy_to_host();
      if (size == 0)
        EXPECT_EQ(largest, 0.);
      else
        EXPECT_EQ(largest,
                  *std::max_element(values.begin(), values.end()) - 10.);
    }



    template <typename Queue>
    void check_nan(const Queue &queue, const int size)
    {
      // Wherever the NaN stands, it must come out.
      const double nan = std::numeric_limits<double>::quiet_NaN();
      for (const int position : {0, size / 2, size - 1})
        {
          const double result =
            internal::reduce_max(queue,
                                 size,
                                 [=] TESSERA_HOST_DEVICE(
                                   const std::int64_t i) -> double {
                                   return i == position ? nan : 1. * i;
                                 });
          EXPECT_TRUE(std::isnan(result)) << "position " << position;
        }
    }



    template <typename Queue>
    void check_scan(const Queue &queue, const Device &device, const int size)
    {
      std::vector<std::int64_t> values(size);
      for (int i = 0; i < size; ++i)
        values[i] = (i * 7919) % 13 + (std::int64_t(1) << 33);
      Array<std::int64_t> x(device, values);
      const std::int64_t total =
        internal::exclusive_scan(queue, x.data(), size);

      std::int64_t partial = 0;
      for (std::int64_t &value : values)
        {
          const std::int64_t next = partial + value;
          value                   = partial;
          partial                 = next;
        }
      EXPECT_EQ(total, partial);
      EXPECT_EQ(x.copy_to_host(), values);
    }



    template <typename Queue>
    void check_sort(const Queue &queue,
                    const Device &device,
                    const int size,
                    const int n_bits)
    {
      const std::vector<std::uint64_t> keys = random_keys(size, n_bits);
      std::vector<std::int64_t> order(size);
      std::iota(order.begin(), order.end(), 0);

      Array<std::uint64_t> sorted_keys(device, keys);
      Array<std::int64_t> sorted_values(device, order);
      internal::sort_by_key(
        queue, sorted_keys.data(), sorted_values.data(), size, n_bits);

      std::stable_sort(order.begin(),
                       order.end(),
                       [&](const std::int64_t a, const std::int64_t b) {
                         return keys[a] < keys[b];
                       });
      EXPECT_EQ(sorted_values.copy_to_host(), order);

      std::vector<std::uint64_t> expected(size);
      for (int i = 0; i < size; ++i)
        expected[i] = keys[order[i]];
      EXPECT_EQ(sorted_keys.copy_to_host(), expected);

      const std::int64_t n_unique =
        internal::unique(queue, sorted_keys.data(), size);
      expected.erase(std::unique(expected.begin(), expected.end()),
                     expected.end());
      std::vector<std::uint64_t> kept = sorted_keys.copy_to_host();
      ASSERT_EQ(n_unique, static_cast<std::int64_t>(expected.size()));
      kept.resize(n_unique);
      EXPECT_EQ(kept, expected);
    }



    /** All checks at the sizes where warps and blocks end. */
    template <typename Queue>
    void check_parallel_layer(const Queue &queue, const Device &device)
    {
      for (const int size : {0, 1, 31, 33, 256, 257, 100003})
        {
          SCOPED_TRACE("size " + std::to_string(size));
          check_for_each(queue, device, size);
          for (const int m : {0, 1, 3, 64, 300})
            check_for_each_pair(queue, device, std::min(size, 257), m);
          check_reductions(queue, device, size);
          check_scan(queue, device, size);
          check_sort(queue, device, size, 5);
          check_sort(queue, device, size, 40);
          if (size > 0)
            check_nan(queue, size);
        }
    }
  } // namespace test
} // namespace tessera

#endif
