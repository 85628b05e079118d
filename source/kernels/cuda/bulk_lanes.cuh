// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_bulk_lanes_cuh
#define tessera_kernels_cuda_bulk_lanes_cuh

#include "kernels/cuda/bulk_tile.cuh"
#include "kernels/cuda/lanes.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
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



    /** Lanes that write to another place than they read from. */
    template <typename Number, typename Prefetch>
    struct MarchLanes : public BulkLanes<Number, false, Prefetch>
    {
      /** Where the sum goes. */
      Number *target;
      /** Whether the patch exists; if not, values are moved unchanged. */
      bool active;

      TESSERA_LANES_INLINE void add_to_u(const int line, const Number *v) const
      {
        Number sum[4];
        this->load_u(line, sum);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          sum[i] = active ? sum[i] + v[i] : sum[i];
        write_line(sum, target + 4 * line);
      }
    };
  } // namespace internal
} // namespace tessera

#endif
