// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_vertex_patch_update_h
#define tessera_kernels_generic_vertex_patch_update_h

#include <tessera/cellwise/cell_basis.h>

#include "kernels/host_device.h"
#include "kernels/lanes.h"

namespace tessera
{
  namespace internal
  {
    // The lower and the upper cell of an axis are mirror images, and the modes
    // of both together are even or odd. So the lower lane computes with the sum
    // of its values and the mirrored ones of the upper lane and gets the even
    // modes, the upper lane with the difference and gets the odd modes. In the
    // nodal basis mirroring is the reversal of the nodes, in the eigenbasis the
    // change of sign of the odd functions. Signs that are the same for all of
    // a lane are part of PatchTransform::patch_modes.

    /** Whether value @p c of a line enters with the opposite sign. */
    template <CellBasis basis>
    TESSERA_HOST_DEVICE constexpr bool changes_sign(const int c)
    {
      return basis == CellBasis::eigen && c % 2 == 1;
    }



    /** The entry that entry @p c of a line is mirrored to. */
    template <CellBasis basis>
    TESSERA_HOST_DEVICE constexpr int mirrored(const int c)
    {
      return basis == CellBasis::nodal ? 3 - c : c;
    }



    /** The factors of an axis, read once for all of its lines. */
    template <int axis, typename Lanes>
    struct AxisFactors
    {
      using Vector = typename Lanes::Vector;

      TESSERA_LANES_INLINE explicit AxisFactors(const Lanes &lanes)
        : sign(lanes.template sign<axis>())
      {
        TESSERA_UNROLL
        for (int n = 0; n < 12; ++n)
          modes[n] = lanes.template patch_mode<axis>(n);
      }

      Vector sign;
      Vector modes[12];
    };



    /**
     * Takes four dual values of a line along @p axis, @p stride apart, to three
     * modes of the patch, in place.
     */
    template <CellBasis basis, int axis, int stride, typename Lanes>
    TESSERA_LANES_INLINE void
    to_patch_modes(const Lanes &lanes,
                   const AxisFactors<axis, Lanes> &factors,
                   typename Lanes::Vector *line)
    {
      using Vector = typename Lanes::Vector;
      Vector parts[4], modes[3];
      TESSERA_UNROLL
      for (int c = 0; c < 4; ++c)
        {
          const Vector other =
            lanes.template exchange<axis>(line[mirrored<basis>(c) * stride]);
          parts[c] =
            changes_sign<basis>(c)
              ? multiply_subtract(factors.sign, other, line[c * stride])
              : multiply_add(factors.sign, other, line[c * stride]);
        }
      TESSERA_UNROLL
      for (int m = 0; m < 3; ++m)
        {
          modes[m] = factors.modes[m] * parts[0];
          TESSERA_UNROLL
          for (int c = 1; c < 4; ++c)
            modes[m] =
              multiply_add(factors.modes[3 * c + m], parts[c], modes[m]);
        }
      TESSERA_UNROLL
      for (int m = 0; m < 3; ++m)
        line[m * stride] = modes[m];
    }



    /** The transpose of to_patch_modes(), to primal values. */
    template <CellBasis basis, int axis, int stride, typename Lanes>
    TESSERA_LANES_INLINE void
    from_patch_modes(const Lanes &lanes,
                     const AxisFactors<axis, Lanes> &factors,
                     typename Lanes::Vector *line)
    {
      using Vector = typename Lanes::Vector;
      Vector parts[4];
      TESSERA_UNROLL
      for (int c = 0; c < 4; ++c)
        {
          parts[c] = factors.modes[3 * c] * line[0];
          TESSERA_UNROLL
          for (int m = 1; m < 3; ++m)
            parts[c] = multiply_add(factors.modes[3 * c + m],
                                    line[m * stride],
                                    parts[c]);
        }
      TESSERA_UNROLL
      for (int c = 0; c < 4; ++c)
        {
          const Vector other =
            lanes.template exchange<axis>(parts[mirrored<basis>(c)]);
          line[c * stride] =
            changes_sign<basis>(c)
              ? multiply_add(factors.sign, other, parts[c])
              : multiply_subtract(factors.sign, other, parts[c]);
        }
    }



