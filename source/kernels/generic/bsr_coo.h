// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_bsr_coo_h
#define tessera_kernels_generic_bsr_coo_h

#include "kernels/bsr_coo.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    template <typename Queue, typename Number>
    void bsr_coo_sum(const Queue &queue,
                     const int block_size,
                     ArrayView<const std::int64_t> source_offsets,
                     ArrayView<const std::int64_t> source,
                     ArrayView<const Number> contributions,
                     ArrayView<Number> values)
    {
      const std::int64_t n = block_size;
      for_each(queue,
               values.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::int64_t b = i / n;
                 const std::int64_t v = i % n;
                 Number sum           = Number();
                 for (std::int64_t k = source_offsets.data[b];
                      k < source_offsets.data[b + 1];
                      ++k)
                   sum += contributions.data[source.data[k] * n + v];
                 values.data[i] = sum;
               });
    }



    template <typename Queue, typename Number>
    void bsr_transpose_blocks(const Queue &queue,
                              const int height,
                              const int width,
                              ArrayView<const std::int64_t> source,
                              ArrayView<const Number> original,
                              ArrayView<Number> values)
    {
      const std::int64_t n = height * width;
      for_each(queue,
               source.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
                 const Number *from = original.data + source.data[k] * n;
                 for (int c = 0; c < width; ++c)
                   for (int r = 0; r < height; ++r)
                     values.data[k * n + c * height + r] = from[r * width + c];
               });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct BsrCoo
    {
      static constexpr auto sum       = &bsr_coo_sum<Queue, Number>;
      static constexpr auto transpose = &bsr_transpose_blocks<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
