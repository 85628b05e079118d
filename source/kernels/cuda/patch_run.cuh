// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_patch_run_cuh
#define tessera_kernels_cuda_patch_run_cuh

#include "kernels/vertex_patch_update.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** One of PatchRuns. */
    struct PatchRun
    {
      const std::int32_t *slabs;
      int n_slabs;
      /** Slab 0 of the first step: -1 if there is none. */
      int first;

      __device__ PatchRun(const PatchRuns &runs,
                          const std::int64_t run,
                          const int first_colour)
      {
        const std::int32_t *entry = runs.runs.data + 3 * run;
        slabs   = runs.slabs.data + 4 * static_cast<std::int64_t>(entry[0]);
        n_slabs = entry[1];
        first   = entry[2] == first_colour ? -1 : 0;
      }

      __device__ bool exists(const int slab) const
      {
        return slab >= 0 && slab < n_slabs;
      }

      /** Cell @p n of a slab, -1 if there is none. */
      __device__ std::int32_t cell(const int slab, const int n) const
      {
        return exists(slab) ? slabs[4 * slab + n] : -1;
      }
    };



    /** u = 0 in the cells without a run, by all threads of the grid. */
    template <typename Number>
    __device__ void clear_unvisited(const PatchRuns &runs, Number *u)
    {
      constexpr int n          = 16 / sizeof(Number);
      constexpr int n_pieces   = 64 / n;
      const std::int64_t n_all = n_pieces * runs.unvisited.size;
      const std::int64_t stride =
        static_cast<std::int64_t>(gridDim.x) * blockDim.x;
      for (std::int64_t i =
             static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
           i < n_all;
           i += stride)
        {
          const std::int64_t cell = runs.unvisited.data[i / n_pieces];
          *reinterpret_cast<int4 *>(u + 64 * cell + i % n_pieces * n) =
            make_int4(0, 0, 0, 0);
        }
    }
  } // namespace internal
} // namespace tessera

#endif
