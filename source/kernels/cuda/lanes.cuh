// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_lanes_cuh
#define tessera_kernels_cuda_lanes_cuh

#include "kernels/generic/missing_cells.h"
#include "kernels/lanes.h"
#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    TESSERA_LANES_INLINE float
    multiply_add(const float a, const float b, const float c)
    {
      return fmaf(a, b, c);
    }

    TESSERA_LANES_INLINE double
    multiply_add(const double a, const double b, const double c)
    {
      return fma(a, b, c);
    }

    TESSERA_LANES_INLINE float
    multiply_subtract(const float a, const float b, const float c)
    {
      return fmaf(-a, b, c);
    }

    TESSERA_LANES_INLINE double
    multiply_subtract(const double a, const double b, const double c)
    {
      return fma(-a, b, c);
    }



    /** Four values, 16-byte aligned. */
    TESSERA_LANES_INLINE void read_line(const float *source, float *v)
    {
      const float4 line = *reinterpret_cast<const float4 *>(source);
      v[0]              = line.x;
      v[1]              = line.y;
      v[2]              = line.z;
      v[3]              = line.w;
    }


    TESSERA_LANES_INLINE void read_line(const double *source, double *v)
    {
      const double2 low  = *reinterpret_cast<const double2 *>(source);
      const double2 high = *reinterpret_cast<const double2 *>(source + 2);
      v[0]               = low.x;
      v[1]               = low.y;
      v[2]               = high.x;
      v[3]               = high.y;
    }


    TESSERA_LANES_INLINE void write_line(const float *v, float *destination)
    {
      *reinterpret_cast<float4 *>(destination) =
        make_float4(v[0], v[1], v[2], v[3]);
    }


    TESSERA_LANES_INLINE void write_line(const double *v, double *destination)
    {
      *reinterpret_cast<double2 *>(destination)     = make_double2(v[0], v[1]);
      *reinterpret_cast<double2 *>(destination + 2) = make_double2(v[2], v[3]);
    }



    /**
     * The lanes of the GPU, see kernels/lanes.h: an object of this type is one
     * of them. All threads of a warp must take part in every call.
     */
    template <typename Number_, CellBasis basis, bool has_coefficients>
    struct CudaLanes
    {
      using Number = Number_;
      using Vector = Number;

      static constexpr int lines_per_block = 1;

      /** In shared memory. */
      const PatchTransform<Number> *transform;
      int lane;

      /** The 64 values that this lane works with; none: all are zero. */
      const Number *rhs;
      const Number *u;
      /** The axes along which they are mirrored. */
      int axes;
      /** The 64 values that this lane changes, if it has a cell. */
      Number *own_u;
      /** k of the cell and of the patch. */
      Number coefficient;
      Number patch_coefficient;

      template <int axis>
      TESSERA_LANES_INLINE Vector exchange(const Vector v) const
      {
        return __shfl_xor_sync(0xffffffff, v, 1 << axis);
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector sign() const
      {
        return lane >> axis & 1 ? Number(-1) : Number(1);
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector patch_mode(const int n) const
      {
        return transform->patch_modes[axis][n][lane];
      }

      TESSERA_LANES_INLINE Vector patch_inverse(const int m) const
      {
        if constexpr (!has_coefficients)
          return transform->patch_inverse[m][lane];
        else
          return Number(1) / multiply_add(patch_coefficient,
                                          transform->patch_stiffness[m][lane],
                                          transform->reaction);
      }

      TESSERA_LANES_INLINE Vector cell_mode(const int n) const
      {
        return transform->cell_modes[n];
      }

      TESSERA_LANES_INLINE Vector cell_diagonal(const int n) const
      {
        if constexpr (!has_coefficients)
          return transform->cell_diagonal[n];
        else
          return multiply_add(coefficient,
                              transform->cell_stiffness[n],
                              transform->reaction);
      }

      TESSERA_LANES_INLINE void load_rhs(const int line, Vector *v) const
      {
        load(rhs, line, v);
      }

      TESSERA_LANES_INLINE void load_u(const int line, Vector *v) const
      {
        load(u, line, v);
      }

      TESSERA_LANES_INLINE void load_residual(const int line, Vector *v) const
      {
        Vector old[4];
        load(rhs, line, v);
        load(u, line, old);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          v[i] = multiply_subtract(cell_diagonal(4 * line + i), old[i], v[i]);
      }

      TESSERA_LANES_INLINE void add_to_u(const int line, const Vector *v) const
      {
        if (own_u == nullptr)
          return;
        Vector old[4];
        read_line(own_u + 4 * line, old);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          old[i] += v[i];
        write_line(old, own_u + 4 * line);
      }

      /** Other warps hide the time that loads take. */
      TESSERA_LANES_INLINE void prefetch(const int) const
      {}

    private:
      TESSERA_LANES_INLINE void
      load(const Number *values, const int line, Vector *v) const
      {
        if (values == nullptr)
          {
            TESSERA_UNROLL
            for (int i = 0; i < 4; ++i)
              v[i] = Number(0);
          }
        else if (axes == 0)
          read_line(values + 4 * line, v);
        else
          {
            TESSERA_UNROLL
            for (int i = 0; i < 4; ++i)
              v[i] = mirror_sign<Number>(basis, axes, 4 * line + i) *
                     values[mirrored_entry(basis, axes, 4 * line + i)];
          }
      }
    };
  } // namespace internal
} // namespace tessera

#endif
