// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/patch_variant_transforms.cuh"
#include "performance/patch_variants.h"

#include <algorithm>

namespace benchmark
{
  namespace
  {
    using namespace tessera::internal;

    // The copies and the shape of vertex_patch_march.cu, see there.

    constexpr int n_warps = 11;

    using Tile = WarpTile<float>;

    constexpr int kept_cell_bytes = Tile::cell_bytes + 16;

    struct WarpMemory
    {
      unsigned char u[Tile::bytes];
      unsigned char rhs[Tile::bytes];
      unsigned char first_u[2][4 * kept_cell_bytes];
      unsigned char first_rhs[4 * kept_cell_bytes];
    };

    struct alignas(16) BlockMemory
    {
      WarpMemory warps[n_warps];
      LaneTables<float> tables;
      std::uint64_t barriers[n_warps][2];
    };



    /** The cells of a run: slabs of four. */
    struct Slabs
    {
      const std::int32_t *cells;
      int n;

      __device__ bool exists(const int slab) const
      {
        return slab >= 0 && slab < n;
      }

      __device__ std::int32_t cell(const int slab, const int i) const
      {
        return exists(slab) ? cells[4 * slab + i] : -1;
      }
    };



    [[maybe_unused]] __device__ inline CellPair
    find_pair(const Slabs &slabs, const int slab_0, const int thread)
    {
      const int slab = slab_0 + 1 + 2 * Tile::patch(thread);
      return {slabs.cell(slab, thread % 4), slabs.cell(slab + 1, thread % 4)};
    }



    template <typename Number>
    class TrafficMarch
    {
    public:
      __device__ TrafficMarch(const PatchTransform<Number> &transform,
                              const LaneTables<Number> &tables,
                              WarpMemory &memory,
                              std::uint64_t *barriers,
                              const Number factor,
                              const Number *rhs,
                              Number *u)
        : transform(transform)
        , tables(tables)
        , memory(memory)
        , barriers(barriers)
        , factor(factor)
        , rhs(rhs)
        , u(u)
        , thread(static_cast<int>(threadIdx.x) % 32)
      {}

      /** A run whose first step has slab @p slab_0, -1 if there is none. */
      __device__ __forceinline__ void operator()(const Slabs &slabs, int slab_0)
      {
        CellPair pair     = find_pair(slabs, slab_0, thread);
        std::int32_t kept = slabs.cell(slab_0, thread % 4);
        load(rhs, slabs, slab_0, pair, memory.rhs, barriers + 1);
        load(u, slabs, slab_0, pair, memory.u, barriers);
        load_first_slab(kept);
        while (slab_0 < slabs.n)
          {
            const bool has_next = slab_0 + 9 < slabs.n;
            const CellPair next = find_pair(slabs, slab_0 + 8, thread);
            if (slab_0 + 1 < slabs.n)
              {
                wait_for_bytes(barriers + 1, parity);
                wait_for_bytes(barriers, parity);
                parity ^= 1;
              }
            __syncwarp();
            move_both_colours(slabs, slab_0, next, has_next);
            const std::int32_t last = pair.upper;
            pair.upper              = Tile::patch(thread) == 3 ? kept : last;
            store_tile(u, pair, memory.u, thread);
            kept = __shfl_sync(0xffffffff, last, 12 + thread % 4);
            pair = next;
            slab_0 += 8;
            turn ^= 1;
            wait_for_stores_to_read();
            __syncwarp();
            if (has_next)
              load(u, slabs, slab_0, pair, memory.u, barriers);
          }
      }

    private:
      __device__ void load(const Number *values,
                           const Slabs &slabs,
                           const int slab_0,
                           const CellPair &pair,
                           unsigned char *tile,
                           std::uint64_t *barrier) const
      {
        const int n_slabs = min(8, slabs.n - slab_0 - 1);
        load_tile(values, pair, 4 * n_slabs, tile, barrier, thread);
      }

      __device__ static Number *at(unsigned char *memory, const int offset)
      {
        return reinterpret_cast<Number *>(memory + offset);
      }

      /** Sixteen bytes a thread at a time, 64 numbers in all. */
      __device__ void copy_cell(const Number *from, Number *to) const
      {
        for (int i = thread / 4 * 4; i < 64; i += 32)
          *reinterpret_cast<int4 *>(to + i) =
            *reinterpret_cast<const int4 *>(from + i);
      }

      __device__ void load_first_slab(const std::int64_t cell) const
      {
        const int kept = thread % 4 * kept_cell_bytes;
        if (cell < 0)
          return;
        copy_cell(u + 64 * cell, at(memory.first_u[turn], kept));
        copy_cell(rhs + 64 * cell, at(memory.first_rhs, kept));
      }

