// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_child_planes_cuh
#define tessera_kernels_cuda_child_planes_cuh

#include "kernels/cuda/cell_planes.cuh"

namespace tessera
{
  namespace internal
  {
    // Between a parent and its children: a child has four threads, see
    // cell_planes.cuh, a parent a warp. Child i is number i % 8 of its parent,
    // x fastest, and the eight of them are in the order of the threads.

    /**
     * The matrices of both children along an axis, in shared memory: so far
     * apart that threads with different ones meet no bank twice.
     */
    template <typename Number>
    struct ChildMatrices
    {
      alignas(16) Number entries[2][20];

      /** All threads of the block call it. */
      __device__ void copy(const Number (&source)[2][16])
      {
        if (threadIdx.x < 32)
          entries[threadIdx.x / 16][threadIdx.x % 16] =
            source[threadIdx.x / 16][threadIdx.x % 16];
      }

      __device__ void get(const bool upper, Number *matrix) const
      {
        constexpr int piece = 16 / sizeof(Number);
        TESSERA_UNROLL
        for (int n = 0; n < 16; n += piece)
          copy_piece(entries[upper] + n, matrix + n);
      }
    };



    /**
     * Takes planes of constant z of the parent to planes of constant y of child
     * @p i, in place.
     */
    template <typename Number>
    __device__ __forceinline__ void
    prolongate_child(const ChildMatrices<Number> &matrices,
                     PlaneTile<Number> &tile,
                     const std::int64_t i,
                     Number *values)
    {
      alignas(16) Number matrix[16];
      matrices.get((i & 1) != 0, matrix);
      transform_plane<1>(matrix, values);
      matrices.get((i & 2) != 0, matrix);
      transform_plane<4>(matrix, values);
      tile.template move<2, 1>(values);
      matrices.get((i & 4) != 0, matrix);
      transform_plane<4>(matrix, values);
    }



    /**
     * Keeps the lower or the upper half of @p n values a group, each with
     * those of the neighbouring child added, in place: groups have two halves
     * of @p half values.
     */
    template <int n, int half, typename Number>
    __device__ __forceinline__ void
    add_neighbour(const int bit, const bool upper, Number *values)
    {
      TESSERA_UNROLL
      for (int i = 0; i < n / 2; ++i)
        {
          const int low      = i / half * 2 * half + i % half;
          const Number send  = upper ? values[low] : values[low + half];
          const Number keep  = upper ? values[low + half] : values[low];
          const Number other = __shfl_xor_sync(0xffffffff, send, bit);
          // The lower child comes first, so that sums are the same in both.
          values[i] = upper ? other + keep : keep + other;
        }
    }



    /**
     * Exchanges four values among the four threads of a cell: thread t has
     * value t of each of them in the end.
     */
    template <typename Number>
    struct LineTranspose
    {
      /** Far enough apart that cells meet no bank twice. */
      alignas(16) Number entries[cells_per_warp][20];

      __device__ void operator()(Number *values)
      {
        constexpr int piece = 16 / sizeof(Number);
        Number *own         = entries[threadIdx.x % 32 / 4];
        TESSERA_UNROLL
        for (int n = 0; n < 4; n += piece)
          copy_piece(values + n, own + 4 * own_plane() + n);
        __syncwarp();
        TESSERA_UNROLL
        for (int n = 0; n < 4; ++n)
          values[n] = own[4 * n + own_plane()];
      }
    };



    /**
     * Takes planes of constant y of child @p i to values of the parent and sums
     * over the children: they add up axis by axis, each goes on with half of
     * the values, and a thread has two in the end, see restricted_entry().
     */
    template <typename Number>
    __device__ __forceinline__ void
    restrict_child(const ChildMatrices<Number> &matrices,
                   LineTranspose<Number> &transpose,
                   const std::int64_t i,
                   Number *values)
    {
      const bool upper[] = {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
      alignas(16) Number matrix[16];
      matrices.get(upper[0], matrix);
      transform_plane<1>(matrix, values);
      add_neighbour<16, 2>(4, upper[0], values);
      matrices.get(upper[2], matrix);
      transform_line<2>(matrix, values);
      transform_line<2>(matrix, values + 1);
      add_neighbour<8, 4>(16, upper[2], values);
      transpose(values);
      matrices.get(upper[1], matrix);
      transform_line<1>(matrix, values);
      add_neighbour<4, 2>(8, upper[1], values);
    }



    /** The entry of the parent that value @p n of restrict_child() is. */
    __device__ inline int restricted_entry(const std::int64_t i, const int n)
    {
      const int x = own_plane() % 2 + ((i & 1) != 0 ? 2 : 0);
      const int y = n + ((i & 2) != 0 ? 2 : 0);
      const int z = own_plane() / 2 + ((i & 4) != 0 ? 2 : 0);
      return x + 4 * y + 16 * z;
    }
  } // namespace internal
} // namespace tessera

#endif
