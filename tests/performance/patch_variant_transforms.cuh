// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_transforms_cuh
#define tessera_tests_performance_patch_variant_transforms_cuh

#include "performance/patch_variant_arithmetic.cuh"

namespace benchmark
{
  /** What patch modes are computed from, and what they are taken back to. */
  template <PatchVariant variant>
  constexpr CellBasis functions_of_residual =
    variant < PatchVariant::merged ? CellBasis::nodal : CellBasis::eigen;

  template <PatchVariant variant>
  constexpr CellBasis functions_of_u =
    variant < PatchVariant::eigen_storage ? CellBasis::nodal : CellBasis::eigen;

  /** Nodes or functions of a cell along an axis that a patch has. */
  template <CellBasis basis>
  constexpr int n_functions = basis == CellBasis::nodal ? 3 : 4;



  /** Between functions and patch modes of an axis, all products. */
  template <CellBasis basis, bool chained, int axis, typename Lanes>
  class DenseAxis
  {
  public:
    TESSERA_LANES_INLINE
    DenseAxis(const Lanes &lanes, const DenseTables &tables)
      : lanes(lanes)
    {
      const int upper = lanes.lane >> axis & 1;
      TESSERA_UNROLL
      for (int i = 0; i < 3 * n; ++i)
        {
          own[i]   = tables.own[basis == CellBasis::eigen][i][upper];
          other[i] = tables.other[basis == CellBasis::eigen][i][upper];
        }
    }

    /** The parts of the modes of the other lane go there. */
    TESSERA_LANES_INLINE void to_modes(float *line) const
    {
      float modes[3];
      TESSERA_UNROLL
      for (int m = 0; m < 3; ++m)
        {
          const float part =
            lanes.template exchange<axis>(sum<n, 3, step>(other + m, line));
          modes[m] = chained ? sum<n, 3, step>(own + m, line, part)
                             : sum<n, 3, step>(own + m, line) + part;
        }
      TESSERA_UNROLL
      for (int m = 0; m < 3; ++m)
        line[m * step] = modes[m];
    }

    /** The modes of the other lane come here. */
    TESSERA_LANES_INLINE void from_modes(float *line) const
    {
      float modes[3], others[3];
      TESSERA_UNROLL
      for (int m = 0; m < 3; ++m)
        {
          modes[m]  = line[m * step];
          others[m] = lanes.template exchange<axis>(modes[m]);
        }
      TESSERA_UNROLL
      for (int c = 0; c < n; ++c)
        {
          const float *parts = other + 3 * c;
          const float part   = sum<3, 1, 1>(own + 3 * c, modes);
          line[c * step]     = chained ? sum<3, 1, 1>(parts, others, part)
                                       : part + sum<3, 1, 1>(parts, others);
        }
    }

  private:
    static constexpr int n    = n_functions<basis>;
    static constexpr int step = stride<axis>;

    template <int n_terms, int factor_step, int line_step>
    TESSERA_LANES_INLINE static float
    sum(const float *factors, const float *line, float start = 0.f)
    {
      TESSERA_UNROLL
      for (int i = 0; i < n_terms; ++i)
        start =
          multiply_add(factors[factor_step * i], line[line_step * i], start);
      return start;
    }

    const Lanes &lanes;
    float own[3 * n];
    float other[3 * n];
  };



  /** From functions of the eigenbasis and to nodes by sums and differences. */
  template <int axis, typename Lanes>
  class MirroredAxis
  {
  public:
    TESSERA_LANES_INLINE
    MirroredAxis(const Lanes &lanes, const DenseTables &tables)
      : lanes(lanes)
      , factors(lanes)
    {
      TESSERA_UNROLL
      for (int i = 0; i < 9; ++i)
        nodes[i] = tables.own[0][i][lanes.lane >> axis & 1];
    }

    TESSERA_LANES_INLINE void to_modes(float *line) const
    {
      tessera::internal::to_patch_modes<CellBasis::eigen, axis, step>(lanes,
                                                                      factors,
                                                                      line);
    }

