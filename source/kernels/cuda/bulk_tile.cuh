// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_bulk_tile_cuh
#define tessera_kernels_cuda_bulk_tile_cuh

#include "kernels/cuda/bulk_copy.cuh"
#include "kernels/cuda/check.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * Where a warp has its 32 cells in shared memory: by pairs along x, with
     * room for 16 bytes between pairs, so that the 16-byte accesses of eight
     * neighbouring threads meet no bank twice. Threads 0 to 15 have the lower
     * cells of the pairs, threads 16 to 31 the upper ones; bit 0 of the number
     * of a thread is the position along y, bit 1 along z, bits 2 and 3 are the
     * number of the patch.
     */
    template <typename Number>
    struct WarpTile
    {
      static constexpr int cell_bytes = 64 * sizeof(Number);
      static constexpr int pair_bytes = 2 * cell_bytes + 16;
      static constexpr int bytes      = 16 * pair_bytes;

      /** Where thread @p thread has its cell. */
      __device__ static int offset(const int thread)
      {
        return thread % 16 * pair_bytes + thread / 16 * cell_bytes;
      }

      /** The position in its patch of the cell of a thread, x fastest. */
      __device__ static int lane(const int thread)
      {
        return thread >> 4 | (thread & 1) << 1 | (thread & 2) << 1;
      }

      /** The number of its patch. */
      __device__ static int patch(const int thread)
      {
        return thread >> 2 & 3;
      }
    };



    /** The cells of threads t and t + 16; negative if there is none. */
    struct CellPair
    {
      std::int32_t lower;
      std::int32_t upper;

      __device__ std::int32_t own(const int thread) const
      {
        return thread < 16 ? lower : upper;
      }

      /** Whether one copy moves both. */
      __device__ bool is_contiguous() const
      {
        return lower >= 0 && upper == lower + 1;
      }
    };



    /**
     * Starts to load the @p n_cells cells that exist. All of the warp call it.
     */
    template <typename Number>
    __device__ inline void load_tile(const Number *values,
                                     const CellPair &pair,
                                     const int n_cells,
                                     unsigned char *tile,
                                     std::uint64_t *barrier,
                                     const int thread)
    {
      using Tile = WarpTile<Number>;
      if (thread == 0)
        expect_bytes(barrier, n_cells * Tile::cell_bytes);
      __syncwarp();
      const std::int64_t cell = pair.own(thread);
      const bool together     = pair.is_contiguous();
      if (cell >= 0 && !(together && thread >= 16))
        load_bulk(tile + Tile::offset(thread),
                  values + 64 * cell,
                  together ? 2 * Tile::cell_bytes : Tile::cell_bytes,
                  barrier);
      __syncwarp();
    }



    /** Zeros instead of cells. */
    template <typename Number>
    __device__ inline void clear_tile(unsigned char *tile, const int thread)
    {
      auto *own =
        reinterpret_cast<int4 *>(tile + WarpTile<Number>::offset(thread));
      for (int i = 0; i < WarpTile<Number>::cell_bytes / 16; ++i)
        own[i] = make_int4(0, 0, 0, 0);
    }



    /** Starts to store them, what the warp has written to the tile. */
    template <typename Number>
    __device__ inline void store_tile(Number *values,
                                      const CellPair &pair,
                                      const unsigned char *tile,
                                      const int thread)
    {
      using Tile = WarpTile<Number>;
      fence_shared_stores();
      __syncwarp();
      const std::int64_t cell = pair.own(thread);
      const bool together     = pair.is_contiguous();
      if (cell >= 0 && !(together && thread >= 16))
        store_bulk(values + 64 * cell,
                   tile + Tile::offset(thread),
                   together ? 2 * Tile::cell_bytes : Tile::cell_bytes);
      commit_stores();
    }



    inline int n_multiprocessors(const int device)
    {
      int n = 0;
      check_cuda(cudaDeviceGetAttribute(&n,
                                        cudaDevAttrMultiProcessorCount,
                                        device),
                 "cudaDeviceGetAttribute");
      return n;
    }



    /**
     * Whether the code that was compiled for the device has bulk copies; if so,
     * its blocks can have @p shared_bytes.
     */
    template <typename Kernel>
    bool has_bulk_copies(const Kernel kernel, const int shared_bytes)
    {
      cudaFuncAttributes attributes;
      check_cuda(cudaFuncGetAttributes(&attributes, kernel),
                 "cudaFuncGetAttributes");
      if (attributes.ptxVersion < 90)
        return false;
      allow_shared_memory(kernel, shared_bytes);
      return true;
    }
  } // namespace internal
} // namespace tessera

#endif
