// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/small_cycle.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/child_planes.cuh"
#include "kernels/cuda/plane_update.cuh"

#include <cuda_pipeline_primitives.h>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr int n_fine   = 64;
      constexpr int n_coarse = 8;
      constexpr int n_warps  = 8;

      /** Patches of the finer level: one a vertex in the interior. */
      constexpr int n_patches = 27;



      struct alignas(16) SmallMemory
      {
        float rhs[64 * n_fine];
        float u[64 * n_fine];
        float coarse_rhs[64 * n_coarse];
        float coarse_u[64 * n_coarse];
        float diagonal[64];
        float scratch[n_warps][scratch_floats];
        PlaneTile<float> tiles[n_warps];
        LineTranspose<float> transposes[n_warps];
        ChildMatrices<float> prolongation;
        ChildMatrices<float> restriction;
        std::int32_t patches[8 * n_patches];
        std::int32_t children[n_fine];
      };



      /** The lines of cells have their places as in PlaneUpdate. */
      __device__ inline int place(const int cell, const int line)
      {
        return 64 * cell + PlaneUpdate::place(line, false);
      }



      /** What a block does; each function is called by all of its threads. */
      class SmallCycle
      {
      public:
        __device__ SmallCycle(const SmallLevels &levels, SmallMemory &memory)
          : levels(levels)
          , memory(memory)
          , warp(threadIdx.x / 32)
          , update(levels.fine_transform, false, memory.scratch[warp])
          , update_coarse(levels.coarse_transform, false, memory.scratch[warp])
        {
          memory.prolongation.copy(levels.child_transform.values);
          memory.restriction.copy(levels.child_transform.transposed);
          if (threadIdx.x < 64)
            memory.diagonal[threadIdx.x] =
              levels.fine_transform->cell_diagonal[threadIdx.x];
          if (threadIdx.x < n_fine)
            memory.children[threadIdx.x] = levels.children.data[threadIdx.x];
          std::int32_t *patches = memory.patches;
          for (const auto &list : levels.fine_patches)
            {
              if (threadIdx.x < list.size)
                patches[threadIdx.x] = list.data[threadIdx.x];
              patches += list.size;
            }
        }

        /** Loads the right-hand side; u and the coarse u are zero then. */
        __device__ void load(const float *rhs) const
        {
          const float zero[4] = {};
          for (int i = threadIdx.x; i < 16 * n_fine; i += blockDim.x)
            {
              const int own = place(i / 16, i % 16);
              __pipeline_memcpy_async(memory.rhs + own, rhs + 4 * i, 16);
              write_line(zero, memory.u + own);
            }
          for (int i = threadIdx.x; i < 16 * n_coarse; i += blockDim.x)
            write_line(zero, memory.coarse_u + 4 * i);
          __pipeline_commit();
          __pipeline_wait_prior(0);
          __syncthreads();
        }

        __device__ void sweep(const bool reversed) const
        {
          int first = 0;
#pragma unroll 1
          for (int i = 0; i < 8; ++i)
            {
              const int colour = reversed ? 7 - i : i;
              const int n =
                static_cast<int>(levels.fine_patches[colour].size) / 8;
              const int begin = reversed ? n_patches - first - n : first;
              for (int patch = warp; patch < n; patch += n_warps)
                {
                  const int cell =
                    64 * memory.patches[8 * (begin + patch) + update.lane()];
                  update(memory.rhs + cell, memory.u + cell);
                  __syncwarp();
                }
              first += n;
              __syncthreads();
            }
        }

        /** The coarse right-hand side; a warp has a parent. */
        __device__ void restrict_residual() const
        {
          const int child = threadIdx.x / 4;
          const int cell  = memory.children[child];
          float values[16];
          TESSERA_UNROLL
          for (int z = 0; z < 4; ++z)
            {
              const int line = own_plane() + 4 * z;
              float old[4], factors[4];
              float *residual = values + 4 * z;
              read_line(memory.rhs + place(cell, line), residual);
              read_line(memory.u + place(cell, line), old);
              read_line(memory.diagonal + 4 * line, factors);
              TESSERA_UNROLL
              for (int i = 0; i < 4; ++i)
                residual[i] =
                  multiply_subtract(factors[i], old[i], residual[i]);
            }
          restrict_child(memory.restriction,
                         memory.transposes[warp],
                         child,
                         values);
          TESSERA_UNROLL
          for (int n = 0; n < 2; ++n)
            {
              const int entry = restricted_entry(child, n);
              memory.coarse_rhs[place(child / 8, entry / 4) + entry % 4] =
                values[n];
            }
          __syncthreads();
        }

        /** One patch update is the exact inverse. */
        __device__ void solve_coarse() const
        {
          if (warp == 0)
            {
              const int cell =
                64 * levels.coarse_patch.data[update_coarse.lane()];
              update_coarse(memory.coarse_rhs + cell, memory.coarse_u + cell);
            }
          __syncthreads();
        }

        /** Adds the coarse correction; a warp has a parent. */
        __device__ void prolongate() const
        {
          const int child = threadIdx.x / 4;
          const int cell  = memory.children[child];
          alignas(16) float values[16];
          TESSERA_UNROLL
          for (int y = 0; y < 4; ++y)
            read_line(memory.coarse_u + place(child / 8, 4 * own_plane() + y),
                      values + 4 * y);
          prolongate_child(memory.prolongation,
                           memory.tiles[warp],
                           child,
                           values);
          TESSERA_UNROLL
          for (int z = 0; z < 4; ++z)
            {
              float *target = memory.u + place(cell, own_plane() + 4 * z);
              float sum[4];
              read_line(target, sum);
              TESSERA_UNROLL
              for (int i = 0; i < 4; ++i)
                sum[i] += values[4 * z + i];
              write_line(sum, target);
            }
          __syncthreads();
        }

        __device__ void store(float *u) const
        {
          for (int i = threadIdx.x; i < 16 * n_fine; i += blockDim.x)
            {
              float line[4];
              read_line(memory.u + place(i / 16, i % 16), line);
              write_line(line, u + 4 * i);
            }
        }

      private:
        const SmallLevels &levels;
        SmallMemory &memory;
        const int warp;
        const PlaneUpdate update;
        const PlaneUpdate update_coarse;
      };



      __global__ void __launch_bounds__(32 * n_warps, 1)
        small_cycle_kernel(const __grid_constant__ SmallLevels levels,
                           const float *rhs,
                           float *u)
      {
        extern __shared__ __align__(16) unsigned char shared[];
        const SmallCycle cycle(levels,
                               *reinterpret_cast<SmallMemory *>(shared));
        wait_before_next_kernel();
        cycle.load(rhs);
        for (int i = 0; i < levels.n_smoothing_steps; ++i)
          cycle.sweep(false);
        cycle.restrict_residual();
        cycle.solve_coarse();
        cycle.prolongate();
        for (int i = 0; i < levels.n_smoothing_steps; ++i)
          cycle.sweep(levels.symmetric);
        cycle.store(u);
      }
    } // namespace



    void small_cycle(const CudaQueue &queue,
                     const SmallLevels &levels,
                     const ArrayView<const float> rhs,
                     const ArrayView<float> u)
    {
      allow_shared_memory(small_cycle_kernel, sizeof(SmallMemory));
      launch_early("small_cycle",
                   small_cycle_kernel,
                   1,
                   32 * n_warps,
                   sizeof(SmallMemory),
                   queue.stream,
                   levels,
                   rhs.data,
                   u.data);
    }
  } // namespace internal
} // namespace tessera
