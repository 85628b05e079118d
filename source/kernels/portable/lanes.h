// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_portable_lanes_h
#define tessera_kernels_portable_lanes_h

#include "kernels/portable/simd_vector.h"
#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    /** Where the eight cells of a patch are, and what they are multiplied by.
     */
    template <typename Number>
    struct PatchCells
    {
      const Number *rhs;
      Number *u;
      /** The first value of each cell in rhs and u. */
      std::int64_t first[8];
      /** The same for the patch that comes next. */
      std::int64_t next[8];
      /** k of each cell, and of the patch. Not used without coefficients. */
      alignas(64) Number coefficients[8];
      Number patch_coefficient;
    };



    /** The lanes of the host, see kernels/lanes.h. */
    template <typename Number_, bool has_coefficients>
    class HostLanes
    {
    public:
      using Number = Number_;
      using Vector = HostVector<Number>;
      using Reg    = typename Vector::Reg;

      static constexpr int lines_per_block = Reg::n_numbers == 8 ? 2 : 1;

      TESSERA_LANES_INLINE HostLanes(const PatchTransform<Number> &transform,
                                     const PatchCells<Number> &cells)
        : transform(transform)
        , cells(cells)
      {}

      template <int axis>
      TESSERA_LANES_INLINE Vector exchange(const Vector &v) const
      {
        return exchange_numbers<1 << axis>(v);
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector sign() const
      {
        return load_vector<Vector>(transform.sign[axis]);
      }

      template <int axis>
      TESSERA_LANES_INLINE Vector patch_mode(const int n) const
      {
        return load_vector<Vector>(transform.patch_modes[axis][n]);
      }

      TESSERA_LANES_INLINE Vector patch_inverse(const int m) const
      {
        if constexpr (!has_coefficients)
          return load_vector<Vector>(transform.patch_inverse[m]);
        const Vector matrix =
          multiply_add(broadcast<Vector>(cells.patch_coefficient),
                       load_vector<Vector>(transform.patch_stiffness[m]),
                       broadcast<Vector>(transform.reaction));
        Vector inverse;
        for (int p = 0; p < Vector::n_parts; ++p)
          inverse.part[p] = Number(1) / matrix.part[p];
        return inverse;
      }

      TESSERA_LANES_INLINE Vector cell_mode(const int n) const
      {
        return broadcast<Vector>(transform.cell_modes[n]);
      }

      TESSERA_LANES_INLINE Vector cell_diagonal(const int n) const
      {
        if constexpr (!has_coefficients)
          return broadcast<Vector>(transform.cell_diagonal[n]);
        return multiply_add(load_vector<Vector>(cells.coefficients),
                            broadcast<Vector>(transform.cell_stiffness[n]),
                            broadcast<Vector>(transform.reaction));
      }

      TESSERA_LANES_INLINE void load_rhs(const int block, Vector *v) const
      {
        load(block, v, [&](const int lane, const int i) {
          return load_register(cells.rhs + cells.first[lane] + i);
        });
      }

      TESSERA_LANES_INLINE void load_u(const int block, Vector *v) const
      {
        load(block, v, [&](const int lane, const int i) {
          return load_register(cells.u + cells.first[lane] + i);
        });
      }

      TESSERA_LANES_INLINE void load_residual(const int block, Vector *v) const
      {
        load(block, v, [&](const int lane, const int i) {
          return load_register(cells.rhs + cells.first[lane] + i) -
                 cell_diagonal_of(lane, i) *
                   load_register(cells.u + cells.first[lane] + i);
        });
      }

      TESSERA_LANES_INLINE void add_to_u(const int block, const Vector *v) const
      {
        for_each_row(block, [&](const int p, const int n, const int i) {
          Type rows[Reg::n_numbers];
          for (int r = 0; r < Reg::n_numbers; ++r)
            rows[r] = v[n + r].part[p];
          transpose<Number, sizeof(Type)>(rows);
          for (int r = 0; r < Reg::n_numbers; ++r)
            {
              Number *u = cells.u + cells.first[p * Reg::n_numbers + r] + i;
              const Type sum = load_register(u) + rows[r];
              std::memcpy(u, &sum, sizeof(sum));
            }
        });
      }

      /** Starts to load the values of a cell of the next patch. */
      TESSERA_LANES_INLINE void prefetch(const int lane) const
      {
        constexpr int n_numbers = 64 / sizeof(Number);
        for (int i = 0; i < 64; i += n_numbers)
          {
            __builtin_prefetch(cells.rhs + cells.next[lane] + i, 0);
            __builtin_prefetch(cells.u + cells.next[lane] + i, 1);
          }
      }

    private:
      using Type = typename Reg::Type;

      static TESSERA_LANES_INLINE Type load_register(const Number *source)
      {
        Type v;
        std::memcpy(&v, source, sizeof(v));
        return v;
      }

      /** Values i, i + 1, ... of the diagonal of the cell of a lane. */
      TESSERA_LANES_INLINE Type cell_diagonal_of(const int lane,
                                                 const int i) const
      {
        if constexpr (!has_coefficients)
          return load_register(transform.cell_diagonal + i);
        return cells.coefficients[lane] *
                 load_register(transform.cell_stiffness + i) +
               transform.reaction;
      }

      /**
       * Calls f(p, n, i) for the square matrices that part p of the Vectors n,
       * n + 1, ... of a block are: values i, i + 1, ... of as many cells.
       */
      template <typename Function>
      static TESSERA_LANES_INLINE void for_each_row(const int block,
                                                    const Function &f)
      {
        constexpr int n_values = 4 * lines_per_block;
        for (int n = 0; n < n_values; n += Reg::n_numbers)
          for (int p = 0; p < Vector::n_parts; ++p)
            f(p, n, n_values * block + n);
      }

      template <typename Row>
      static TESSERA_LANES_INLINE void
      load(const int block, Vector *v, const Row &row)
      {
        for_each_row(block, [&](const int p, const int n, const int i) {
          Type rows[Reg::n_numbers];
          for (int r = 0; r < Reg::n_numbers; ++r)
            rows[r] = row(p * Reg::n_numbers + r, i);
          transpose<Number, sizeof(Type)>(rows);
          for (int r = 0; r < Reg::n_numbers; ++r)
            v[n + r].part[p] = rows[r];
        });
      }

      const PatchTransform<Number> &transform;
      const PatchCells<Number> &cells;
    };
  } // namespace internal
} // namespace tessera

#endif