    /** Four nodal values of a line to the eigenbasis of the cell, in place. */
    template <int stride, typename Lanes>
    TESSERA_LANES_INLINE void to_cell_modes(const Lanes &lanes,
                                            typename Lanes::Vector *line)
    {
      using Vector        = typename Lanes::Vector;
      const Vector even[] = {line[0] + line[3 * stride],
                             line[stride] + line[2 * stride]};
      const Vector odd[]  = {line[0] - line[3 * stride],
                             line[stride] - line[2 * stride]};
      TESSERA_UNROLL
      for (int c = 0; c < 4; ++c)
        {
          const Vector *part = c % 2 == 0 ? even : odd;
          line[c * stride]   = multiply_add(lanes.cell_mode(4 * c + 1),
                                          part[1],
                                          lanes.cell_mode(4 * c) * part[0]);
        }
    }



    /** The transpose of to_cell_modes(). */
    template <int stride, typename Lanes>
    TESSERA_LANES_INLINE void from_cell_modes(const Lanes &lanes,
                                              typename Lanes::Vector *line)
    {
      using Vector = typename Lanes::Vector;
      Vector even[2], odd[2];
      TESSERA_UNROLL
      for (int i = 0; i < 2; ++i)
        {
          even[i] = multiply_add(lanes.cell_mode(8 + i),
                                 line[2 * stride],
                                 lanes.cell_mode(i) * line[0]);
          odd[i]  = multiply_add(lanes.cell_mode(12 + i),
                                line[3 * stride],
                                lanes.cell_mode(4 + i) * line[stride]);
        }
      TESSERA_UNROLL
      for (int i = 0; i < 2; ++i)
        {
          line[i * stride]       = even[i] + odd[i];
          line[(3 - i) * stride] = even[i] - odd[i];
        }
    }



    /** values = rhs - A u in the nodal basis. */
    template <typename Lanes>
    TESSERA_LANES_INLINE void nodal_residual(const Lanes &lanes,
                                             typename Lanes::Vector *values)
    {
      constexpr int n_lines = Lanes::lines_per_block;
      TESSERA_LINE_LOOP
      for (int block = 0; block < 16 / n_lines; ++block)
        {
          typename Lanes::Vector *lines = values + 4 * n_lines * block;
          lanes.load_u(block, lines);
          TESSERA_UNROLL
          for (int n = 0; n < n_lines; ++n)
            to_cell_modes<1>(lanes, lines + 4 * n);
        }
      TESSERA_LINE_LOOP
      for (int line = 0; line < 16; ++line)
        to_cell_modes<4>(lanes, values + line / 4 * 16 + line % 4);
      TESSERA_LINE_LOOP
      for (int line = 0; line < 16; ++line)
        {
          to_cell_modes<16>(lanes, values + line);
          TESSERA_UNROLL
          for (int k = 0; k < 4; ++k)
            values[line + 16 * k] =
              lanes.cell_diagonal(line + 16 * k) * values[line + 16 * k];
          from_cell_modes<16>(lanes, values + line);
        }
      TESSERA_LINE_LOOP
      for (int line = 0; line < 16; ++line)
        from_cell_modes<4>(lanes, values + line / 4 * 16 + line % 4);
      TESSERA_LINE_LOOP
      for (int block = 0; block < 16 / n_lines; ++block)
        {
          typename Lanes::Vector *lines = values + 4 * n_lines * block;
          typename Lanes::Vector rhs[4 * n_lines];
          lanes.load_rhs(block, rhs);
          TESSERA_UNROLL
          for (int n = 0; n < n_lines; ++n)
            from_cell_modes<1>(lanes, lines + 4 * n);
          TESSERA_UNROLL
          for (int i = 0; i < 4 * n_lines; ++i)
            lines[i] = rhs[i] - lines[i];
        }
    }



