// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_pattern_h
#define tessera_kernels_pattern_h

#include <tessera/base/array.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // Patterns of sparse matrices from sorted keys. The key of the block in
    // block row i and block column j is i n_columns + j. Setup only; every
    // result is the same on each device.

    /** keys_k = rows_k n_columns + columns_k, order_k = k */
    template <typename Queue>
    void pattern_keys(const Queue &queue,
                      ArrayView<const std::int32_t> rows,
                      ArrayView<const std::int32_t> columns,
                      const std::int64_t n_columns,
                      ArrayView<std::uint64_t> keys,
                      ArrayView<std::int64_t> order);

    /** Sorts keys below 2^n_key_bits and moves @p values along; stable. */
    template <typename Queue, typename Value>
    void pattern_sort(const Queue &queue,
                      ArrayView<std::uint64_t> keys,
                      ArrayView<Value> values,
                      const int n_key_bits);

    /**
     * groups_k = number of distinct ones among the keys before the k-th, for
     * ascending keys; returns the number of distinct keys.
     */
    template <typename Queue>
    std::int64_t pattern_groups(const Queue &queue,
                                ArrayView<const std::uint64_t> keys,
                                ArrayView<std::int64_t> groups);

    /**
     * The pattern of the distinct keys: @p row_offsets (one more than there
     * are rows), @p columns, and @p group_offsets (one more than there are
     * distinct keys): the keys of block b are group_offsets_b, ...,
     * group_offsets_{b+1} - 1.
     */
    template <typename Queue>
    void pattern_compress(const Queue &queue,
                          ArrayView<const std::uint64_t> keys,
                          ArrayView<const std::int64_t> groups,
                          const std::int64_t n_columns,
                          ArrayView<std::int64_t> row_offsets,
                          ArrayView<std::int32_t> columns,
                          ArrayView<std::int64_t> group_offsets);

    /** offsets_i = number of @p keys, which ascend, that are below i */
    template <typename Queue>
    void pattern_offsets(const Queue &queue,
                         ArrayView<const std::uint64_t> keys,
                         ArrayView<std::int64_t> offsets);

    /** rows_k = the row i with row_offsets_i <= k < row_offsets_{i+1} */
    template <typename Queue>
    void pattern_rows(const Queue &queue,
                      ArrayView<const std::int64_t> row_offsets,
                      ArrayView<std::int32_t> rows);

    /**
     * The first row in which two patterns of as many rows differ; the number of
     * rows if none does.
     */
    template <typename Queue>
    std::int64_t
    pattern_first_difference(const Queue &queue,
                             ArrayView<const std::int64_t> row_offsets,
                             ArrayView<const std::int32_t> columns,
                             ArrayView<const std::int64_t> other_row_offsets,
                             ArrayView<const std::int32_t> other_columns);

    /** gathered_k = values_{order_k} */
    template <typename Queue>
    void pattern_gather(const Queue &queue,
                        ArrayView<const std::int64_t> order,
                        ArrayView<const std::int32_t> values,
                        ArrayView<std::int32_t> gathered);
  } // namespace internal
} // namespace tessera

#endif
