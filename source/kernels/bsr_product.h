// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_bsr_product_h
#define tessera_kernels_bsr_product_h

#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // The product C = A B of block matrices, see BsrProduct. A pair is a block
    // of A and a block of B that meet; it is stored as the position of the
    // former in its row of A, times 2^32, plus that of the latter.

    /**
     * offsets_a = number of pairs with blocks of A before block a; returns the
     * number of all pairs.
     */
    template <typename Queue>
    std::int64_t bsr_product_count(const Queue &queue,
                                   ArrayView<const std::int32_t> A_columns,
                                   ArrayView<const std::int64_t> B_row_offsets,
                                   ArrayView<std::int64_t> offsets);

    /**
     * Lists the pairs by ascending a, then b, and the key of the block of C
     * to which each adds: block row times @p n_columns plus block column.
     */
    template <typename Queue>
    void bsr_product_expand(const Queue &queue,
                            ArrayView<const std::int64_t> A_row_offsets,
                            ArrayView<const std::int32_t> A_columns,
                            ArrayView<const std::int32_t> A_rows,
                            ArrayView<const std::int64_t> B_row_offsets,
                            ArrayView<const std::int32_t> B_columns,
                            ArrayView<const std::int64_t> offsets,
                            const std::int64_t n_columns,
                            ArrayView<std::uint64_t> keys,
                            ArrayView<std::int64_t> pairs);

    /**
     * Block b of C, in block row block_rows_b, becomes the sum of the products
     * pairs_k, pair_offsets_b <= k < pair_offsets_{b+1}, added in this order.
     * The values of C must not be those of A or B.
     */
    template <typename Queue, typename Number>
    void bsr_product_values(const Queue &queue,
                            const BsrView<const Number> A,
                            const BsrView<const Number> B,
                            ArrayView<const std::int32_t> block_rows,
                            ArrayView<const std::int64_t> pair_offsets,
                            ArrayView<const std::int64_t> pairs,
                            Number *values);
  } // namespace internal
} // namespace tessera

#endif
