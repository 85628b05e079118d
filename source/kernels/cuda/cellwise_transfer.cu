// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/contractions.cuh"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // One block of 64 threads for each parent; a thread has one value.

      __global__ void
      prolongate_kernel(const __grid_constant__ ChildTransform transform,
                        const std::int32_t *children,
                        const double s,
                        const double *coarse,
                        double *fine)
      {
        __shared__ double values[2][16];
        __shared__ double buffer[64];
        copy_by_block(&transform.values[0][0], 32, &values[0][0]);

        const int i               = static_cast<int>(threadIdx.x);
        const std::int64_t parent = blockIdx.x;
        const double mine         = coarse[64 * parent + i];
        for (int c = 0; c < 8; ++c)
          {
            const double value = transform_cell(values[c & 1],
                                                values[c >> 1 & 1],
                                                values[c >> 2],
                                                i,
                                                mine,
                                                buffer);
            double *entry =
              fine + 64 * static_cast<std::int64_t>(children[8 * parent + c]) +
              i;
            *entry = s == 0. ? value : s * *entry + value;
          }
      }



      __global__ void
      restrict_and_add_kernel(const __grid_constant__ ChildTransform transform,
                              const std::int32_t *children,
                              const double *fine,
                              double *coarse)
      {
        __shared__ double transposed[2][16];
        __shared__ double buffer[64];
        copy_by_block(&transform.transposed[0][0], 32, &transposed[0][0]);

        const int i               = static_cast<int>(threadIdx.x);
        const std::int64_t parent = blockIdx.x;
        double sum                = coarse[64 * parent + i];
        for (int c = 0; c < 8; ++c)
          {
            const std::int64_t child = children[8 * parent + c];
            sum += transform_cell(transposed[c & 1],
                                  transposed[c >> 1 & 1],
                                  transposed[c >> 2],
                                  i,
                                  fine[64 * child + i],
                                  buffer);
          }
        coarse[64 * parent + i] = sum;
      }
    } // namespace



    void cellwise_prolongate(const CudaQueue &queue,
                             const ChildTransform &transform,
                             ArrayView<const std::int32_t> children,
                             const double s,
                             ArrayView<const double> coarse,
                             ArrayView<double> fine)
    {
      if (children.size == 0)
        return;
      prolongate_kernel<<<static_cast<unsigned int>(children.size / 8),
                          64,
                          0,
                          queue.stream>>>(
        transform, children.data, s, coarse.data, fine.data);
      check_launch("cellwise_prolongate", queue.stream);
    }



    void cellwise_restrict_and_add(const CudaQueue &queue,
                                   const ChildTransform &transform,
                                   ArrayView<const std::int32_t> children,
                                   ArrayView<const double> fine,
                                   ArrayView<double> coarse)
    {
      if (children.size == 0)
        return;
      restrict_and_add_kernel<<<static_cast<unsigned int>(children.size / 8),
                                64,
                                0,
                                queue.stream>>>(transform,
                                                children.data,
                                                fine.data,
                                                coarse.data);
      check_launch("cellwise_restrict_and_add", queue.stream);
    }
  } // namespace internal
} // namespace tessera
