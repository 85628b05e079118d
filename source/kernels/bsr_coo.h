// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_bsr_coo_h
#define tessera_kernels_bsr_coo_h

#include <tessera/base/array.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * Block b of @p values, which has @p block_size values, becomes the sum of
     * the blocks source_k of @p contributions, source_offsets_b <= k <
     * source_offsets_{b+1}, added in this order.
     *
     * Reads every contribution once and 8 bytes for it, writes every block
     * once. A contribution must not overlap @p values.
     */
    template <typename Queue, typename Number>
    void bsr_coo_sum(const Queue &queue,
                     const int block_size,
                     ArrayView<const std::int64_t> source_offsets,
                     ArrayView<const std::int64_t> source,
                     ArrayView<const Number> contributions,
                     ArrayView<Number> values);

    /**
     * Block k of @p values becomes the transpose of block source_k of
     * @p original, whose blocks are height x width.
     */
    template <typename Queue, typename Number>
    void bsr_transpose_blocks(const Queue &queue,
                              const int height,
                              const int width,
                              ArrayView<const std::int64_t> source,
                              ArrayView<const Number> original,
                              ArrayView<Number> values);
  } // namespace internal
} // namespace tessera

#endif
