// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_bsr_product_h
#define tessera_kernels_generic_bsr_product_h

#include "kernels/bsr_product.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    template <typename Queue>
    std::int64_t bsr_product_count(const Queue &queue,
                                   ArrayView<const std::int32_t> A_columns,
                                   ArrayView<const std::int64_t> B_row_offsets,
                                   ArrayView<std::int64_t> offsets)
    {
      for_each(queue,
               A_columns.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t a) {
                 const std::int64_t j = A_columns.data[a];
                 offsets.data[a] =
                   B_row_offsets.data[j + 1] - B_row_offsets.data[j];
               });
      return exclusive_scan(queue, offsets.data, offsets.size);
    }



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
                            ArrayView<std::int64_t> pairs)
    {
      for_each(
        queue, A_columns.size, [=] TESSERA_HOST_DEVICE(const std::int64_t a) {
          const std::int64_t i     = A_rows.data[a];
          const std::int64_t begin = B_row_offsets.data[A_columns.data[a]];
          const std::int64_t end   = B_row_offsets.data[A_columns.data[a] + 1];
          const std::int64_t in_A  = (a - A_row_offsets.data[i]) << 32;
          for (std::int64_t b = begin; b < end; ++b)
            {
              const std::int64_t k = offsets.data[a] + b - begin;
              keys.data[k] =
                static_cast<std::uint64_t>(i * n_columns + B_columns.data[b]);
              pairs.data[k] = in_A + (b - begin);
            }
        });
    }



    /** The blocks of one pair. */
    template <typename Number>
    TESSERA_HOST_DEVICE inline void locate_pair(const BsrView<const Number> &A,
                                                const BsrView<const Number> &B,
                                                const std::int64_t i,
                                                const std::int64_t pair,
                                                std::int64_t &a,
                                                std::int64_t &b)
    {
      a = A.row_offsets[i] + (pair >> 32);
      b = B.row_offsets[A.columns[a]] + (pair & 0xffffffff);
    }



    /** One row of a block of C a call, for shapes that the compiler knows. */
    template <int H, int K, int W, typename Queue, typename Number>
    void bsr_product_rows(const Queue &queue,
                          const BsrView<const Number> A,
                          const BsrView<const Number> B,
                          ArrayView<const std::int32_t> block_rows,
                          ArrayView<const std::int64_t> pair_offsets,
                          ArrayView<const std::int64_t> pairs,
                          Number *values)
    {
      for_each(queue,
               block_rows.size * H,
               [=] TESSERA_HOST_DEVICE(const std::int64_t n) {
                 const std::int64_t block = n / H;
                 const std::int64_t i     = block_rows.data[block];
                 const int r              = static_cast<int>(n % H);
                 Number sum[W]            = {};
                 for (std::int64_t p = pair_offsets.data[block];
                      p < pair_offsets.data[block + 1];
                      ++p)
                   {
                     std::int64_t a, b;
                     locate_pair(A, B, i, pairs.data[p], a, b);
                     for (int k = 0; k < K; ++k)
                       {
                         const Number factor = A.values[(a * H + r) * K + k];
                         const Number *row   = B.values + (b * K + k) * W;
                         for (int c = 0; c < W; ++c)
                           sum[c] += factor * row[c];
                       }
                   }
                 for (int c = 0; c < W; ++c)
                   values[n * W + c] = sum[c];
               });
    }



    /** One value of C a call, for any shape. */
    template <typename Queue, typename Number>
    void bsr_product_entries(const Queue &queue,
                             const BsrView<const Number> A,
                             const BsrView<const Number> B,
                             ArrayView<const std::int32_t> block_rows,
                             ArrayView<const std::int64_t> pair_offsets,
                             ArrayView<const std::int64_t> pairs,
                             Number *values)
    {
      const std::int64_t H = A.block_height;
      const std::int64_t K = A.block_width;
      const std::int64_t W = B.block_width;
      for_each(queue,
               block_rows.size * H * W,
               [=] TESSERA_HOST_DEVICE(const std::int64_t n) {
                 const std::int64_t block = n / (H * W);
                 const std::int64_t i     = block_rows.data[block];
                 const std::int64_t r     = n / W % H;
                 const std::int64_t c     = n % W;
                 Number sum               = Number();
                 for (std::int64_t p = pair_offsets.data[block];
                      p < pair_offsets.data[block + 1];
                      ++p)
                   {
                     std::int64_t a, b;
                     locate_pair(A, B, i, pairs.data[p], a, b);
                     for (std::int64_t k = 0; k < K; ++k)
                       sum += A.values[(a * H + r) * K + k] *
                              B.values[(b * K + k) * W + c];
                   }
                 values[n] = sum;
               });
    }



    template <typename Queue, typename Number>
    void bsr_product_values(const Queue &queue,
                            const BsrView<const Number> A,
                            const BsrView<const Number> B,
                            ArrayView<const std::int32_t> block_rows,
                            ArrayView<const std::int64_t> pair_offsets,
                            ArrayView<const std::int64_t> pairs,
                            Number *values)
    {
      const int H = A.block_height;
      const int K = A.block_width;
      const int W = B.block_width;
      if (H == 1 && K == 1 && W == 1)
        bsr_product_rows<1, 1, 1>(
          queue, A, B, block_rows, pair_offsets, pairs, values);
      else if (H == 3 && K == 3 && W == 6)
        bsr_product_rows<3, 3, 6>(
          queue, A, B, block_rows, pair_offsets, pairs, values);
      else if (H == 6 && K == 3 && W == 6)
        bsr_product_rows<6, 3, 6>(
          queue, A, B, block_rows, pair_offsets, pairs, values);
      else if (H == 6 && K == 6 && W == 6)
        bsr_product_rows<6, 6, 6>(
          queue, A, B, block_rows, pair_offsets, pairs, values);
      else
        bsr_product_entries(
          queue, A, B, block_rows, pair_offsets, pairs, values);
    }



    /** Names the kernels without numbers, for explicit instantiation. */
    template <typename Queue>
    struct BsrProductPlan
    {
      static constexpr auto count  = &bsr_product_count<Queue>;
      static constexpr auto expand = &bsr_product_expand<Queue>;
    };

    /** Names the numeric kernel, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct BsrProductValues
    {
      static constexpr auto values = &bsr_product_values<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
