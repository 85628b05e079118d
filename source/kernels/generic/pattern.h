// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_pattern_h
#define tessera_kernels_generic_pattern_h

#include "kernels/host_device.h"
#include "kernels/pattern.h"

namespace tessera
{
  namespace internal
  {
    /** Number of the n ascending keys that are below @p bound. */
    TESSERA_HOST_DEVICE inline std::int64_t
    lower_bound(const std::uint64_t *keys,
                const std::int64_t n,
                const std::uint64_t bound)
    {
      std::int64_t begin = 0, end = n;
      while (begin < end)
        {
          const std::int64_t middle = begin + (end - begin) / 2;
          if (keys[middle] < bound)
            begin = middle + 1;
          else
            end = middle;
        }
      return begin;
    }



    template <typename Queue>
    void pattern_keys(const Queue &queue,
                      ArrayView<const std::int32_t> rows,
                      ArrayView<const std::int32_t> columns,
                      const std::int64_t n_columns,
                      ArrayView<std::uint64_t> keys,
                      ArrayView<std::int64_t> order)
    {
      for_each(queue, keys.size, [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
        keys.data[k]  = static_cast<std::uint64_t>(rows.data[k] * n_columns +
                                                  columns.data[k]);
        order.data[k] = k;
      });
    }



    template <typename Queue, typename Value>
    void pattern_sort(const Queue &queue,
                      ArrayView<std::uint64_t> keys,
                      ArrayView<Value> values,
                      const int n_key_bits)
    {
      sort_by_key(queue, keys.data, values.data, keys.size, n_key_bits);
    }



    template <typename Queue>
    std::int64_t pattern_groups(const Queue &queue,
                                ArrayView<const std::uint64_t> keys,
                                ArrayView<std::int64_t> groups)
    {
      for_each(queue, keys.size, [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
        groups.data[k] = k == 0 || keys.data[k] != keys.data[k - 1] ? 1 : 0;
      });
      return exclusive_scan(queue, groups.data, groups.size);
    }



    template <typename Queue>
    void pattern_compress(const Queue &queue,
                          ArrayView<const std::uint64_t> keys,
                          ArrayView<const std::int64_t> groups,
                          const std::int64_t n_columns,
                          ArrayView<std::int64_t> row_offsets,
                          ArrayView<std::int32_t> columns,
                          ArrayView<std::int64_t> group_offsets)
    {
      const std::int64_t n = keys.size;
      for_each(queue, n + 1, [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
        if (k == n)
          group_offsets.data[columns.size] = n;
        else if (k == 0 || keys.data[k] != keys.data[k - 1])
          {
            group_offsets.data[groups.data[k]] = k;
            columns.data[groups.data[k]] =
              static_cast<std::int32_t>(keys.data[k] % n_columns);
          }
      });
      for_each(queue,
               row_offsets.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::int64_t k =
                   lower_bound(keys.data,
                               n,
                               static_cast<std::uint64_t>(i * n_columns));
                 row_offsets.data[i] = k < n ? groups.data[k] : columns.size;
               });
    }



    template <typename Queue>
    void pattern_offsets(const Queue &queue,
                         ArrayView<const std::uint64_t> keys,
                         ArrayView<std::int64_t> offsets)
    {
      for_each(
        queue, offsets.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          offsets.data[i] =
            lower_bound(keys.data, keys.size, static_cast<std::uint64_t>(i));
        });
    }



    template <typename Queue>
    void pattern_rows(const Queue &queue,
                      ArrayView<const std::int64_t> row_offsets,
                      ArrayView<std::int32_t> rows)
    {
      // An empty matrix may be without its one row offset.
      if (rows.size == 0)
        return;
      for_each(queue,
               row_offsets.size - 1,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 for (std::int64_t k = row_offsets.data[i];
                      k < row_offsets.data[i + 1];
                      ++k)
                   rows.data[k] = static_cast<std::int32_t>(i);
               });
    }



    template <typename Queue>
    void pattern_gather(const Queue &queue,
                        ArrayView<const std::int64_t> order,
                        ArrayView<const std::int32_t> values,
                        ArrayView<std::int32_t> gathered)
    {
      for_each(queue,
               order.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
                 gathered.data[k] = values.data[order.data[k]];
               });
    }



    template <typename Queue>
    std::int64_t
    pattern_first_difference(const Queue &queue,
                             ArrayView<const std::int64_t> row_offsets,
                             ArrayView<const std::int32_t> columns,
                             ArrayView<const std::int64_t> other_row_offsets,
                             ArrayView<const std::int32_t> other_columns)
    {
      const std::int64_t n_rows = row_offsets.size - 1;
      return n_rows -
             reduce_max(
               queue,
               n_rows,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> std::int64_t {
                 const std::int64_t end = row_offsets.data[i + 1];
                 if (other_row_offsets.data[i + 1] != end)
                   return n_rows - i;
                 for (std::int64_t k = row_offsets.data[i]; k < end; ++k)
                   if (k >= other_columns.size ||
                       columns.data[k] != other_columns.data[k])
                     return n_rows - i;
                 return 0;
               });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue>
    struct Pattern
    {
      static constexpr auto keys     = &pattern_keys<Queue>;
      static constexpr auto sort     = &pattern_sort<Queue, std::int64_t>;
      static constexpr auto groups   = &pattern_groups<Queue>;
      static constexpr auto compress = &pattern_compress<Queue>;
      static constexpr auto offsets  = &pattern_offsets<Queue>;
      static constexpr auto rows     = &pattern_rows<Queue>;
      static constexpr auto gather   = &pattern_gather<Queue>;
      static constexpr auto first_difference = &pattern_first_difference<Queue>;
    };
  } // namespace internal
} // namespace tessera

#endif
