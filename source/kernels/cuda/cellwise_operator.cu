// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_operator.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/contractions.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A thread has one value, a block four cells.
      constexpr int cells_per_block = 4;



      __global__ void
      cellwise_operator_kernel(const __grid_constant__ CellTransform transform,
                               const double s,
                               const double *base,
                               const double a,
                               const double *src,
                               double *dst,
                               const std::int64_t n_cells)
      {
        __shared__ double forward[16], backward[16], diagonal[64];
        __shared__ double buffers[64 * cells_per_block];
        copy_by_block(transform.forward, 16, forward);
        copy_by_block(transform.backward, 16, backward);
        copy_by_block(transform.diagonal, 64, diagonal);

        const int i    = static_cast<int>(threadIdx.x) % 64;
        const int slot = static_cast<int>(threadIdx.x) / 64;
        const std::int64_t cell =
          static_cast<std::int64_t>(blockIdx.x) * cells_per_block + slot;
        const bool exists        = cell < n_cells;
        const std::int64_t entry = 64 * cell + i;
        double *buffer           = buffers + 64 * slot;

        double value = exists ? src[entry] : 0.;
        value = transform_cell(forward, forward, forward, i, value, buffer);
        value *= a * diagonal[i];
        value = transform_cell(backward, backward, backward, i, value, buffer);
        if (exists)
          dst[entry] = s == 0. ? value : s * base[entry] + value;
      }
    } // namespace



    void cellwise_operator(const CudaQueue &queue,
                           const CellTransform &transform,
                           const double s,
                           ArrayView<const double> base,
                           const double a,
                           ArrayView<const double> src,
                           ArrayView<double> dst)
    {
      const std::int64_t n_cells = dst.size / 64;
      if (n_cells == 0)
        return;
      const auto n_blocks = static_cast<unsigned int>(
        (n_cells + cells_per_block - 1) / cells_per_block);
      cellwise_operator_kernel<<<n_blocks,
                                 64 * cells_per_block,
                                 0,
                                 queue.stream>>>(
        transform, s, base.data, a, src.data, dst.data, n_cells);
      check_launch("cellwise_operator", queue.stream);
    }
  } // namespace internal
} // namespace tessera