    /** values = rhs - A u, taken to patch modes along x. */
    template <CellBasis basis, typename Lanes>
    TESSERA_LANES_INLINE void load_patch(const Lanes &lanes,
                                         typename Lanes::Vector *values)
    {
      constexpr int n_lines = Lanes::lines_per_block;
      if constexpr (basis == CellBasis::nodal)
        nodal_residual(lanes, values);
      const AxisFactors<0, Lanes> factors(lanes);
      TESSERA_UNROLL
      for (int block = 0; block < 16 / n_lines; ++block)
        {
          typename Lanes::Vector *lines = values + 4 * n_lines * block;
          if constexpr (basis == CellBasis::eigen)
            lanes.load_residual(block, lines);
          TESSERA_UNROLL
          for (int n = 0; n < n_lines; ++n)
            to_patch_modes<basis, 0, 1>(lanes, factors, lines + 4 * n);
        }
    }



    /** Along z to patch modes, times the inverse patch matrix, and back. */
    template <CellBasis basis, typename Lanes>
    TESSERA_LANES_INLINE void solve_along_z(const Lanes &lanes,
                                            typename Lanes::Vector *values)
    {
      const AxisFactors<2, Lanes> factors(lanes);
      TESSERA_LINE_LOOP
      for (int j = 0; j < 3; ++j)
        TESSERA_UNROLL
      for (int i = 0; i < 3; ++i)
        {
          typename Lanes::Vector *line = values + 4 * j + i;
          to_patch_modes<basis, 2, 16>(lanes, factors, line);
          TESSERA_UNROLL
          for (int k = 0; k < 3; ++k)
            line[16 * k] =
              lanes.patch_inverse(i + 3 * j + 9 * k) * line[16 * k];
          from_patch_modes<basis, 2, 16>(lanes, factors, line);
        }
    }



    /** u = u + values, after the last step back from patch modes. */
    template <CellBasis basis, typename Lanes>
    TESSERA_LANES_INLINE void store_patch(const Lanes &lanes,
                                          typename Lanes::Vector *values)
    {
      constexpr int n_lines = Lanes::lines_per_block;
      const AxisFactors<0, Lanes> factors(lanes);
      TESSERA_UNROLL
      for (int block = 0; block < 16 / n_lines; ++block)
        {
          typename Lanes::Vector *lines = values + 4 * n_lines * block;
          TESSERA_UNROLL
          for (int n = 0; n < n_lines; ++n)
            from_patch_modes<basis, 0, 1>(lanes, factors, lines + 4 * n);
          lanes.add_to_u(block, lines);
        }
    }



    /** The update of one patch, see vertex_patch_update(). */
    template <CellBasis basis, typename Lanes>
    TESSERA_LANES_INLINE void update_patch(const Lanes &lanes)
    {
      typename Lanes::Vector values[64];
      const AxisFactors<1, Lanes> factors(lanes);
      load_patch<basis>(lanes, values);
      TESSERA_LINE_LOOP
      for (int k = 0; k < 4; ++k)
        {
          lanes.prefetch(k);
          TESSERA_UNROLL
          for (int i = 0; i < 3; ++i)
            to_patch_modes<basis, 1, 4>(lanes, factors, values + 16 * k + i);
        }
      solve_along_z<basis>(lanes, values);
      TESSERA_LINE_LOOP
      for (int k = 0; k < 4; ++k)
        {
          lanes.prefetch(4 + k);
          TESSERA_UNROLL
          for (int i = 0; i < 3; ++i)
            from_patch_modes<basis, 1, 4>(lanes, factors, values + 16 * k + i);
        }
      store_patch<basis>(lanes, values);
    }
  } // namespace internal
} // namespace tessera

#endif