    TESSERA_LANES_INLINE void from_modes(float *line) const
    {
      float parts[3];
      TESSERA_UNROLL
      for (int c = 0; c < 3; ++c)
        {
          parts[c] = nodes[3 * c] * line[0];
          TESSERA_UNROLL
          for (int m = 1; m < 3; ++m)
            parts[c] = multiply_add(nodes[3 * c + m], line[m * step], parts[c]);
        }
      // Nodes 1 and 2 are mirror images, the shared one is its own.
      TESSERA_UNROLL
      for (int c = 0; c < 3; ++c)
        {
          const float image =
            lanes.template exchange<axis>(parts[c == 2 ? 2 : 1 - c]);
          line[c * step] = multiply_subtract(factors.sign, image, parts[c]);
        }
    }

  private:
    static constexpr int step = stride<axis>;

    const Lanes &lanes;
    tessera::internal::AxisFactors<axis, Lanes> factors;
    float nodes[9];
  };



  template <PatchVariant variant, CellBasis basis, int axis, typename Lanes>
  using PatchAxis = std::conditional_t<
    variant == PatchVariant::symmetry,
    MirroredAxis<axis, Lanes>,
    DenseAxis<basis, variant != PatchVariant::plain, axis, Lanes>>;



  /** Four nodes of a line become those that the patch has, shared one last. */
  template <int step>
  TESSERA_LANES_INLINE void drop_outer_node(const bool upper, float *line)
  {
    const float shared = upper ? line[0] : line[3 * step];
    line[0]            = line[step];
    line[step]         = line[2 * step];
    line[2 * step]     = shared;
  }



  template <typename Lanes>
  TESSERA_LANES_INLINE void drop_outer_nodes(const Lanes &lanes, float *values)
  {
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      drop_outer_node<1>(lanes.lane & 1, values + first_entry<0>(n));
    TESSERA_UNROLL
    for (int k = 0; k < 4; ++k)
      TESSERA_UNROLL
    for (int i = 0; i < 3; ++i)
      drop_outer_node<4>(lanes.lane & 2, values + 16 * k + i);
    TESSERA_UNROLL
    for (int j = 0; j < 3; ++j)
      TESSERA_UNROLL
    for (int i = 0; i < 3; ++i)
      drop_outer_node<16>(lanes.lane & 4, values + 4 * j + i);
  }



  /** u = u + values in the nodes that the patch has. */
  template <typename Lanes>
  TESSERA_LANES_INLINE void add_to_inner_nodes(const Lanes &lanes,
                                               const float *values)
  {
    const bool upper    = lanes.lane & 1;
    const int shared[2] = {lanes.lane & 2 ? 0 : 3, lanes.lane & 4 ? 0 : 3};
    TESSERA_UNROLL
    for (int k = 0; k < 3; ++k)
      TESSERA_UNROLL
    for (int j = 0; j < 3; ++j)
      {
        const float *v = values + 4 * j + 16 * k;
        float *place   = lanes.u + 4 * (j < 2 ? j + 1 : shared[0]) +
                       16 * (k < 2 ? k + 1 : shared[1]);
        float line[4];
        tessera::internal::read_line(place, line);
        line[0] += upper ? v[2] : 0.f;
        line[1] += v[0];
        line[2] += v[1];
        line[3] += upper ? 0.f : v[2];
        tessera::internal::write_line(line, place);
      }
  }



  /** The residual in the nodes or functions that the patch transforms take. */
  template <PatchVariant variant, typename Lanes>
  TESSERA_LANES_INLINE void
  residual(const Lanes &lanes, const VariantTables &tables, float *values)
  {
    using V = PatchVariant;
    if constexpr (variant == V::plain || variant == V::chains)
      kronecker_residual<variant == V::chains>(lanes, tables, values);
    else if constexpr (variant == V::cell_modes)
      cell_modes_residual(lanes, values);
    else if constexpr (variant == V::eigen_storage)
      {
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          lanes.load_residual(n, values + 4 * n);
      }
    else
      merged_residual<variant == V::symmetry>(lanes, values);
    if constexpr (functions_of_residual<variant> == CellBasis::nodal)
      drop_outer_nodes(lanes, values);
  }



