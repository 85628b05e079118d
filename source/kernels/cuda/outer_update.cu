// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/outer_update.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/lanes.cuh"
#include "kernels/runtime.h"

#include <cub/block/block_reduce.cuh>

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr int n_threads  = 256;
      constexpr int max_blocks = 1024;
      using BlockSum           = cub::BlockReduce<double, n_threads>;



      /** *result = the sum of @p value over the block. */
      __device__ void store_block_sum(const double value, double *result)
      {
        __shared__ typename BlockSum::TempStorage storage;
        const double sum = BlockSum(storage).Sum(value);
        if (threadIdx.x == 0)
          *result = sum;
      }



      /** A thread has four values at a time. */
      template <typename Number>
      __global__ void __launch_bounds__(n_threads)
        outer_update_kernel(const Number *z,
                            const double *r,
                            double *x,
                            const std::int64_t n,
                            double *sums)
      {
        wait_for_previous_kernel();
        double sum = 0.;
        for (std::int64_t i =
               4 * (static_cast<std::int64_t>(blockIdx.x) * n_threads +
                    threadIdx.x);
             i < n;
             i += 4 * static_cast<std::int64_t>(gridDim.x) * n_threads)
          {
            Number correction[4];
            double solution[4], residual[4];
            read_line(z + i, correction);
            read_line(x + i, solution);
            read_line(r + i, residual);
            TESSERA_UNROLL
            for (int k = 0; k < 4; ++k)
              {
                solution[k] += correction[k];
                sum = fma(residual[k], static_cast<double>(correction[k]), sum);
              }
            write_line(solution, x + i);
          }
        store_block_sum(sum, sums + blockIdx.x);
      }



      __global__ void __launch_bounds__(n_threads)
        sum_kernel(const double *sums, const int n, double *result)
      {
        wait_for_previous_kernel();
        double sum = 0.;
        for (int i = threadIdx.x; i < n; i += n_threads)
          sum += sums[i];
        store_block_sum(sum, result);
      }
    } // namespace



    template <typename Number>
    void outer_update(const CudaQueue &queue,
                      const ArrayView<const Number> z,
                      const ArrayView<const double> r,
                      const ArrayView<double> x,
                      double *const pairing)
    {
      const auto n_blocks = static_cast<int>(std::clamp<std::int64_t>(
        (x.size / 4 + n_threads - 1) / n_threads, 1, max_blocks));
      auto *sums          = static_cast<double *>(
        scratch_memory(queue, max_blocks * sizeof(double)));
      launch_early("outer_update",
                   outer_update_kernel<Number>,
                   n_blocks,
                   n_threads,
                   0,
                   queue.stream,
                   z.data,
                   r.data,
                   x.data,
                   x.size,
                   sums);
      launch_early("outer_update",
                   sum_kernel,
                   1,
                   n_threads,
                   0,
                   queue.stream,
                   sums,
                   n_blocks,
                   pairing);
    }

    template void outer_update(const CudaQueue &,
                               ArrayView<const float>,
                               ArrayView<const double>,
                               ArrayView<double>,
                               double *);
    template void outer_update(const CudaQueue &,
                               ArrayView<const double>,
                               ArrayView<const double>,
                               ArrayView<double>,
                               double *);
  } // namespace internal
} // namespace tessera
