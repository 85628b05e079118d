// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_bsr_sorted_pattern_h
#define tessera_source_bsr_sorted_pattern_h

#include <tessera/base/array.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>
#include <utility>

namespace tessera
{
  namespace internal
  {
    /**
     * The pattern of a block matrix made from a list of keys with duplicates,
     * key = row n_columns + column, and which keys belong to each block.
     */
    struct SortedPattern
    {
      Array<std::int64_t> row_offsets;
      Array<std::int32_t> columns;
      Array<std::int64_t> group_offsets;
    };

    /**
     * Sorts @p keys, with @p values moved along, and returns their pattern. The
     * keys and values of block b are then group_offsets[b], ...,
     * group_offsets[b+1] - 1, in their former order.
     */
    SortedPattern sort_pattern(const std::int64_t n_rows,
                               const std::int64_t n_columns,
                               Array<std::uint64_t> &keys,
                               Array<std::int64_t> &values);

    /** The matrix of zeros with this pattern, which is copied. */
    template <typename Number>
    BsrMatrix<Number> make_zero_matrix(const std::int64_t n_columns,
                                       const int height,
                                       const int width,
                                       const Array<std::int64_t> &row_offsets,
                                       const Array<std::int32_t> &columns)
    {
      Array<Number> values(columns.device(), columns.size() * height * width);
      values.set_zero();
      return BsrMatrix<Number>(n_columns,
                               height,
                               width,
                               Array<std::int64_t>(row_offsets),
                               Array<std::int32_t>(columns),
                               std::move(values));
    }

    /** Number of bits of the keys 0, ..., n_keys - 1. */
    int n_key_bits(const std::int64_t n_keys);
  } // namespace internal
} // namespace tessera

#endif