  template <int n_i, int step_i, int n_j, int step_j, typename Call>
  TESSERA_LANES_INLINE void for_lines(float *values, const Call &call)
  {
    TESSERA_UNROLL
    for (int j = 0; j < n_j; ++j)
      TESSERA_UNROLL
    for (int i = 0; i < n_i; ++i)
      call(values + step_i * i + step_j * j);
  }



  /** To patch modes, times the inverse patch matrix, and back. */
  template <PatchVariant variant, typename Lanes>
  TESSERA_LANES_INLINE void
  solve_patch(const Lanes &lanes, const DenseTables &dense, float *values)
  {
    constexpr CellBasis in  = functions_of_residual<variant>;
    constexpr CellBasis out = functions_of_u<variant>;
    constexpr int n = n_functions<in>, m = n_functions<out>;
    {
      const PatchAxis<variant, in, 0, Lanes> x(lanes, dense);
      for_lines<n, 4, n, 16>(values, [&](float *line) { x.to_modes(line); });
    }
    lanes.prefetch(0);
    {
      const PatchAxis<variant, in, 1, Lanes> y(lanes, dense);
      for_lines<3, 1, n, 16>(values, [&](float *line) { y.to_modes(line); });
    }
    const PatchAxis<variant, in, 2, Lanes> z(lanes, dense);
    const PatchAxis<variant, out, 2, Lanes> z_back(lanes, dense);
    TESSERA_UNROLL
    for (int j = 0; j < 3; ++j)
      TESSERA_UNROLL
    for (int i = 0; i < 3; ++i)
      {
        float *line = values + 4 * j + i;
        z.to_modes(line);
        TESSERA_UNROLL
        for (int k = 0; k < 3; ++k)
          line[16 * k] *= lanes.patch_inverse(i + 3 * j + 9 * k);
        z_back.from_modes(line);
      }
    {
      const PatchAxis<variant, out, 1, Lanes> y(lanes, dense);
      for_lines<3, 1, m, 16>(values, [&](float *line) { y.from_modes(line); });
    }
    const PatchAxis<variant, out, 0, Lanes> x(lanes, dense);
    for_lines<m, 4, m, 16>(values, [&](float *line) { x.from_modes(line); });
  }



  /** The copies of an update and nothing else: u = u + factor rhs. */
  template <typename Lanes>
  TESSERA_LANES_INLINE void move_only(const Lanes &lanes, const float factor)
  {
    float values[64];
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      lanes.load_rhs(n, values + 4 * n);
    lanes.prefetch(0);
    TESSERA_UNROLL
    for (int n = 0; n < 16; ++n)
      {
        TESSERA_UNROLL
        for (int i = 0; i < 4; ++i)
          values[4 * n + i] *= factor;
        lanes.add_to_u(n, values + 4 * n);
      }
  }



  /** The update of one patch. */
  template <PatchVariant variant, typename Lanes>
  TESSERA_LANES_INLINE void update(const Lanes &lanes,
                                   const DenseTables &dense,
                                   const VariantTables &tables)
  {
    if constexpr (variant == PatchVariant::traffic)
      move_only(lanes, tables.factor);
    else if constexpr (variant == PatchVariant::library)
      tessera::internal::update_patch<CellBasis::eigen>(lanes);
    else
      {
        float values[64];
        residual<variant>(lanes, tables, values);
        solve_patch<variant>(lanes, dense, values);
        if constexpr (functions_of_u<variant> == CellBasis::nodal)
          add_to_inner_nodes(lanes, values);
        else
          {
            TESSERA_UNROLL
            for (int n = 0; n < 16; ++n)
              lanes.add_to_u(n, values + 4 * n);
          }
      }
  }
} // namespace benchmark

#endif
