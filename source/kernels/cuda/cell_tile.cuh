// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_cell_tile_cuh
#define tessera_kernels_cuda_cell_tile_cuh

#include "kernels/host_device.h"

#include <cuda_pipeline_primitives.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // Kernels in which a thread has a cell, with all 64 values in registers. A
    // warp moves its 32 cells through shared memory: there it reads and writes
    // whole cells of global memory, while the threads read their own ones.

    constexpr int cell_threads = 128;
    constexpr int cell_warps   = cell_threads / 32;

    /** Blocks a processor, so that values stay in registers. */
    template <typename Number>
    constexpr int cell_blocks = sizeof(Number) == 4 ? 3 : 2;

    /**
     * 32 cells of a warp in shared memory. 16 bytes are left free after each
     * cell, so that the 16-byte accesses of eight threads to their cells meet
     * no bank twice.
     */
    template <typename Number>
    class CellTile
    {
    public:
      static constexpr int pitch = 64 + 16 / sizeof(Number);

      /**
       * Starts to copy cell @p cell of each thread, none if it is negative. All
       * threads of the warp call it, and wait_for_cells() after it.
       */
      __device__ void load(const Number *values, const std::int64_t cell)
      {
        for_each_piece(cell,
                       [&](const Number *piece, const std::int64_t first) {
                         __pipeline_memcpy_async(const_cast<Number *>(piece),
                                                 values + first,
                                                 16);
                       });
      }

      /** Waits for all that this warp has begun to load. */
      __device__ static void wait_for_cells()
      {
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncwarp();
      }

      /** Calls @p function with the 16 bytes and their entry, piece by piece.
       */
      template <typename Function>
      __device__ void for_each_piece(const std::int64_t cell,
                                     const Function &function) const
      {
        const int thread = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
        for (int i = 0; i < pieces_per_cell; ++i)
          {
            const int index = 32 * i + thread;
            const std::int64_t owner =
              __shfl_sync(0xffffffff, cell, index / pieces_per_cell);
            const int value = index % pieces_per_cell * piece;
            if (owner >= 0)
              function(entries[index / pieces_per_cell] + value,
                       64 * owner + value);
          }
      }

      /** The values of the cell of this thread. */
      __device__ void get(Number *values) const
      {
#pragma unroll
        for (int i = 0; i < 64; i += piece)
          get_piece(i, values + i);
      }

      /** The 16 bytes of them from value @p i on. */
      __device__ void get_piece(const int i, Number *values) const
      {
        *reinterpret_cast<int4 *>(values) =
          *reinterpret_cast<const int4 *>(entries[threadIdx.x % 32] + i);
      }

      /** Sets them; the warp has to be synchronised before others read them. */
      __device__ void set(const Number *values)
      {
        Number *own = entries[threadIdx.x % 32];
#pragma unroll
        for (int i = 0; i < 64; i += piece)
          *reinterpret_cast<int4 *>(own + i) =
            *reinterpret_cast<const int4 *>(values + i);
      }

    private:
      /** Numbers that are moved at once. */
      static constexpr int piece           = 16 / sizeof(Number);
      static constexpr int pieces_per_cell = 64 / piece;

      alignas(16) Number entries[32][pitch];
    };



    /** Fetches a cell, if it is not negative, to the cache for a later use. */
    template <typename Number>
    __device__ inline void prefetch_cell(const Number *values,
                                         const std::int64_t cell)
    {
      constexpr int n = 128 / sizeof(Number);
      if (cell >= 0)
        for (int i = 0; i < 64; i += n)
          asm volatile(
            "prefetch.global.L2 [%0];" ::"l"(values + 64 * cell + i));
    }



    /** Writes values = old values times s + tile, cell by cell. */
    template <typename Number>
    __device__ void store_cells(const CellTile<Number> &tile,
                                const std::int64_t cell,
                                const Number s,
                                const Number *base,
                                Number *values)
    {
      constexpr int n = 16 / sizeof(Number);
      __syncwarp();
      tile.for_each_piece(cell,
                          [&](const Number *piece, const std::int64_t first) {
                            alignas(16) Number sum[n];
                            *reinterpret_cast<int4 *>(sum) =
                              *reinterpret_cast<const int4 *>(piece);
                            if (s != Number())
                              {
                                alignas(16) Number old[n];
                                *reinterpret_cast<int4 *>(old) =
                                  *reinterpret_cast<const int4 *>(base + first);
#pragma unroll
                                for (int i = 0; i < n; ++i)
                                  sum[i] += s * old[i];
                              }
                            *reinterpret_cast<int4 *>(values + first) =
                              *reinterpret_cast<const int4 *>(sum);
                          });
    }



    /** Four values @p stride apart times a 4x4 matrix, row by row, in place. */
    template <int stride, typename Number>
    __device__ __forceinline__ void transform_line(const Number *matrix,
                                                   Number *line)
    {
      Number result[4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
        {
          result[i] = matrix[4 * i] * line[0];
#pragma unroll
          for (int k = 1; k < 4; ++k)
            result[i] += matrix[4 * i + k] * line[k * stride];
        }
#pragma unroll
      for (int i = 0; i < 4; ++i)
        line[i * stride] = result[i];
    }



    /** The values of a cell times a 4x4 matrix along each axis, in place. */
    template <typename Number>
    __device__ __forceinline__ void transform_axes(const Number *x,
                                                   const Number *y,
                                                   const Number *z,
                                                   Number *values)
    {
#pragma unroll
      for (int line = 0; line < 16; ++line)
        transform_line<1>(x, values + 4 * line);
#pragma unroll
      for (int line = 0; line < 16; ++line)
        transform_line<4>(y, values + line / 4 * 16 + line % 4);
#pragma unroll
      for (int line = 0; line < 16; ++line)
        transform_line<16>(z, values + line);
    }



    /** Number of the cell of this thread, -1 if there are only @p n_cells. */
    __device__ inline std::int64_t own_cell(const std::int64_t n_cells)
    {
      const std::int64_t cell =
        static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
      return cell < n_cells ? cell : -1;
    }



    /** Blocks for a thread a cell. */
    inline unsigned int n_cell_blocks(const std::int64_t n_cells)
    {
      return static_cast<unsigned int>((n_cells + cell_threads - 1) /
                                       cell_threads);
    }
  } // namespace internal
} // namespace tessera

#endif
