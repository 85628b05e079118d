// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cuda/bulk_lanes.cuh"
#include "kernels/cuda/patch_run.cuh"
#include "kernels/generic/vertex_patch_update.h"
#include "kernels/vertex_patch_update.h"

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A warp marches along a run, eight slabs of four cells a step. A step
      // has slabs 1 to 8 in shared memory, and slab 0 from the step before. It
      // updates the patches of the first colour, which begin at slabs 1, 3, 5,
      // 7, then those of the second one, at slabs 0, 2, 4, 6, stores slabs 0 to
      // 7, and keeps slab 8.

      /** What fits into shared memory. */
      template <typename Number>
      constexpr int n_warps = sizeof(Number) == 4 ? 11 : 5;



      /** Shared memory of a warp. */
      template <typename Number>
      struct WarpMemory
      {
        static constexpr int slab_bytes = 4 * (64 * sizeof(Number) + 16);

        unsigned char u[WarpTile<Number>::bytes];
        unsigned char rhs[WarpTile<Number>::bytes];
        /** Slab 0 of this step and of the next one, in turns. */
        unsigned char first_u[2][slab_bytes];
        unsigned char first_rhs[slab_bytes];
      };



      template <typename Number>
      struct alignas(16) BlockMemory
      {
        WarpMemory<Number> warps[n_warps<Number>];
        LaneTables<Number> tables;
        std::uint64_t barriers[n_warps<Number>][2];
      };



      /** Slabs 1 + 2 q and 2 + 2 q of the step that begins at @p slab_0. */
      [[maybe_unused]] __device__ inline CellPair
      find_pair(const PatchRun &run, const int slab_0, const int thread)
      {
        const int slab = slab_0 + 1 + 2 * WarpTile<float>::patch(thread);
        return {run.cell(slab, thread % 4), run.cell(slab + 1, thread % 4)};
      }



      /** One run. */
      template <CellBasis basis, typename Number>
      class March
      {
      public:
        __device__ March(const PatchTransform<Number> &transform,
                         const LaneTables<Number> &tables,
                         WarpMemory<Number> &memory,
                         std::uint64_t *barriers,
                         const Number *rhs,
                         Number *u,
                         const bool u_is_zero)
          : transform(transform)
          , tables(tables)
          , memory(memory)
          , u_barrier(barriers)
          , rhs_barrier(barriers + 1)
          , rhs(rhs)
          , u(u)
          , u_is_zero(u_is_zero)
          , thread(static_cast<int>(threadIdx.x) % 32)
        {}

        __device__ __forceinline__ void operator()(const PatchRun &run)
        {
          int slab_0        = run.first;
          CellPair pair     = find_pair(run, slab_0, thread);
          std::int32_t kept = run.cell(slab_0, thread % 4);
          load(rhs, run, slab_0, pair, memory.rhs, rhs_barrier);
          load_u(run, slab_0, pair);
          load_first_slab(kept);
          while (slab_0 < run.n_slabs)
            {
              const bool has_cells = slab_0 + 1 < run.n_slabs;
              const bool has_next  = slab_0 + 9 < run.n_slabs;
              const CellPair next  = find_pair(run, slab_0 + 8, thread);
              if (has_cells)
                {
                  wait_for_bytes(rhs_barrier, parity);
                  if (!u_is_zero)
                    wait_for_bytes(u_barrier, parity);
                  parity ^= 1;
                }
              __syncwarp();
              update_both_colours(run, slab_0, next, has_next);
              // Slab 0 is where slab 8 was.
              const bool last_pair    = WarpTile<Number>::patch(thread) == 3;
              const std::int32_t last = pair.upper;
              pair.upper              = last_pair ? kept : last;
              store_tile(u, pair, memory.u, thread);
              kept = __shfl_sync(0xffffffff, last, 12 + thread % 4);
              pair = next;
              slab_0 += 8;
              turn ^= 1;
              wait_for_stores_to_read();
              __syncwarp();
              if (has_next)
                load_u(run, slab_0, pair);
            }
        }

      private:
        /** Starts to load slabs 1 to 8, of which one exists at least. */
        __device__ void load(const Number *values,
                             const PatchRun &run,
                             const int slab_0,
                             const CellPair &pair,
                             unsigned char *tile,
                             std::uint64_t *barrier) const
        {
          const int n_slabs = min(8, run.n_slabs - slab_0 - 1);
          load_tile(values, pair, 4 * n_slabs, tile, barrier, thread);
        }

        __device__ void
        load_u(const PatchRun &run, const int slab_0, const CellPair &pair)
        {
          if (!u_is_zero)
            load(u, run, slab_0, pair, memory.u, u_barrier);
          else
            clear_tile<Number>(memory.u, thread);
        }

        /** The place of cell thread % 4 of a slab that is kept. */
        __device__ static int offset_in_slab(const int thread)
        {
          return thread % 4 * (WarpTile<Number>::cell_bytes + 16);
        }

        __device__ static Number *at(unsigned char *memory, const int offset)
        {
          return reinterpret_cast<Number *>(memory + offset);
        }

        /** Slab 0 of the first step; 16 bytes of it at a time. */
        __device__ void load_first_slab(const std::int32_t cell)
        {
          if (cell < 0)
            return;
          constexpr int n = 16 / sizeof(Number);
          for (int i = thread / 4 * n; i < 64; i += 8 * n)
            {
              const std::int64_t entry =
                64 * static_cast<std::int64_t>(cell) + i;
              Number *first =
                at(memory.first_u[turn], offset_in_slab(thread)) + i;
              if (u_is_zero)
                *reinterpret_cast<int4 *>(first) = make_int4(0, 0, 0, 0);
              else
                copy_16_bytes(u + entry, first);
              copy_16_bytes(rhs + entry,
                            at(memory.first_rhs, offset_in_slab(thread)) + i);
            }
        }

        __device__ static void copy_16_bytes(const Number *from, Number *to)
        {
          *reinterpret_cast<int4 *>(to) = *reinterpret_cast<const int4 *>(from);
        }

        /** Keeps slab 8 of the right-hand side, whose first use was before. */
        __device__ void keep_last_rhs()
        {
          constexpr int n = 16 / sizeof(Number);
          const Number *last =
            at(memory.rhs, WarpTile<Number>::offset(28 + thread % 4));
          Number *kept = at(memory.first_rhs, offset_in_slab(thread));
          for (int i = thread / 4 * n; i < 64; i += 8 * n)
            copy_16_bytes(last + i, kept + i);
        }

        __device__ __forceinline__ void
        update_both_colours(const PatchRun &run,
                            const int slab_0,
                            const CellPair &next,
                            const bool has_next)
        {
          using Tile     = WarpTile<Number>;
          const int q    = Tile::patch(thread);
          const int side = thread / 16;
          // Rolled: code for both colours does not fit into the instruction
          // cache.
#pragma unroll 1
          for (int pass = 0; pass < 2; ++pass)
            {
              // Slabs 1 + 2 q + side, then 2 q + side.
              const bool is_first_slab = pass == 1 && q == 0 && side == 0;
              const bool is_last_slab  = pass == 0 && q == 3 && side == 1;
              const int own            = Tile::offset(
                pass == 0 ? thread
                          : (side == 1 ? thread - 16 : thread + 16 - 4));
              const int kept      = offset_in_slab(thread);
              const auto prefetch = [&]() {
                if (pass == 0)
                  return;
                __syncwarp();
                keep_last_rhs();
                __syncwarp();
                if (has_next)
                  load(rhs, run, slab_0 + 8, next, memory.rhs, rhs_barrier);
              };
              MarchLanes<Number, decltype(prefetch)> lanes{
                {transform,
                 tables,
                 prefetch,
                 Tile::lane(thread),
                 is_first_slab ? at(memory.first_rhs, kept)
                               : at(memory.rhs, own),
                 is_first_slab ? at(memory.first_u[turn], kept)
                               : at(memory.u, own),
                 Number(),
                 Number()},
                is_last_slab    ? at(memory.first_u[turn ^ 1], kept)
                : is_first_slab ? at(memory.u, Tile::offset(28 + thread % 4))
                                : at(memory.u, own),
                run.exists(slab_0 + 2 * q + 1 - pass) &&
                  run.exists(slab_0 + 2 * q + 2 - pass)};
              update_patch<basis>(lanes);
              __syncwarp();
            }
        }

        const PatchTransform<Number> &transform;
        const LaneTables<Number> &tables;
        WarpMemory<Number> &memory;
        std::uint64_t *u_barrier;
        std::uint64_t *rhs_barrier;
        const Number *rhs;
        Number *u;
        bool u_is_zero;
        int thread;
        unsigned int parity = 0;
        int turn            = 0;
      };



      template <CellBasis basis, typename Number>
      __global__ void __launch_bounds__(32 * n_warps<Number>, 1)
        vertex_patch_march_kernel(
          const __grid_constant__ PatchTransform<Number> transform,
          const PatchRuns runs,
          const int first_colour,
          const bool u_is_zero,
          const Number *rhs,
          Number *u)
      {
#if __CUDA_ARCH__ >= 900
        extern __shared__ __align__(16) unsigned char shared[];
        auto &memory = *reinterpret_cast<BlockMemory<Number> *>(shared);
        prepare_block<false>(transform.on_device,
                             memory.tables,
                             &memory.barriers[0][0],
                             2 * n_warps<Number>);
        const int warp = static_cast<int>(threadIdx.x) / 32;
        March<basis, Number> march(transform,
                                   memory.tables,
                                   memory.warps[warp],
                                   memory.barriers[warp],
                                   rhs,
                                   u,
                                   u_is_zero);
        const std::int64_t n_runs = runs.runs.size / 3;
        for (std::int64_t run =
               static_cast<std::int64_t>(warp) * gridDim.x + blockIdx.x;
             run < n_runs;
             run += static_cast<std::int64_t>(n_warps<Number>) * gridDim.x)
          march(PatchRun(runs, run, first_colour));
        if (u_is_zero)
          clear_unvisited(runs, u);
        wait_for_stores();
#endif
      }



      template <CellBasis basis, typename Number>
      bool launch(const CudaQueue &queue,
                  const PatchTransform<Number> &transform,
                  const PatchRuns &runs,
                  const int first_colour,
                  const bool u_is_zero,
                  const ArrayView<const Number> rhs,
                  const ArrayView<Number> u)
      {
        constexpr int n_bytes = sizeof(BlockMemory<Number>);
        const auto kernel     = vertex_patch_march_kernel<basis, Number>;
        if (!has_bulk_copies(kernel, n_bytes))
          return false;
        const auto n_blocks = static_cast<unsigned int>(
          std::min<std::int64_t>(n_multiprocessors(queue.index), runs.n()));
        kernel<<<n_blocks, 32 * n_warps<Number>, n_bytes, queue.stream>>>(
          transform, runs, first_colour, u_is_zero, rhs.data, u.data);
        check_launch("vertex_patch_march", queue.stream);
        return true;
      }
    } // namespace



    template <typename Number>
    std::int64_t n_runs_to_march(const CudaQueue &queue,
                                 const PatchTransform<Number> &transform)
    {
      // Measured on an H200: with fewer runs too many warps wait. In double
      // precision, five warps a processor are not enough for the nodal basis.
      if (sizeof(Number) == 8 && transform.basis == CellBasis::nodal)
        return std::numeric_limits<std::int64_t>::max();
      return n_warps<Number> * n_multiprocessors(queue.index) / 2;
    }



    template <typename Number>
    bool vertex_patch_march(const CudaQueue &queue,
                            const PatchTransform<Number> &transform,
                            const PatchRuns &runs,
                            const int first_colour,
                            const bool u_is_zero,
                            const ArrayView<const Number> rhs,
                            const ArrayView<Number> u)
    {
      return transform.basis == CellBasis::eigen
               ? launch<CellBasis::eigen>(
                   queue, transform, runs, first_colour, u_is_zero, rhs, u)
               : launch<CellBasis::nodal>(
                   queue, transform, runs, first_colour, u_is_zero, rhs, u);
    }

    template std::int64_t n_runs_to_march(const CudaQueue &,
                                          const PatchTransform<float> &);
    template std::int64_t n_runs_to_march(const CudaQueue &,
                                          const PatchTransform<double> &);
    template bool vertex_patch_march(const CudaQueue &,
                                     const PatchTransform<float> &,
                                     const PatchRuns &,
                                     const int,
                                     const bool,
                                     ArrayView<const float>,
                                     ArrayView<float>);
    template bool vertex_patch_march(const CudaQueue &,
                                     const PatchTransform<double> &,
                                     const PatchRuns &,
                                     const int,
                                     const bool,
                                     ArrayView<const double>,
                                     ArrayView<double>);
  } // namespace internal
} // namespace tessera
