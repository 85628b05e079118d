// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_plane_update_cuh
#define tessera_kernels_cuda_plane_update_cuh

#include "kernels/cuda/lanes.cuh"
#include "kernels/generic/vertex_patch_update.h"
#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    // A patch update by a warp: four threads a cell, each with a plane of
    // constant z in registers; along z they transpose in shared memory.

    /** A patch along z: 9 lines of 4 values for each of its cells. */
    constexpr int lines_per_cell = 9;

    constexpr int scratch_floats = 8 * 4 * lines_per_cell;



    /** The part of the tables that a thread needs, in registers. */
    struct PlaneLanes
    {
      using Vector = float;

      /** x fastest: the cell of the thread in its patch. */
      int lane;
      float modes[3][12];

      template <int axis>
      TESSERA_LANES_INLINE float exchange(const float v) const
      {
        return __shfl_xor_sync(0xffffffff,
                               v,
                               axis == 0 ? 8 : (axis == 1 ? 16 : 4));
      }

      template <int axis>
      TESSERA_LANES_INLINE float sign() const
      {
        return lane >> axis & 1 ? -1.f : 1.f;
      }

      template <int axis>
      TESSERA_LANES_INLINE float patch_mode(const int n) const
      {
        return modes[axis][n];
      }
    };



    /** The update of the patches of a warp. */
    class PlaneUpdate
    {
    public:
      /**
       * @p alternates says whether cells that are neighbours along z have other
       * places for their lines, see place(). @p scratch is that of the warp.
       */
      __device__ PlaneUpdate(const PatchTransform<float> *transform,
                             const bool alternates,
                             float *scratch)
        : plane(threadIdx.x % 4)
      {
        const int x   = threadIdx.x / 8 % 2;
        const int y   = threadIdx.x / 16 % 2;
        const int z   = threadIdx.x / 4 % 2;
        lanes.lane    = x + 2 * y + 4 * z;
        this->scratch = scratch + lanes.lane * 4 * lines_per_cell;
        TESSERA_UNROLL
        for (int line = 0; line < 4; ++line)
          own_lines[line] = place(4 * plane + line, alternates && z == 1);
        TESSERA_UNROLL
        for (int axis = 0; axis < 3; ++axis)
          TESSERA_UNROLL
        for (int n = 0; n < 12; ++n)
          lanes.modes[axis][n] = transform->patch_modes[axis][n][lanes.lane];
        TESSERA_UNROLL
        for (int i = 0; i < 16; ++i)
          diagonal[i] = transform->cell_diagonal[16 * plane + i];
        TESSERA_UNROLL
        for (int t = 0; t < 3; ++t)
          TESSERA_UNROLL
        for (int k = 0; k < 3; ++k)
          inverse[t][k] =
            transform->patch_inverse[own_line(t) + 9 * k][lanes.lane];
      }

      /**
       * Where line @p line of a cell has its place in shared memory: eight
       * threads with the same line of four planes each, or with half a cell,
       * meet no bank twice if cells that are neighbours along z differ in
       * @p is_odd, and meet each bank twice if not.
       */
      __device__ static int place(const int line, const bool is_odd)
      {
        const int turned = (line & 12) | (((line >> 2) + line) & 3);
        return 4 * (turned ^ static_cast<int>(is_odd));
      }

      /** The position of the cell of the thread in its patch, x fastest. */
      __device__ int lane() const
      {
        return lanes.lane;
      }

      /** @p rhs and @p u are those of the cell of the thread. */
      __device__ void operator()(const float *rhs, float *u) const
      {
        float values[16];
        {
          const AxisFactors<0, PlaneLanes> factors(lanes);
          TESSERA_UNROLL
          for (int y = 0; y < 4; ++y)
            {
              float old[4];
              float *line = values + 4 * y;
              read_line(rhs + own_lines[y], line);
              read_line(u + own_lines[y], old);
              TESSERA_UNROLL
              for (int i = 0; i < 4; ++i)
                line[i] =
                  multiply_subtract(diagonal[4 * y + i], old[i], line[i]);
              to_patch_modes<CellBasis::eigen, 0, 1>(lanes, factors, line);
            }
        }
        const AxisFactors<1, PlaneLanes> factors(lanes);
        TESSERA_UNROLL
        for (int i = 0; i < 3; ++i)
          to_patch_modes<CellBasis::eigen, 1, 4>(lanes, factors, values + i);
        solve_along_z(values);
        TESSERA_UNROLL
        for (int i = 0; i < 3; ++i)
          from_patch_modes<CellBasis::eigen, 1, 4>(lanes, factors, values + i);
        add_to_u(values, u);
      }

    private:
      /** The lines along z that a thread has between the transpositions. */
      __device__ int own_line(const int t) const
      {
        return min(plane + 4 * t, lines_per_cell - 1);
      }

      __device__ void solve_along_z(float *values) const
      {
        const AxisFactors<2, PlaneLanes> factors(lanes);
        TESSERA_UNROLL
        for (int j = 0; j < 3; ++j)
          TESSERA_UNROLL
        for (int i = 0; i < 3; ++i)
          scratch[4 * (i + 3 * j) + plane] = values[4 * j + i];
        __syncwarp();
        float lines[3][4];
        TESSERA_UNROLL
        for (int t = 0; t < 3; ++t)
          read_line(scratch + 4 * own_line(t), lines[t]);
        __syncwarp();
        TESSERA_UNROLL
        for (int t = 0; t < 3; ++t)
          {
            to_patch_modes<CellBasis::eigen, 2, 1>(lanes, factors, lines[t]);
            TESSERA_UNROLL
            for (int k = 0; k < 3; ++k)
              lines[t][k] = inverse[t][k] * lines[t][k];
            from_patch_modes<CellBasis::eigen, 2, 1>(lanes, factors, lines[t]);
            if (plane + 4 * t < lines_per_cell)
              write_line(lines[t], scratch + 4 * own_line(t));
          }
        __syncwarp();
        TESSERA_UNROLL
        for (int j = 0; j < 3; ++j)
          TESSERA_UNROLL
        for (int i = 0; i < 3; ++i)
          values[4 * j + i] = scratch[4 * (i + 3 * j) + plane];
      }

      __device__ void add_to_u(float *values, float *u) const
      {
        const AxisFactors<0, PlaneLanes> factors(lanes);
        TESSERA_UNROLL
        for (int y = 0; y < 4; ++y)
          {
            float sum[4];
            float *line   = values + 4 * y;
            float *target = u + own_lines[y];
            from_patch_modes<CellBasis::eigen, 0, 1>(lanes, factors, line);
            read_line(target, sum);
            TESSERA_UNROLL
            for (int i = 0; i < 4; ++i)
              sum[i] += line[i];
            write_line(sum, target);
          }
      }

      int plane;
      /** The places of its lines. */
      int own_lines[4];
      PlaneLanes lanes;
      float diagonal[16];
      float inverse[3][3];
      /** Of the warp, at the lines of the cell. */
      float *scratch;
    };
  } // namespace internal
} // namespace tessera

#endif
