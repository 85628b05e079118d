// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/patch_variants.h"

#include <tessera/base/exceptions.h>

#include "performance/patch_variant_transforms.cuh"

#include <algorithm>

namespace benchmark
{
  namespace
  {
    using namespace tessera::internal;

    // Shape and copies are those of vertex_patch_bulk.cu.

    constexpr int n_warps = 12;

    struct alignas(16) BlockMemory
    {
      unsigned char u[n_warps][WarpTile<float>::bytes];
      unsigned char rhs[n_warps][WarpTile<float>::bytes];
      LaneTables<float> tables;
      DenseTables dense;
      std::uint64_t barriers[n_warps][2];
    };



    [[maybe_unused]] __device__ inline CellPair
    find_pair(const std::int32_t *patches,
              const std::int64_t n_patches,
              const std::int64_t group,
              const int thread)
    {
      const std::int64_t patch =
        min(4 * group + WarpTile<float>::patch(thread), n_patches - 1);
      const int2 cells =
        reinterpret_cast<const int2 *>(patches)[4 * patch + thread % 4];
      return {cells.x, cells.y};
    }



    /** Before prepare_block(), which waits for all threads. */
    [[maybe_unused]] __device__ inline void
    copy_dense_tables(const VariantTables &tables, DenseTables &dense)
    {
      for (int i = threadIdx.x; i < 2 * 12 * 2; i += blockDim.x)
        {
          (&dense.own[0][0][0])[i]   = (&tables.own[0][0][0])[i];
          (&dense.other[0][0][0])[i] = (&tables.other[0][0][0])[i];
        }
    }



    template <PatchVariant variant>
    __global__ void __launch_bounds__(32 * n_warps, 1) patch_variant_kernel(
      const __grid_constant__ PatchTransform<float> transform,
      const __grid_constant__ VariantTables tables,
      const std::int64_t n_patches,
      const std::int32_t *patches,
      const float *rhs,
      float *u)
    {
#if __CUDA_ARCH__ >= 900
      extern __shared__ __align__(16) unsigned char shared[];
      auto &memory = *reinterpret_cast<BlockMemory *>(shared);
      copy_dense_tables(tables, memory.dense);
      prepare_block<false>(transform.on_device,
                           memory.tables,
                           &memory.barriers[0][0],
                           2 * n_warps);

      const int warp             = static_cast<int>(threadIdx.x) / 32;
      const int thread           = static_cast<int>(threadIdx.x) % 32;
      unsigned char *u_tile      = memory.u[warp];
      unsigned char *rhs_tile    = memory.rhs[warp];
      std::uint64_t *u_barrier   = &memory.barriers[warp][0];
      std::uint64_t *rhs_barrier = &memory.barriers[warp][1];
      const int offset           = WarpTile<float>::offset(thread);

      const std::int64_t n_groups = (n_patches + 3) / 4;
      const std::int64_t step = static_cast<std::int64_t>(gridDim.x) * n_warps;
      std::int64_t group =
        static_cast<std::int64_t>(warp) * gridDim.x + blockIdx.x;
      if (group >= n_groups)
        return;
      CellPair pair = find_pair(patches, n_patches, group, thread);
      wait_for_previous_kernel();
      load_tile(rhs, pair, 32, rhs_tile, rhs_barrier, thread);
      load_tile<float>(u, pair, 32, u_tile, u_barrier, thread);

      for (unsigned int parity = 0; group < n_groups; parity ^= 1)
        {
          const std::int64_t next = group + step;
          const bool has_next     = next < n_groups;
          const CellPair next_pair =
            find_pair(patches, n_patches, has_next ? next : group, thread);
          const auto prefetch = [&]() {
            __syncwarp();
            if (has_next)
              load_tile(rhs, next_pair, 32, rhs_tile, rhs_barrier, thread);
          };
          const BulkLanes<float, false, decltype(prefetch)> lanes{
            transform,
            memory.tables,
            prefetch,
            WarpTile<float>::lane(thread),
            reinterpret_cast<const float *>(rhs_tile + offset),
            reinterpret_cast<float *>(u_tile + offset),
            0.f,
            0.f};
          wait_for_bytes(rhs_barrier, parity);
          wait_for_bytes(u_barrier, parity);
          __syncwarp();
          update<variant>(lanes, memory.dense, tables);
          if (4 * group + WarpTile<float>::patch(thread) >= n_patches)
            pair = {-1, -1};
          store_tile(u, pair, u_tile, thread);
          group = next;
          pair  = next_pair;
          wait_for_stores_to_read();
          __syncwarp();
          if (has_next)
            load_tile<float>(u, pair, 32, u_tile, u_barrier, thread);
        }
      wait_for_stores();
#endif
    }



    /** Calls @p call with the kernel of @p variant. */
    template <typename Call>
    auto with_kernel(const PatchVariant variant, const Call &call)
    {
      using V = PatchVariant;
      switch (variant)
        {
          case V::traffic:
            return call(patch_variant_kernel<V::traffic>);
          case V::plain:
            return call(patch_variant_kernel<V::plain>);
          case V::chains:
            return call(patch_variant_kernel<V::chains>);
          case V::cell_modes:
            return call(patch_variant_kernel<V::cell_modes>);
          case V::merged:
            return call(patch_variant_kernel<V::merged>);
          case V::symmetry:
            return call(patch_variant_kernel<V::symmetry>);
          case V::eigen_storage:
            return call(patch_variant_kernel<V::eigen_storage>);
          default:
            return call(patch_variant_kernel<V::library>);
        }
    }
  } // namespace



  bool update_patches(const CudaQueue &queue,
                      const PatchVariant variant,
                      const PatchTransform<float> &transform,
                      const VariantTables &tables,
                      const tessera::ArrayView<const std::int32_t> patches,
                      const tessera::ArrayView<const float> rhs,
                      const tessera::ArrayView<float> u)
  {
    return with_kernel(variant, [&](const auto kernel) {
      constexpr int n_bytes = sizeof(BlockMemory);
      if (!has_bulk_copies(kernel, n_bytes))
        return false;
      const std::int64_t n_groups = (patches.size / 8 + 3) / 4;
      const std::int64_t n_blocks =
        std::min<std::int64_t>(n_multiprocessors(queue.index), n_groups);
      launch_early("patch_variant",
                   kernel,
                   static_cast<unsigned int>(n_blocks),
                   32 * n_warps,
                   n_bytes,
                   queue.stream,
                   transform,
                   tables,
                   patches.size / 8,
                   patches.data,
                   rhs.data,
                   u.data);
      return true;
    });
  }



  KernelResources variant_resources(const PatchVariant variant)
  {
    cudaFuncAttributes attributes;
    check_cuda(with_kernel(variant,
                           [&](const auto kernel) {
                             return cudaFuncGetAttributes(&attributes, kernel);
                           }),
               "cudaFuncGetAttributes");
    return {attributes.numRegs,
            static_cast<int>(attributes.localSizeBytes),
            static_cast<int>(sizeof(BlockMemory) + attributes.sharedSizeBytes)};
  }
} // namespace benchmark
