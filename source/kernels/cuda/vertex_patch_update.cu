// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/vertex_patch_update.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/contractions.cuh"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // One block of 512 threads for each patch; a thread has one value of one
      // of the eight cells, and the first 125 threads have the patch nodes.
      constexpr int n_threads = 512;
      constexpr int n_nodes   = 125;



      /**
       * Number of the patch node at local node @p i of the cell with position
       * @p c in the patch, or -1 if it is on the surface of the patch.
       */
      __device__ inline int patch_node(const int c, const int i)
      {
        const int x = 3 * (c & 1) + (i & 3) - 1;
        const int y = 3 * (c >> 1 & 1) + (i >> 2 & 3) - 1;
        const int z = 3 * (c >> 2) + (i >> 4) - 1;
        const bool inside =
          x >= 0 && x < 5 && y >= 0 && y < 5 && z >= 0 && z < 5;
        return inside ? x + 5 * y + 25 * z : -1;
      }



      /** The sum of the up to eight copies of patch node @p node. */
      __device__ inline double sum_copies(const int node,
                                          const double *residual)
      {
        const int x = node % 5, y = node / 5 % 5, z = node / 25;
        double sum = 0.;
        for (int c = 0; c < 8; ++c)
          {
            const int i = x + 1 - 3 * (c & 1);
            const int j = y + 1 - 3 * (c >> 1 & 1);
            const int k = z + 1 - 3 * (c >> 2);
            if (i >= 0 && i < 4 && j >= 0 && j < 4 && k >= 0 && k < 4)
              sum += residual[64 * c + i + 4 * j + 16 * k];
          }
        return sum;
      }



      /**
       * Applies a 5x5 matrix, given row by row, to each axis of the values of
       * the patch, of which thread @p node < 125 has one. To be called by all
       * threads of the block.
       */
      __device__ inline double transform_patch(const double *matrix,
                                               const int node,
                                               const double mine,
                                               double *buffer)
      {
        double value          = mine;
        int stride            = 1;
        const bool takes_part = node < n_nodes;
        for (int axis = 0; axis < 3; ++axis, stride *= 5)
          {
            if (takes_part)
              buffer[node] = value;
            __syncthreads();
            const int row = node / stride % 5;
            if (takes_part)
              value = contract<5>(matrix + 5 * row,
                                  buffer + node - row * stride,
                                  stride);
            __syncthreads();
          }
        return value;
      }



      struct SharedTransform
      {
        double forward[16];
        double backward[16];
        double diagonal[64];
        double modes[25];
        double modes_transposed[25];
      };



      __device__ inline void load_transform(const PatchTransform &transform,
                                            SharedTransform &shared)
      {
        copy_by_block(transform.cell.forward, 16, shared.forward);
        copy_by_block(transform.cell.backward, 16, shared.backward);
        copy_by_block(transform.cell.diagonal, 64, shared.diagonal);
        copy_by_block(transform.modes, 25, shared.modes);
        const int i = static_cast<int>(threadIdx.x);
        if (i < 25)
          shared.modes_transposed[i] = transform.modes[i % 5 * 5 + i / 5];
      }



      __global__ void vertex_patch_update_kernel(
        const __grid_constant__ PatchTransform transform,
        const std::int32_t *patches,
        const double *rhs,
        double *u)
      {
        __shared__ SharedTransform t;
        __shared__ double buffer[n_threads];
        __shared__ double patch[n_nodes];
        load_transform(transform, t);

        const int thread = static_cast<int>(threadIdx.x);
        const int i      = thread % 64;
        const int c      = thread / 64;
        const std::int64_t cell =
          patches[8 * static_cast<std::int64_t>(blockIdx.x) + c];
        const std::int64_t entry = 64 * cell + i;
        const double old         = u[entry];
        double *my_cells         = buffer + 64 * c;

        double value =
          transform_cell(t.forward, t.forward, t.forward, i, old, my_cells);
        value *= t.diagonal[i];
        value = transform_cell(
          t.backward, t.backward, t.backward, i, value, my_cells);
        buffer[thread] = rhs[entry] - value;
        __syncthreads();

        double correction = thread < n_nodes ? sum_copies(thread, buffer) : 0.;
        correction =
          transform_patch(t.modes_transposed, thread, correction, patch);
        if (thread < n_nodes)
          correction *= transform.inverse_diagonal[thread];
        correction = transform_patch(t.modes, thread, correction, patch);
        if (thread < n_nodes)
          patch[thread] = correction;
        __syncthreads();

        const int node = patch_node(c, i);
        if (node >= 0)
          u[entry] = old + patch[node];
      }
    } // namespace



    void vertex_patch_update(const CudaQueue &queue,
                             const PatchTransform &transform,
                             ArrayView<const std::int32_t> patches,
                             ArrayView<const double> rhs,
                             ArrayView<double> u)
    {
      if (patches.size == 0)
        return;
      vertex_patch_update_kernel<<<static_cast<unsigned int>(patches.size / 8),
                                   n_threads,
                                   0,
                                   queue.stream>>>(transform,
                                                   patches.data,
                                                   rhs.data,
                                                   u.data);
      check_launch("vertex_patch_update", queue.stream);
    }
  } // namespace internal
} // namespace tessera
