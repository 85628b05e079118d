// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_bulk_lanes_cuh
#define tessera_kernels_cuda_bulk_lanes_cuh

#include "kernels/cuda/bulk_copy.cuh"
#include "kernels/cuda/check.cuh"
#include "kernels/cuda/lanes.cuh"

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



    /** The tables of PatchTransform that differ between lanes. */
    template <typename Number>
    struct LaneTables
    {
      Number patch_modes[3][12][8];
      Number patch_factors[27][8];
    };



    /**
     * Fills the tables and prepares the barriers of a block. @p transform is in
     * the memory of the device.
     */
    template <bool has_coefficients, typename Number>
    __device__ void prepare_block(const PatchTransform<Number> *transform,
                                  LaneTables<Number> &tables,
                                  std::uint64_t *barriers,
                                  const int n_barriers)
    {
      const int n         = static_cast<int>(threadIdx.x);
      const Number *modes = &transform->patch_modes[0][0][0];
      for (int i = n; i < 3 * 12 * 8; i += blockDim.x)
        (&tables.patch_modes[0][0][0])[i] = modes[i];
      const Number *factors = has_coefficients
                                ? &transform->patch_stiffness[0][0]
                                : &transform->patch_inverse[0][0];
      for (int i = n; i < 27 * 8; i += blockDim.x)
        (&tables.patch_factors[0][0])[i] = factors[i];
      if (n < n_barriers)
        initialize_barrier(barriers + n);
      __syncthreads();
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



    /** Whether the code that was compiled for the device has bulk copies. */
    template <typename Kernel>
    bool has_bulk_copies(const Kernel kernel, const int shared_bytes)
    {
      cudaFuncAttributes attributes;
      check_cuda(cudaFuncGetAttributes(&attributes, kernel),
                 "cudaFuncGetAttributes");
      if (attributes.ptxVersion < 90)
        return false;
      check_cuda(
        cudaFuncSetAttribute(kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             shared_bytes),
        "cudaFuncSetAttribute");
      return true;
    }



    /**
     * Lanes whose values are in shared memory, see kernels/lanes.h and
     * WarpTile. @p Prefetch is called once all of the warp have read rhs.
     */
    template <typename Number_, bool has_coefficients, typename Prefetch>
    struct BulkLanes
    {
      using Number = Number_;
      using Vector = Number;

      static constexpr int lines_per_block = 1;

      /** A kernel parameter: its entries are operands of instructions. */
      const PatchTransform<Number> &transform;
      /** In shared memory. */
      const LaneTables<Number> &tables;
      Prefetch prefetch_rhs;
      int lane;
      /** The 64 values of the cell, in shared memory. */
      const Number *rhs;
      Number *u;
      /** k of the cell and of the patch. */
      Number coefficient;
      Number patch_coefficient;

      template <int axis>
      TESSERA_LANES_INLINE Vector exchange(const Vector v) const
      {
        return __shfl_xor_sync(0xffffffff,
                               v,
                               axis == 0 ? 16 : (axis == 1 ? 1 : 2));
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector sign() const
      {
        return lane >> axis & 1 ? Number(-1) : Number(1);
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector patch_mode(const int n) const
      {
        return tables.patch_modes[axis][n][lane];
      }

      TESSERA_LANES_INLINE Vector patch_inverse(const int m) const
      {
        const Number factor = tables.patch_factors[m][lane];
        if constexpr (!has_coefficients)
          return factor;
        else
          return Number(1) /
                 multiply_add(patch_coefficient, factor, transform.reaction);
      }

      TESSERA_LANES_INLINE Vector cell_mode(const int n) const
      {
        return transform.cell_modes[n];
      }

      TESSERA_LANES_INLINE Vector cell_diagonal(const int n) const
      {
        if constexpr (!has_coefficients)
          return transform.cell_diagonal[n];
        else
          return multiply_add(coefficient,
                              transform.cell_stiffness[n],
                              transform.reaction);
      }

      TESSERA_LANES_INLINE void load_rhs(const int line, Vector *v) const
      {
        read_line(rhs + 4 * line, v);
      }

      TESSERA_LANES_INLINE void load_u(const int line, Vector *v) const
      {
        read_line(u + 4 * line, v);
      }

      TESSERA_LANES_INLINE void load_residual(const int line, Vector *v) const
      {
        Vector old[4];
        load_rhs(line, v);
        load_u(line, old);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          v[i] = multiply_subtract(cell_diagonal(4 * line + i), old[i], v[i]);
      }

      TESSERA_LANES_INLINE void add_to_u(const int line, const Vector *v) const
      {
        Vector sum[4];
        load_u(line, sum);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          sum[i] += v[i];
        write_line(sum, u + 4 * line);
      }

      TESSERA_LANES_INLINE void prefetch(const int k) const
      {
        if (k == 0)
          prefetch_rhs();
      }
    };
  } // namespace internal
} // namespace tessera

#endif
