// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_arithmetic_cuh
#define tessera_tests_performance_patch_variant_arithmetic_cuh

#include "kernels/cuda/bulk_lanes.cuh"
#include "kernels/generic/vertex_patch_update.h"
#include "performance/patch_variants.h"

#include <type_traits>

namespace benchmark
{
  using tessera::CellBasis;
  using tessera::internal::multiply_add;
  using tessera::internal::multiply_subtract;

  /** The tables of VariantTables that differ between lanes, shared memory. */
  struct DenseTables
  {
    float own[2][12][2];
    float other[2][12][2];
  };

  /** The first entry of line @p n of a cell along @p axis. */
  template <int axis>
  __device__ constexpr int first_entry(const int n)
  {
    return axis == 0 ? 4 * n : (axis == 1 ? n / 4 * 16 + n % 4 : n);
  }

  template <int axis>
  constexpr int stride = axis == 0 ? 1 : (axis == 1 ? 4 : 16);



  /** start + row @p i of a 4x4 matrix, or of its transpose, times a line. */
  template <int step, bool transposed = false>
  TESSERA_LANES_INLINE float add_row(const float *matrix,
                                     const int i,
                                     const float *line,
                                     float start = 0.f)
  {
    TESSERA_UNROLL
    for (int j = 0; j < 4; ++j)
      start = multiply_add(matrix[transposed ? 4 * j + i : 4 * i + j],
                           line[j * step],
                           start);
    return start;
  }



  /** The same with a minus. */
  template <int step, bool transposed = false>
  TESSERA_LANES_INLINE float
  subtract_row(const float *matrix, const int i, const float *line, float start)
  {
    TESSERA_UNROLL
    for (int j = 0; j < 4; ++j)
      start = multiply_subtract(matrix[transposed ? 4 * j + i : 4 * i + j],
                                line[j * step],
                                start);
    return start;
  }



  template <int step, bool transposed = false>
  TESSERA_LANES_INLINE void multiply_line(const float *matrix, float *line)
  {
    float product[4];
    TESSERA_UNROLL
    for (int i = 0; i < 4; ++i)
      product[i] = add_row<step, transposed>(matrix, i, line);
    TESSERA_UNROLL
    for (int i = 0; i < 4; ++i)
      line[i * step] = product[i];
  }



  /** A contraction of all 64 values. */
  template <int axis, bool transposed = false>
  TESSERA_LANES_INLINE void multiply_lines(const float *matrix, float *values)
  {
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      multiply_line<stride<axis>, transposed>(matrix,
                                              values + first_entry<axis>(n));
  }



  template <typename Lanes>
  TESSERA_LANES_INLINE void load_u(const Lanes &lanes, float *values)
  {
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      lanes.load_u(n, values + 4 * n);
  }



  /** k = K m and m = M m along z. */
  TESSERA_LANES_INLINE void
  start_along_z(const VariantTables &tables, float *m, float *k)
  {
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          k[n + 16 * i] = add_row<16>(tables.stiffness[2], i, m + n);
        multiply_line<16>(tables.mass, m + n);
      }
  }



  /** k = K m + M k and m = M m along y. */
  template <bool chained>
  TESSERA_LANES_INLINE void
  continue_along_y(const VariantTables &tables, float *m, float *k)
  {
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        float *m_line = m + first_entry<1>(n);
        float *k_line = k + first_entry<1>(n);
        float sum[4];
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          {
            const float part = add_row<4>(tables.mass, i, k_line);
            if constexpr (chained)
              sum[i] = add_row<4>(tables.stiffness[1], i, m_line, part);
            else
              sum[i] = add_row<4>(tables.stiffness[1], i, m_line) + part;
          }
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          k_line[4 * i] = sum[i];
        multiply_line<4>(tables.mass, m_line);
      }
  }



  /** rhs - (K M M + M K M + M M K) u, the factors along z, y, x in turn. */
  template <bool chained, typename Lanes>
  TESSERA_LANES_INLINE void
  kronecker_residual(const Lanes &lanes, const VariantTables &tables, float *m)
  {
    float k[64];
    load_u(lanes, m);
    start_along_z(tables, m, k);
    continue_along_y<chained>(tables, m, k);
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        const float *stiffness = tables.stiffness[0];
        float *m_line          = m + 4 * n;
        float *k_line          = k + 4 * n;
        float r[4];
        lanes.load_rhs(n, r);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          if constexpr (chained)
            r[i] = subtract_row<1>(tables.mass,
                                   i,
                                   k_line,
                                   subtract_row<1>(stiffness, i, m_line, r[i]));
          else
            r[i] -= add_row<1>(stiffness, i, m_line) +
                    add_row<1>(tables.mass, i, k_line);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          m_line[i] = r[i];
      }
  }



  /** The same by way of the eigenbasis of the cell. */
  template <typename Lanes>
  TESSERA_LANES_INLINE void cell_modes_residual(const Lanes &lanes,
                                                float *values)
  {
    const float *modes = lanes.transform.cell_modes;
    load_u(lanes, values);
    multiply_lines<0>(modes, values);
    multiply_lines<1>(modes, values);
    multiply_lines<2>(modes, values);
    TESSERA_UNROLL
    for (int i = 0; i < 64; ++i)
      values[i] *= lanes.cell_diagonal(i);
    multiply_lines<2, true>(modes, values);
    multiply_lines<1, true>(modes, values);
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        float rhs[4];
        lanes.load_rhs(n, rhs);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          rhs[i] = subtract_row<1, true>(modes, i, values + 4 * n, rhs[i]);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          values[4 * n + i] = rhs[i];
      }
  }



  /** rhs - D u, rhs in the eigenbasis and u taken there. */
  template <bool mirrored, typename Lanes>
  TESSERA_LANES_INLINE void merged_residual(const Lanes &lanes, float *values)
  {
    using tessera::internal::to_cell_modes;
    load_u(lanes, values);
    if constexpr (mirrored)
      {
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          to_cell_modes<1>(lanes, values + first_entry<0>(n));
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          to_cell_modes<4>(lanes, values + first_entry<1>(n));
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          to_cell_modes<16>(lanes, values + first_entry<2>(n));
      }
    else
      {
        multiply_lines<0>(lanes.transform.cell_modes, values);
        multiply_lines<1>(lanes.transform.cell_modes, values);
        multiply_lines<2>(lanes.transform.cell_modes, values);
      }
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        float rhs[4];
        lanes.load_rhs(n, rhs);
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          values[4 * n + i] = multiply_subtract(lanes.cell_diagonal(4 * n + i),
                                                values[4 * n + i],
                                                rhs[i]);
      }
  }
} // namespace benchmark

#endif
