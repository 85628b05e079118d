// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cuda/vertex_patch_bulk.h"

#include "kernels/cuda/bulk_lanes.cuh"
#include "kernels/generic/vertex_patch_update.h"

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** A warp an entry: what fits into shared memory and registers. */
      template <typename Number>
      constexpr int n_warps = sizeof(Number) == 4 ? 12 : 6;

      /** Shared memory of a block. */
      template <typename Number>
      struct alignas(16) BlockMemory
      {
        unsigned char u[n_warps<Number>][WarpTile<Number>::bytes];
        unsigned char rhs[n_warps<Number>][WarpTile<Number>::bytes];
        LaneTables<Number> tables;
        std::uint64_t barriers[n_warps<Number>][2];
      };



      /**
       * The cells of group @p group of four patches. Groups past the end repeat
       * the last patch.
       */
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



      /** patch_coefficient() of the eight threads of a patch. */
      [[maybe_unused]] __device__ inline double
      common_coefficient(const double k)
      {
        double sum = k, largest = k;
        for (const int mask : {16, 1, 2})
          {
            sum += __shfl_xor_sync(0xffffffff, sum, mask);
            largest = max(largest, __shfl_xor_sync(0xffffffff, largest, mask));
          }
        return max(sum / 8., 2. / 3. * largest);
      }



      /**
       * A warp has four patches at a time, a thread one cell. The cells come
       * through shared memory; while a warp computes, the next right-hand sides
       * are under way to it, and other warps hide its other waiting.
       */
      template <CellBasis basis, bool has_coefficients, typename Number>
      __global__ void __launch_bounds__(32 * n_warps<Number>, 1)
        vertex_patch_bulk_kernel(
          const __grid_constant__ PatchTransform<Number> transform,
          const std::int64_t n_patches,
          const std::int32_t *patches,
          const double *coefficients,
          const Number *rhs,
          Number *u)
      {
#if __CUDA_ARCH__ >= 900
        extern __shared__ __align__(16) unsigned char shared[];
        auto &memory = *reinterpret_cast<BlockMemory<Number> *>(shared);
        prepare_block<has_coefficients>(transform.on_device,
                                        memory.tables,
                                        &memory.barriers[0][0],
                                        2 * n_warps<Number>);

        const int warp             = static_cast<int>(threadIdx.x) / 32;
        const int thread           = static_cast<int>(threadIdx.x) % 32;
        unsigned char *u_tile      = memory.u[warp];
        unsigned char *rhs_tile    = memory.rhs[warp];
        std::uint64_t *u_barrier   = &memory.barriers[warp][0];
        std::uint64_t *rhs_barrier = &memory.barriers[warp][1];
        const int offset           = WarpTile<Number>::offset(thread);

        const std::int64_t n_groups = (n_patches + 3) / 4;
        const std::int64_t stride =
          static_cast<std::int64_t>(gridDim.x) * n_warps<Number>;
        // First one warp a processor, so that few groups have it for
        // themselves.
        std::int64_t group =
          static_cast<std::int64_t>(warp) * gridDim.x + blockIdx.x;
        if (group >= n_groups)
          return;
        CellPair pair = find_pair(patches, n_patches, group, thread);
        wait_for_previous_kernel();
        load_tile(rhs, pair, 32, rhs_tile, rhs_barrier, thread);
        load_tile<Number>(u, pair, 32, u_tile, u_barrier, thread);

        for (unsigned int parity = 0; group < n_groups; parity ^= 1)
          {
            const std::int64_t next_group = group + stride;
            const bool has_next           = next_group < n_groups;
            const CellPair next_pair      = find_pair(patches,
                                                 n_patches,
                                                 has_next ? next_group : group,
                                                 thread);
            const auto prefetch           = [&]() {
              __syncwarp();
              if (has_next)
                load_tile(rhs, next_pair, 32, rhs_tile, rhs_barrier, thread);
            };
            BulkLanes<Number, has_coefficients, decltype(prefetch)> lanes{
              transform,
              memory.tables,
              prefetch,
              WarpTile<Number>::lane(thread),
              reinterpret_cast<const Number *>(rhs_tile + offset),
              reinterpret_cast<Number *>(u_tile + offset),
              Number(),
              Number()};
            if constexpr (has_coefficients)
              {
                const double k          = coefficients[pair.own(thread)];
                lanes.coefficient       = k;
                lanes.patch_coefficient = common_coefficient(k);
              }
            wait_for_bytes(rhs_barrier, parity);
            wait_for_bytes(u_barrier, parity);
            __syncwarp();
            update_patch<basis>(lanes);
            if (4 * group + WarpTile<Number>::patch(thread) >= n_patches)
              pair = {-1, -1};
            store_tile(u, pair, u_tile, thread);
            group = next_group;
            pair  = next_pair;
            wait_for_stores_to_read();
            __syncwarp();
            if (has_next)
              load_tile<Number>(u, pair, 32, u_tile, u_barrier, thread);
          }
        wait_for_stores();
#endif
      }



      template <CellBasis basis, bool has_coefficients, typename Number>
      bool launch(const CudaQueue &queue,
                  const PatchTransform<Number> &transform,
                  const ArrayView<const std::int32_t> patches,
                  const ArrayView<const double> coefficients,
                  const ArrayView<const Number> rhs,
                  const ArrayView<Number> u)
      {
        constexpr int n_bytes = sizeof(BlockMemory<Number>);
        const auto kernel =
          vertex_patch_bulk_kernel<basis, has_coefficients, Number>;
        if (!has_bulk_copies(kernel, n_bytes))
          return false;
        const std::int64_t n_groups = (patches.size / 8 + 3) / 4;
        const std::int64_t n_blocks =
          std::min<std::int64_t>(n_multiprocessors(queue.index), n_groups);
        launch_early("vertex_patch_bulk",
                     kernel,
                     static_cast<unsigned int>(n_blocks),
                     32 * n_warps<Number>,
                     n_bytes,
                     queue.stream,
                     transform,
                     patches.size / 8,
                     patches.data,
                     coefficients.data,
                     rhs.data,
                     u.data);
        return true;
      }
    } // namespace



    template <typename Number>
    bool vertex_patch_bulk_update(const CudaQueue &queue,
                                  const PatchTransform<Number> &transform,
                                  const ArrayView<const std::int32_t> patches,
                                  const ArrayView<const double> coefficients,
                                  const ArrayView<const Number> rhs,
                                  const ArrayView<Number> u)
    {
      const bool eigen = transform.basis == CellBasis::eigen;
      if (coefficients.size == 0)
        return eigen ? launch<CellBasis::eigen, false>(
                         queue, transform, patches, coefficients, rhs, u)
                     : launch<CellBasis::nodal, false>(
                         queue, transform, patches, coefficients, rhs, u);
      return eigen ? launch<CellBasis::eigen, true>(
                       queue, transform, patches, coefficients, rhs, u)
                   : launch<CellBasis::nodal, true>(
                       queue, transform, patches, coefficients, rhs, u);
    }

    template bool vertex_patch_bulk_update(const CudaQueue &,
                                           const PatchTransform<float> &,
                                           ArrayView<const std::int32_t>,
                                           ArrayView<const double>,
                                           ArrayView<const float>,
                                           ArrayView<float>);
    template bool vertex_patch_bulk_update(const CudaQueue &,
                                           const PatchTransform<double> &,
                                           ArrayView<const std::int32_t>,
                                           ArrayView<const double>,
                                           ArrayView<const double>,
                                           ArrayView<double>);
  } // namespace internal
} // namespace tessera
