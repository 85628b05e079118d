// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/patch_run.cuh"
#include "kernels/cuda/plane_update.cuh"
#include "kernels/vertex_patch_update.h"

#include <cuda_pipeline_primitives.h>

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // On small levels the time of a colour is that of one patch update from
      // the first load to the last store. So a patch has a warp here, and a
      // block a run, of which it updates both colours while the vectors are in
      // its shared memory.

      constexpr int max_warps = 8;

      /** What two blocks of a processor can have in shared memory. */
      constexpr int max_slabs = 50;

      /** Vectors and numbers of the cells, and scratch of the warps. */
      constexpr int n_shared_bytes(const int n_slabs, const int n_warps)
      {
        return 4 * n_slabs * (2 * 64 * sizeof(float) + sizeof(std::int32_t)) +
               n_warps * scratch_floats * sizeof(float);
      }



      /** What a block does with its run. */
      class ShortRun
      {
      public:
        __device__
        ShortRun(const PatchRun &run, const float *rhs, float *u, float *shared)
          : rhs(rhs)
          , u(u)
          , n_slabs(run.n_slabs)
          , shared_u(shared)
          , shared_rhs(shared_u + 4 * 64 * n_slabs)
          , scratch(shared_rhs + 4 * 64 * n_slabs)
          , cells(reinterpret_cast<std::int32_t *>(scratch +
                                                   n_warps() * scratch_floats))
        {
          for (int i = threadIdx.x; i < 4 * n_slabs; i += blockDim.x)
            cells[i] = run.slabs[i];
          __syncthreads();
        }

        __device__ static int n_warps()
        {
          return blockDim.x / 32;
        }

        __device__ static int warp()
        {
          return threadIdx.x / 32;
        }

        __device__ float *own_scratch() const
        {
          return scratch + warp() * scratch_floats;
        }

        // Slabs slab and slab + 1 as far as they exist.

        __device__ void load_rhs(const int slab) const
        {
          for_each_line(slab, [&](const std::int64_t entry, const int place) {
            __pipeline_memcpy_async(shared_rhs + place, rhs + entry, 16);
          });
        }

        __device__ void load_u(const int slab) const
        {
          for_each_line(slab, [&](const std::int64_t entry, const int place) {
            __pipeline_memcpy_async(shared_u + place, u + entry, 16);
          });
        }

        __device__ void set_u_to_zero(const int slab) const
        {
          for_each_line(slab, [&](const std::int64_t, const int place) {
            const float zero[4] = {};
            write_line(zero, shared_u + place);
          });
        }

        __device__ void store_u(const int slab) const
        {
          for_each_line(slab, [&](const std::int64_t entry, const int place) {
            float line[4];
            read_line(shared_u + place, line);
            write_line(line, u + entry);
          });
        }

        __device__ void update(const PlaneUpdate &update_patch,
                               const int slab) const
        {
          const int lane = update_patch.lane();
          const int cell = 64 * (4 * (slab + lane % 2) + lane / 2);
          if (slab >= 0 && slab + 1 < n_slabs)
            update_patch(shared_rhs + cell, shared_u + cell);
        }

        const float *rhs;
        float *u;
        int n_slabs;

      private:
        /** Calls @p call(entry, place) for the lines, by the warp. */
        template <typename Call>
        __device__ void for_each_line(const int slab, const Call &call) const
        {
          TESSERA_UNROLL
          for (int i = 0; i < 128; i += 32)
            {
              const int line = i + threadIdx.x % 32;
              const int cell = 4 * slab + line / 16;
              if (cell >= 0 && cell < 4 * n_slabs)
                call(64 * static_cast<std::int64_t>(cells[cell]) +
                       4 * (line % 16),
                     64 * cell + PlaneUpdate::place(line % 16, cell % 4 >= 2));
            }
        }

        float *shared_u;
        float *shared_rhs;
        float *scratch;
        std::int32_t *cells;
      };



      /**
       * A warp has every n-th pair of slabs: in the first pass those of the
       * patches of the first colour, in the second one those of the other. With
       * @p rhs_is_known the right-hand side is loaded before the kernel before
       * has ended.
       */
      __global__ void __launch_bounds__(32 * max_warps, 2)
        vertex_patch_short_runs_kernel(const PatchTransform<float> *transform,
                                       const PatchRuns runs,
                                       const int first_colour,
                                       const bool u_is_zero,
                                       const bool rhs_is_known,
                                       const float *rhs,
                                       float *u)
      {
        extern __shared__ __align__(16) float shared[];
        const PatchRun own(runs, blockIdx.x, first_colour);
        const ShortRun run(own, rhs, u, shared);
        const PlaneUpdate update(transform, true, run.own_scratch());
        const int stride = 2 * ShortRun::n_warps();
        int first        = 2 * ShortRun::warp() - 1 - own.first;
        if (rhs_is_known)
          for (int slab = first; slab < run.n_slabs; slab += stride)
            run.load_rhs(slab);
        const auto load = [&](const int slab) {
          if (slab < run.n_slabs)
            {
              if (!rhs_is_known)
                run.load_rhs(slab);
              if (u_is_zero)
                run.set_u_to_zero(slab);
              else
                run.load_u(slab);
            }
          __pipeline_commit();
        };

        wait_before_next_kernel();
        if (u_is_zero)
          clear_unvisited(runs, u);
        load(first);
#pragma unroll 1
        for (int pass = 0; pass < 2; ++pass)
          {
            for (int slab = first; slab < run.n_slabs; slab += stride)
              {
                if (pass == 0)
                  {
                    load(slab + stride);
                    __pipeline_wait_prior(1);
                    __syncwarp();
                  }
                run.update(update, slab);
                if (pass == 1)
                  {
                    __syncwarp();
                    run.store_u(slab);
                  }
              }
            __syncthreads();
            first += (first & 1) != 0 ? 1 : -1;
          }
      }
    } // namespace



    bool vertex_patch_short_runs(const CudaQueue &queue,
                                 const PatchTransform<float> &transform,
                                 const PatchRuns &runs,
                                 const int first_colour,
                                 const bool u_is_zero,
                                 const bool rhs_is_known,
                                 const ArrayView<const float> rhs,
                                 const ArrayView<float> u)
    {
      const int n_slabs = runs.longest;
      if (transform.basis != CellBasis::eigen || n_slabs > max_slabs)
        return false;
      const int n_warps = std::min(n_slabs / 2, max_warps);
      // Not the bytes of this launch: recorded ones may need more.
      allow_shared_memory(vertex_patch_short_runs_kernel,
                          n_shared_bytes(max_slabs, max_warps));
      launch_early("vertex_patch_short_runs",
                   vertex_patch_short_runs_kernel,
                   static_cast<unsigned int>(runs.n()),
                   32 * n_warps,
                   n_shared_bytes(n_slabs, n_warps),
                   queue.stream,
                   transform.on_device,
                   runs,
                   first_colour,
                   u_is_zero,
                   rhs_is_known,
                   rhs.data,
                   u.data);
      return true;
    }
  } // namespace internal
} // namespace tessera
