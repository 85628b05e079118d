// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_cell_planes_cuh
#define tessera_kernels_cuda_cell_planes_cuh

#include "kernels/host_device.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // Kernels in which four threads have a cell, each a plane of 16 values in
    // registers: of constant y while they read, write and work along x and z,
    // of constant z while they work along y. A thread has few instructions
    // then, whose time is that of a launch on small levels. Values move once
    // between registers and global memory, and through shared memory only
    // where planes change: its bandwidth is what large levels are short of.

    constexpr int max_plane_threads = 128;
    constexpr int max_plane_warps   = max_plane_threads / 32;
    constexpr int cells_per_warp    = 8;

    /** Blocks a processor, so that values stay in registers. */
    template <typename Number>
    constexpr int plane_blocks = sizeof(Number) == 4 ? 7 : 4;

    /** Copies 16 bytes. */
    template <typename Number>
    __device__ __forceinline__ void copy_piece(const Number *source,
                                               Number *destination)
    {
      *reinterpret_cast<int4 *>(destination) =
        *reinterpret_cast<const int4 *>(source);
    }



    /** The plane of this thread in its cell. */
    __device__ inline int own_plane()
    {
      return static_cast<int>(threadIdx.x) % 4;
    }



    /** The number of the cell of this thread in the grid. */
    __device__ inline std::int64_t own_cell()
    {
      return (static_cast<std::int64_t>(blockIdx.x) * blockDim.x +
              threadIdx.x) /
             4;
    }



    /** Threads a block: few where that occupies more processors. */
    inline unsigned int n_plane_threads(const std::int64_t n_cells)
    {
      return n_cells > 2048 ? max_plane_threads : 64;
    }



    /** Blocks for four threads a cell. */
    inline unsigned int n_plane_blocks(const std::int64_t n_cells)
    {
      const std::int64_t n = n_plane_threads(n_cells) / 4;
      return static_cast<unsigned int>((n_cells + n - 1) / n);
    }



    /** The part of cell @p cell from the line on that a thread reads first. */
    template <typename Number>
    __device__ __forceinline__ Number *own_lines(Number *values,
                                                 const std::int32_t cell)
    {
      return values + 64 * static_cast<std::int64_t>(cell) + 4 * own_plane();
    }



    /** The plane of constant y of this thread; zero if the cell is negative. */
    template <typename Number>
    __device__ __forceinline__ void
    load_plane(const Number *source, const std::int32_t cell, Number *values)
    {
      constexpr int piece = 16 / sizeof(Number);
      const Number *lines = own_lines(source, cell);
      TESSERA_UNROLL
      for (int n = 0; n < 16; ++n)
        values[n] = Number();
      if (cell >= 0)
        {
          TESSERA_UNROLL
          for (int n = 0; n < 16; n += piece)
            copy_piece(lines + n / 4 * 16 + n % 4, values + n);
        }
    }



    /**
     * Calls @p function(n, entry) for each 16 bytes of cell @p cell that a
     * thread writes, which are those from value n on after exchange_halves().
     * Nothing if the cell is negative.
     */
    template <typename Number, typename Function>
    __device__ __forceinline__ void for_each_piece(const std::int32_t cell,
                                                   const Function &function)
    {
      if (cell < 0)
        return;
      constexpr int piece = 16 / sizeof(Number);
      const int thread    = own_plane();
      TESSERA_UNROLL
      for (int n = 0; n < 16; n += piece)
        {
          const int place =
            piece == 4 ? 4 * thread
                       : 4 * (thread & 2) + 2 * (thread & 1) + 2 * (n & 2);
          function(n,
                   64 * static_cast<std::int64_t>(cell) + n / 4 * 16 + place);
        }
    }



    /**
     * Gives one of two threads the lower halves of the lines of both and the
     * other one the upper halves, so that whole sectors of 32 bytes are written
     * at once. All threads of a warp call it.
     */
    __device__ __forceinline__ void exchange_halves(float *)
    {}

    __device__ __forceinline__ void exchange_halves(double *values)
    {
      const bool upper = (threadIdx.x & 1) != 0;
      TESSERA_UNROLL
      for (int n = 0; n < 16; n += 4)
        TESSERA_UNROLL
      for (int i = n; i < n + 2; ++i)
        {
          const double other =
            __shfl_xor_sync(0xffffffff, upper ? values[i] : values[i + 2], 1);
          values[i]     = upper ? other : values[i];
          values[i + 2] = upper ? values[i + 2] : other;
        }
    }



    /** What store_plane() needs of @p source, if @p s is not zero. */
    template <typename Number>
    __device__ __forceinline__ void load_old(const Number s,
                                             const Number *source,
                                             const std::int32_t cell,
                                             Number *old)
    {
      if (s != Number())
        for_each_piece<Number>(cell,
                               [&](const int n, const std::int64_t entry) {
                                 copy_piece(source + entry, old + n);
                               });
    }



    /**
     * destination = s old + values in planes of constant y, with load_old().
     * All threads of a warp call it; a negative cell is skipped.
     */
    template <typename Number>
    __device__ __forceinline__ void store_plane(const Number s,
                                                const Number *old,
                                                Number *values,
                                                const std::int32_t cell,
                                                Number *destination)
    {
      exchange_halves(values);
      for_each_piece<Number>(cell, [&](const int n, const std::int64_t entry) {
        if (s != Number())
          TESSERA_UNROLL
        for (int i = n; i < n + static_cast<int>(16 / sizeof(Number)); ++i)
          values[i] += s * old[i];
        copy_piece(values + n, destination + entry);
      });
    }



    /** Exchanges planes of the cells of a warp through shared memory. */
    template <typename Number>
    class PlaneTile
    {
    public:
      /**
       * Gives a thread the plane of axis @p to, 1 for constant y and 2 for
       * constant z, for that of axis @p from. Lines along x stay together.
       */
      template <int from, int to>
      __device__ __forceinline__ void move(Number *values)
      {
        TESSERA_UNROLL
        for (int n = 0; n < 16; n += piece)
          copy_piece(values + n, entries + own_place<from>(n));
        __syncwarp();
        TESSERA_UNROLL
        for (int n = 0; n < 16; n += piece)
          copy_piece(entries + own_place<to>(n), values + n);
      }

    private:
      /** Numbers that are moved at once. */
      static constexpr int piece = 16 / sizeof(Number);

      /**
       * Place of value @p n of this thread: so that eight threads meet no bank
       * twice, which have four lines of two cells along y or along z.
       */
      template <int axis>
      __device__ static int own_place(const int n)
      {
        const int cell   = static_cast<int>(threadIdx.x) % 32 / 4;
        const int odd    = cell & 1;
        const int y      = axis == 1 ? own_plane() : n / 4;
        const int z      = axis == 1 ? n / 4 : own_plane();
        const int turned = (y + z) & 3;
        return piece == 4 ? 64 * cell + 16 * (z ^ odd) + 4 * turned
                          : 64 * cell + 16 * z + 4 * turned +
                              2 * ((n % 4 / piece) ^ odd);
      }

      alignas(16) Number entries[64 * cells_per_warp];
    };



    /** Four values @p stride apart times a 4x4 matrix, row by row, in place. */
    template <int stride, typename Number>
    __device__ __forceinline__ void transform_line(const Number *matrix,
                                                   Number *line)
    {
      Number result[4];
      TESSERA_UNROLL
      for (int i = 0; i < 4; ++i)
        {
          result[i] = matrix[4 * i] * line[0];
          TESSERA_UNROLL
          for (int k = 1; k < 4; ++k)
            result[i] += matrix[4 * i + k] * line[k * stride];
        }
      TESSERA_UNROLL
      for (int i = 0; i < 4; ++i)
        line[i * stride] = result[i];
    }



    /** The lines of a plane that are @p stride apart times a matrix. */
    template <int stride, typename Number>
    __device__ __forceinline__ void transform_plane(const Number *matrix,
                                                    Number *values)
    {
      TESSERA_UNROLL
      for (int line = 0; line < 4; ++line)
        transform_line<stride>(matrix, values + line * (stride == 1 ? 4 : 1));
    }
  } // namespace internal
} // namespace tessera

#endif
