// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/bsr_spmv.h"

#include "kernels/block_shapes.h"
#include "kernels/generic/store_product.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** The rows of block row i, for a shape that the compiler knows. */
      template <typename Shape, typename Number>
      inline void multiply_row(const BsrView<const Number> &A,
                               const std::int64_t i,
                               const Number *x,
                               const Number *b,
                               Number *y,
                               const ProductMode mode)
      {
        constexpr int H = Shape::height;
        constexpr int W = Shape::width;
        Number sum[H]   = {};
        for (std::int64_t k = A.row_offsets[i]; k < A.row_offsets[i + 1]; ++k)
          {
            const Number *block   = A.values + k * (H * W);
            const Number *x_block = x + std::int64_t(A.columns[k]) * W;
            for (int r = 0; r < H; ++r)
              for (int c = 0; c < W; ++c)
                sum[r] += block[r * W + c] * x_block[c];
          }
        for (int r = 0; r < H; ++r)
          store_product(sum[r], b + i * H + r, y + i * H + r, mode);
      }



      /** The same for any shape. */
      template <typename Number>
      inline void multiply_row_of_any_shape(const BsrView<const Number> &A,
                                            const std::int64_t i,
                                            const Number *x,
                                            const Number *b,
                                            Number *y,
                                            const ProductMode mode)
      {
        const std::int64_t H = A.block_height;
        const std::int64_t W = A.block_width;
        for (std::int64_t r = 0; r < H; ++r)
          {
            Number sum = Number();
            for (std::int64_t k = A.row_offsets[i]; k < A.row_offsets[i + 1];
                 ++k)
              for (std::int64_t c = 0; c < W; ++c)
                sum += A.values[(k * H + r) * W + c] * x[A.columns[k] * W + c];
            store_product(sum, b + i * H + r, y + i * H + r, mode);
          }
      }
    } // namespace



    template <typename Number>
    void bsr_spmv(const PortableQueue &,
                  const BsrView<const Number> A,
                  ArrayView<const Number> x,
                  ArrayView<const Number> b,
                  ArrayView<Number> y,
                  const ProductMode mode)
    {
      with_block_shape(A.block_height, A.block_width, [&](const auto shape) {
        using Shape = std::decay_t<decltype(shape)>;
        Kokkos::parallel_for(
          "tessera::bsr_spmv",
          HostRange(0, A.n_block_rows),
          [A, x, b, y, mode](const std::int64_t i) {
            if constexpr (Shape::height > 0)
              multiply_row<Shape>(A, i, x.data, b.data, y.data, mode);
            else
              multiply_row_of_any_shape(A, i, x.data, b.data, y.data, mode);
          });
      });
    }



    template <typename Number>
    void bsr_transposed_spmv(const PortableQueue &,
                             const BsrView<const Number> A,
                             ArrayView<const Number> x,
                             ArrayView<Number> y)
    {
      const std::int64_t H = A.block_height;
      const std::int64_t W = A.block_width;
      Kokkos::parallel_for(
        "tessera::bsr_transposed_spmv",
        HostRange(0, A.n_block_rows),
        [=](const std::int64_t i) {
          for (std::int64_t k = A.row_offsets[i]; k < A.row_offsets[i + 1]; ++k)
            for (std::int64_t c = 0; c < W; ++c)
              {
                Number sum = Number();
                for (std::int64_t r = 0; r < H; ++r)
                  sum += A.values[(k * H + r) * W + c] * x.data[i * H + r];
                Kokkos::atomic_add(y.data + A.columns[k] * W + c, sum);
              }
        });
    }



    template void bsr_spmv(const PortableQueue &,
                           const BsrView<const float>,
                           ArrayView<const float>,
                           ArrayView<const float>,
                           ArrayView<float>,
                           const ProductMode);
    template void bsr_spmv(const PortableQueue &,
                           const BsrView<const double>,
                           ArrayView<const double>,
                           ArrayView<const double>,
                           ArrayView<double>,
                           const ProductMode);

    template void bsr_transposed_spmv(const PortableQueue &,
                                      const BsrView<const float>,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void bsr_transposed_spmv(const PortableQueue &,
                                      const BsrView<const double>,
                                      ArrayView<const double>,
                                      ArrayView<double>);
  } // namespace internal
} // namespace tessera