      __device__ __forceinline__ void move_both_colours(const Slabs &slabs,
                                                        const int slab_0,
                                                        const CellPair &next,
                                                        const bool has_next)
      {
        const int q         = Tile::patch(thread);
        const int side      = thread / 16;
        const int kept      = thread % 4 * kept_cell_bytes;
        const int last_cell = Tile::offset(28 + thread % 4);
#pragma unroll 1
        for (int pass = 0; pass < 2; ++pass)
          {
            const bool is_first = pass == 1 && q == 0 && side == 0;
            const bool is_last  = pass == 0 && q == 3 && side == 1;
            const int own       = Tile::offset(
              pass == 0 ? thread : (side == 1 ? thread - 16 : thread + 16 - 4));
            const auto prefetch = [&]() {
              if (pass == 0)
                return;
              __syncwarp();
              copy_cell(at(memory.rhs, last_cell), at(memory.first_rhs, kept));
              __syncwarp();
              if (has_next)
                load(rhs, slabs, slab_0 + 8, next, memory.rhs, barriers + 1);
            };
            const MarchLanes<Number, decltype(prefetch)> lanes{
              {transform,
               tables,
               prefetch,
               Tile::lane(thread),
               is_first ? at(memory.first_rhs, kept) : at(memory.rhs, own),
               is_first ? at(memory.first_u[turn], kept) : at(memory.u, own),
               Number(),
               Number()},
              is_last    ? at(memory.first_u[turn ^ 1], kept)
              : is_first ? at(memory.u, last_cell)
                         : at(memory.u, own),
              slabs.exists(slab_0 + 2 * q + 1 - pass) &&
                slabs.exists(slab_0 + 2 * q + 2 - pass)};
            move_only(lanes, factor);
            __syncwarp();
          }
      }

      const PatchTransform<Number> &transform;
      const LaneTables<Number> &tables;
      WarpMemory &memory;
      std::uint64_t *barriers;
      const Number factor;
      const Number *rhs;
      Number *u;
      int thread;
      unsigned int parity = 0;
      int turn            = 0;
    };



    __global__ void __launch_bounds__(32 * n_warps, 1) march_traffic_kernel(
      const __grid_constant__ PatchTransform<float> transform,
      const PatchRuns runs,
      const float factor,
      const float *rhs,
      float *u)
    {
#if __CUDA_ARCH__ >= 900
      extern __shared__ __align__(16) unsigned char shared[];
      auto &memory = *reinterpret_cast<BlockMemory *>(shared);
      prepare_block<false>(transform.on_device,
                           memory.tables,
                           &memory.barriers[0][0],
                           2 * n_warps);
      const int warp = static_cast<int>(threadIdx.x) / 32;
      TrafficMarch<float> march(transform,
                                memory.tables,
                                memory.warps[warp],
                                memory.barriers[warp],
                                factor,
                                rhs,
                                u);
      const std::int64_t n_runs = runs.runs.size / 3;
      for (std::int64_t run =
             static_cast<std::int64_t>(warp) * gridDim.x + blockIdx.x;
           run < n_runs;
           run += static_cast<std::int64_t>(n_warps) * gridDim.x)
        {
          const std::int32_t *entry = runs.runs.data + 3 * run;
          march({runs.slabs.data + 4 * static_cast<std::int64_t>(entry[0]),
                 entry[1]},
                entry[2] == 0 ? -1 : 0);
        }
      wait_for_stores();
#endif
    }
  } // namespace



  bool march_traffic(const CudaQueue &queue,
                     const PatchTransform<float> &transform,
                     const PatchRuns &runs,
                     const float factor,
                     const tessera::ArrayView<const float> rhs,
                     const tessera::ArrayView<float> u)
  {
    constexpr int n_bytes = sizeof(BlockMemory);
    if (!has_bulk_copies(march_traffic_kernel, n_bytes))
      return false;
    const auto n_blocks = static_cast<unsigned int>(
      std::min<std::int64_t>(n_multiprocessors(queue.index), runs.n()));
    march_traffic_kernel<<<n_blocks, 32 * n_warps, n_bytes, queue.stream>>>(
      transform, runs, factor, rhs.data, u.data);
    check_launch("march_traffic", queue.stream);
    return true;
  }



  KernelResources march_traffic_resources()
  {
    cudaFuncAttributes attributes;
    check_cuda(cudaFuncGetAttributes(&attributes, march_traffic_kernel),
               "cudaFuncGetAttributes");
    return {attributes.numRegs,
            static_cast<int>(attributes.localSizeBytes),
            static_cast<int>(sizeof(BlockMemory) + attributes.sharedSizeBytes)};
  }
} // namespace benchmark
