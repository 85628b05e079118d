// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bsr/sorted_pattern.h"

#include "kernels/dispatch.h"
#include "kernels/pattern.h"

namespace tessera
{
  namespace internal
  {
    int n_key_bits(const std::int64_t n_keys)
    {
      int n_bits = 0;
      while (n_bits < 63 && (std::int64_t(1) << n_bits) < n_keys)
        ++n_bits;
      return n_bits;
    }



    SortedPattern sort_pattern(const std::int64_t n_rows,
                               const std::int64_t n_columns,
                               Array<std::uint64_t> &keys,
                               Array<std::int64_t> &values)
    {
      const Device &device = keys.device();
      Array<std::int64_t> groups(device, keys.size());
      const Array<std::uint64_t> &sorted_keys = keys;

      return dispatch(device, [&](const auto &queue) {
        pattern_sort(queue,
                     keys.view(),
                     values.view(),
                     n_key_bits(n_rows * n_columns));
        const std::int64_t n_blocks =
          pattern_groups(queue, sorted_keys.view(), groups.view());
        SortedPattern pattern{Array<std::int64_t>(device, n_rows + 1),
                              Array<std::int32_t>(device, n_blocks),
                              Array<std::int64_t>(device, n_blocks + 1)};
        pattern_compress(queue,
                         sorted_keys.view(),
                         ArrayView<const std::int64_t>{groups.data(),
                                                       groups.size()},
                         n_columns,
                         pattern.row_offsets.view(),
                         pattern.columns.view(),
                         pattern.group_offsets.view());
        return pattern;
      });
    }
  } // namespace internal
} // namespace tessera
