// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_portable_parallel_h
#define tessera_kernels_portable_parallel_h

#include "kernels/host_device.h"
#include "kernels/parallel.h"
#include "kernels/queue.h"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace tessera
{
  namespace internal
  {
    using HostRange = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace,
                                          Kokkos::IndexType<std::int64_t>>;

    template <typename Function>
    void
    for_each(const PortableQueue &, const std::int64_t n, const Function &f)
    {
      Kokkos::parallel_for("tessera::for_each", HostRange(0, n), f);
    }



    template <typename Function>
    void for_each(const PortableQueue &,
                  const std::int64_t n,
                  const std::int64_t m,
                  const Function &f)
    {
      Kokkos::parallel_for("tessera::for_each",
                           HostRange(0, n),
                           [f, m](const std::int64_t k) {
                             for (std::int64_t i = 0; i < m; ++i)
                               f(k, i);
                           });
    }



    /**
     * The sum of f(i) for first <= i < last in eight sums, since each addition
     * waits for the one before it.
     */
    template <typename T, typename Function>
    T sum_of_range(const std::int64_t first,
                   const std::int64_t last,
                   const Function &f)
    {
      T sums[8]      = {};
      std::int64_t i = first;
      for (; i + 8 <= last; i += 8)
        for (int k = 0; k < 8; ++k)
          sums[k] += f(i + k);
      for (; i < last; ++i)
        sums[0] += f(i);
      return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
             ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }



    template <typename Function>
    auto
    reduce_sum(const PortableQueue &, const std::int64_t n, const Function &f)
    {
      using T                      = decltype(f(std::int64_t()));
      constexpr std::int64_t block = 4096;
      T sum                        = T();
      Kokkos::parallel_reduce(
        "tessera::reduce_sum",
        HostRange(0, (n + block - 1) / block),
        [f, n](const std::int64_t b, T &partial) {
          partial +=
            sum_of_range<T>(b * block, std::min(n, (b + 1) * block), f);
        },
        sum);
      return sum;
    }



    template <typename Function>
    auto
    reduce_max(const PortableQueue &, const std::int64_t n, const Function &f)
    {
      using T = decltype(f(std::int64_t()));
      // Kokkos::Max drops a NaN, so the host loop is written out; the host
      // execution space of the supported packages is serial anyway.
      T largest = n > 0 ? f(0) : T();
      for (std::int64_t i = 1; i < n && largest == largest; ++i)
        {
          const T value = f(i);
          if (!(value <= largest))
            largest = value;
        }
      return largest;
    }



    template <typename T>
    T exclusive_scan(const PortableQueue &, T *x, const std::int64_t n)
    {
      T total = T();
      Kokkos::parallel_scan(
        "tessera::exclusive_scan",
        HostRange(0, n),
        [x](const std::int64_t i, T &partial, const bool is_final) {
          const T value = x[i];
          if (is_final)
            x[i] = partial;
          partial += value;
        },
        total);
      return total;
    }



    /** One stable pass of a radix sort by 8 bits of the keys from @p shift. */
    template <typename Value>
    void sort_by_digit(const std::vector<std::pair<std::uint64_t, Value>> &from,
                       std::vector<std::pair<std::uint64_t, Value>> &to,
                       const int shift)
    {
      std::array<std::size_t, 257> begin{};
      for (const auto &pair : from)
        ++begin[((pair.first >> shift) & 255) + 1];
      std::partial_sum(begin.begin(), begin.end(), begin.begin());
      for (const auto &pair : from)
        to[begin[(pair.first >> shift) & 255]++] = pair;
    }



    template <typename Value>
    void sort_by_key(const PortableQueue &,
                     std::uint64_t *keys,
                     Value *values,
                     const std::int64_t n,
                     const int n_key_bits)
    {
      std::vector<std::pair<std::uint64_t, Value>> pairs(
        static_cast<std::size_t>(n));
      for (std::int64_t i = 0; i < n; ++i)
        pairs[i] = {keys[i], values[i]};
      auto sorted = pairs;
      for (int shift = 0; shift < n_key_bits; shift += 8)
        {
          sort_by_digit(pairs, sorted, shift);
          pairs.swap(sorted);
        }
      for (std::int64_t i = 0; i < n; ++i)
        {
          keys[i]   = pairs[i].first;
          values[i] = pairs[i].second;
        }
    }



    inline std::int64_t
    unique(const PortableQueue &, std::uint64_t *keys, const std::int64_t n)
    {
      return std::unique(keys, keys + n) - keys;
    }
  } // namespace internal
} // namespace tessera

#endif
