// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/bsr_spmv.h"

#include "kernels/block_shapes.h"
#include "kernels/cuda/check.cuh"
#include "kernels/generic/store_product.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr int threads_per_block = 256;

      /**
       * How the lanes of a warp share a block row: lane l of the
       * lanes_per_row holds value_count neighbouring values in a row of the
       * block, block_lanes lanes hold a block, and slots blocks are read at
       * once. With 9 lanes a 3x3 block and three loads ahead an H200 reads
       * 3.8 to 4.0 TB/s of the 4.6 that it can; nine loads ahead are slower.
       */
      template <int h, int w, int value_count, int lanes>
      struct Lanes
      {
        static constexpr int height        = h;
        static constexpr int width         = w;
        static constexpr int n_values      = value_count;
        static constexpr int lanes_per_row = lanes;
        static constexpr int block_lanes   = h * w / value_count;
        static constexpr int slots         = lanes / block_lanes;
        static constexpr int ahead         = 3;
        static_assert(w % value_count == 0 && slots > 0 && 32 % lanes == 0, "");
      };

      template <typename Shape>
      struct LanesOf;
      template <>
      struct LanesOf<BlockShape<1, 1>> : Lanes<1, 1, 1, 8>
      {};
      template <>
      struct LanesOf<BlockShape<3, 3>> : Lanes<3, 3, 1, 32>
      {};
      template <>
      struct LanesOf<BlockShape<3, 6>> : Lanes<3, 6, 2, 32>
      {};
      template <>
      struct LanesOf<BlockShape<6, 3>> : Lanes<6, 3, 3, 32>
      {};
      template <>
      struct LanesOf<BlockShape<6, 6>> : Lanes<6, 6, 3, 32>
      {};



      /**
       * Sum over the blocks k, k + slots, ... < end of the part of the row
       * that a lane holds; its first value in a block is at @p first and in
       * column @p c.
       */
      template <typename L, typename Number>
      __device__ Number lane_sum(const BsrView<const Number> &A,
                                 std::int64_t k,
                                 const std::int64_t end,
                                 const int first,
                                 const int c,
                                 const Number *x)
      {
        constexpr int n = L::n_values;
        Number sum      = Number();
        for (; k + (L::ahead - 1) * L::slots < end; k += L::ahead * L::slots)
          {
            Number a[L::ahead][n];
            std::int64_t column[L::ahead];
#pragma unroll
            for (int s = 0; s < L::ahead; ++s)
              {
                const std::int64_t block = k + s * L::slots;
                column[s]                = A.columns[block];
#pragma unroll
                for (int v = 0; v < n; ++v)
                  a[s][v] =
                    A.values[block * (L::height * L::width) + first + v];
              }
#pragma unroll
            for (int s = 0; s < L::ahead; ++s)
#pragma unroll
              for (int v = 0; v < n; ++v)
                sum += a[s][v] * __ldg(x + column[s] * L::width + c + v);
          }
        for (; k < end; k += L::slots)
#pragma unroll
          for (int v = 0; v < n; ++v)
            sum += A.values[k * (L::height * L::width) + first + v] *
                   __ldg(x + std::int64_t(A.columns[k]) * L::width + c + v);
        return sum;
      }



      template <typename L, typename Number>
      __global__ void __launch_bounds__(threads_per_block)
        spmv_kernel(const BsrView<const Number> A,
                    const Number *__restrict__ x,
                    const Number *b,
                    Number *y,
                    const ProductMode mode)
      {
        constexpr int lanes = L::lanes_per_row;
        constexpr int parts = L::slots * L::width / L::n_values;
        __shared__ Number partial[threads_per_block];

        const std::int64_t i =
          (std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x) / lanes;
        const int lane  = threadIdx.x % lanes;
        const int slot  = lane / L::block_lanes;
        const int first = (lane % L::block_lanes) * L::n_values;
        const int r     = first / L::width;
        const int c     = first % L::width;

        if (i < A.n_block_rows && slot < L::slots)
          {
            const int part = slot * (L::width / L::n_values) + c / L::n_values;
            partial[threadIdx.x - lane + r * parts + part] = lane_sum<L>(
              A, A.row_offsets[i] + slot, A.row_offsets[i + 1], first, c, x);
          }
        __syncwarp();
        if (i < A.n_block_rows && lane < L::height)
          {
            Number sum = Number();
#pragma unroll
            for (int part = 0; part < parts; ++part)
              sum += partial[threadIdx.x - lane + lane * parts + part];
            store_product(sum,
                          b + i * L::height + lane,
                          y + i * L::height + lane,
                          mode);
          }
      }



      /** One warp a row of scalars, for any shape. */
      template <typename Number>
      __global__ void __launch_bounds__(threads_per_block)
        spmv_kernel_of_any_shape(const BsrView<const Number> A,
                                 const Number *__restrict__ x,
                                 const Number *b,
                                 Number *y,
                                 const ProductMode mode)
      {
        const std::int64_t H = A.block_height;
        const std::int64_t W = A.block_width;
        const std::int64_t row =
          (std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
        const std::int64_t i = row / H;
        const std::int64_t r = row % H;
        if (i >= A.n_block_rows)
          return;
        const std::int64_t n = (A.row_offsets[i + 1] - A.row_offsets[i]) * W;
        Number sum           = Number();
        for (std::int64_t e = threadIdx.x % 32; e < n; e += 32)
          {
            const std::int64_t k = A.row_offsets[i] + e / W;
            sum +=
              A.values[(k * H + r) * W + e % W] * x[A.columns[k] * W + e % W];
          }
        for (int distance = 16; distance > 0; distance /= 2)
          sum += __shfl_down_sync(0xffffffffu, sum, distance);
        if (threadIdx.x % 32 == 0)
          store_product(sum, b + row, y + row, mode);
      }



      template <typename Number>
      __global__ void transposed_spmv_kernel(const BsrView<const Number> A,
                                             const Number *x,
                                             Number *y)
      {
        const std::int64_t H = A.block_height;
        const std::int64_t W = A.block_width;
        const std::int64_t i =
          (std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x) / 32;
        if (i >= A.n_block_rows)
          return;
        const std::int64_t n = (A.row_offsets[i + 1] - A.row_offsets[i]) * W;
        for (std::int64_t e = threadIdx.x % 32; e < n; e += 32)
          {
            const std::int64_t k = A.row_offsets[i] + e / W;
            Number sum           = Number();
            for (std::int64_t r = 0; r < H; ++r)
              sum += A.values[(k * H + r) * W + e % W] * x[i * H + r];
            atomicAdd(y + A.columns[k] * W + e % W, sum);
          }
      }



      unsigned int n_thread_blocks(const std::int64_t n_threads)
      {
        return static_cast<unsigned int>((n_threads + threads_per_block - 1) /
                                         threads_per_block);
      }
    } // namespace



    template <typename Number>
    void bsr_spmv(const CudaQueue &queue,
                  const BsrView<const Number> A,
                  ArrayView<const Number> x,
                  ArrayView<const Number> b,
                  ArrayView<Number> y,
                  const ProductMode mode)
    {
      if (A.n_block_rows == 0)
        return;
      const std::int64_t n_rows = A.n_block_rows;
      with_block_shape(A.block_height, A.block_width, [&](const auto shape) {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (Shape::height > 0)
          {
            using L = LanesOf<Shape>;
            spmv_kernel<L><<<n_thread_blocks(n_rows * L::lanes_per_row),
                             threads_per_block,
                             0,
                             queue.stream>>>(A, x.data, b.data, y.data, mode);
          }
        else
          spmv_kernel_of_any_shape<<<
            n_thread_blocks(n_rows * A.block_height * 32),
            threads_per_block,
            0,
            queue.stream>>>(A, x.data, b.data, y.data, mode);
      });
      check_launch("bsr_spmv", queue.stream);
    }



    template <typename Number>
    void bsr_transposed_spmv(const CudaQueue &queue,
                             const BsrView<const Number> A,
                             ArrayView<const Number> x,
                             ArrayView<Number> y)
    {
      if (A.n_block_rows == 0)
        return;
      transposed_spmv_kernel<<<n_thread_blocks(std::int64_t(A.n_block_rows) *
                                               32),
                               threads_per_block,
                               0,
                               queue.stream>>>(A, x.data, y.data);
      check_launch("bsr_transposed_spmv", queue.stream);
    }



    template void bsr_spmv(const CudaQueue &,
                           const BsrView<const float>,
                           ArrayView<const float>,
                           ArrayView<const float>,
                           ArrayView<float>,
                           const ProductMode);
    template void bsr_spmv(const CudaQueue &,
                           const BsrView<const double>,
                           ArrayView<const double>,
                           ArrayView<const double>,
                           ArrayView<double>,
                           const ProductMode);

    template void bsr_transposed_spmv(const CudaQueue &,
                                      const BsrView<const float>,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void bsr_transposed_spmv(const CudaQueue &,
                                      const BsrView<const double>,
                                      ArrayView<const double>,
                                      ArrayView<double>);
  } // namespace internal
} // namespace tessera
