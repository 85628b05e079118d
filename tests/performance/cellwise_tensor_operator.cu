// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/cellwise_tensor_cores.h"
#include "performance/tensor_cells.cuh"

namespace benchmark
{
  using tessera::ArrayView;
  using tessera::internal::CellTransform;
  using tessera::internal::CudaQueue;

  namespace
  {
    /** Entry (i, k) of a 4x4 matrix. */
    __device__ __forceinline__ double
    entry_of(const float *matrix, const int i, const int k)
    {
      return static_cast<double>(matrix[4 * i + k]);
    }



    /** The same of one with this block for either cell of a pair. */
    __device__ __forceinline__ double
    entry_of_pair(const float *matrix, const int i, const int k)
    {
      return i / 4 == k / 4 ? entry_of(matrix, i % 4, k % 4) : 0.;
    }



    /** The matrices of the operator as operands, and the diagonal. */
    struct OperatorMatrices
    {
      Operand forward_xy[2][4];
      Operand forward_z[2];
      // Eight rows of high parts and eight of low ones: a pair has eight rows,
      // and half of them would be empty. It is operand a, so that the rows of
      // its result are cells and z, and x and y the inner indices after it.
      std::uint32_t backward_z[4];
      Operand backward_xy[2][2][2];
      float scaled[4];
    };



    __device__ __forceinline__ void
    set_matrices(const CellTransform<float> &transform,
                 OperatorMatrices &matrices)
    {
      const int g = static_cast<int>(threadIdx.x) % 32 / 4;
      const int t = static_cast<int>(threadIdx.x) % 4;
#pragma unroll
      for (int s = 0; s < 2; ++s)
        {
          fill_rows(matrices.forward_xy[s], [&](const int row, const int k) {
            return entry_of(transform.forward, row % 4, 2 * s + k / 4) *
                   entry_of(transform.forward, row / 4, k % 4);
          });
#pragma unroll
          for (int u = 0; u < 2; ++u)
            fill_columns(
              matrices.backward_xy[s][u], [&](const int k, const int column) {
                const int mode = 8 * s + column_of(k);
                return entry_of(transform.backward,
                                2 * u + column % 2,
                                mode % 4) *
                       entry_of(transform.backward, column / 2, mode / 4);
              });
          const Operand z =
            split(entry_of_pair(transform.backward, g, 2 * t + s));
          matrices.backward_z[2 * s]     = z.high;
          matrices.backward_z[2 * s + 1] = z.low;
        }
      fill_columns(matrices.forward_z, [&](const int k, const int column) {
        return entry_of_pair(transform.forward, column, column_of(k));
      });
#pragma unroll
      for (int i = 0; i < 4; ++i)
        matrices.scaled[i] =
          transform.diagonal
            .scaled[16 * ((2 * t + i % 2) % 4) + g + 8 * (i / 2)];
    }



    /**
     * All but the transform back of x and y, for a pair of cells: D has the
     * entries k scaled + constant. Of the result a thread has mode
     * 8 half + 2 t + i of x and y at its z.
     */
    template <int n_products>
    __device__ __forceinline__ void
    apply_but_last(const OperatorMatrices &matrices,
                   const float k,
                   const float constant,
                   const float4 &values,
                   float (&result)[2][2])
    {
      const Operand even[2] = {split(values.x), split(values.y)};
      const Operand odd[2]  = {split(values.z), split(values.w)};
      float sum[4]          = {};
      multiply_add<n_products>(sum, matrices.forward_xy[0], even);
      multiply_add<n_products>(sum, matrices.forward_xy[1], odd);

      Operand a[4];
      sum_to_operand(sum, a);
      float modes[4] = {};
      multiply_add<n_products>(modes, a, matrices.forward_z);
#pragma unroll
      for (int i = 0; i < 4; ++i)
        modes[i] *= fmaf(k, matrices.scaled[i], constant);

      const auto &z = matrices.backward_z;
#pragma unroll
      for (int half = 0; half < 2; ++half)
        {
          const Operand b[2] = {split(modes[2 * half]),
                                split(modes[2 * half + 1])};
          float parts[4]     = {};
          if (n_products == 3)
            multiply_add(parts, z[0], z[1], z[2], z[3], b[0].low, b[1].low);
          multiply_add(parts, z[0], z[1], z[2], z[3], b[0].high, b[1].high);
#pragma unroll
          for (int i = 0; i < 2; ++i)
            result[half][i] =
              n_products == 3 ? parts[i] + parts[i + 2] : parts[i];
        }
    }



    /** Two pairs of cells, in place. */
    template <int n_products>
    __device__ __forceinline__ void
    apply_operator(const OperatorMatrices &matrices,
                   const float (&k)[2],
                   const float constant,
                   float4 (&values)[2])
    {
      float modes[2][2][2];
#pragma unroll
      for (int pair = 0; pair < 2; ++pair)
        apply_but_last<n_products>(
          matrices, k[pair], constant, values[pair], modes[pair]);

      float result[2][4] = {};
#pragma unroll
      for (int half = 0; half < 2; ++half)
        {
          const Operand a[4] = {split(modes[0][half][0]),
                                split(modes[1][half][0]),
                                split(modes[0][half][1]),
                                split(modes[1][half][1])};
#pragma unroll
          for (int u = 0; u < 2; ++u)
            multiply_add<n_products>(result[u],
                                     a,
                                     matrices.backward_xy[half][u]);
        }
      values[0] = {result[0][0], result[0][1], result[1][0], result[1][1]};
      values[1] = {result[0][2], result[0][3], result[1][2], result[1][3]};
    }



    /** Values of four cells from cell @p first on. */
    __device__ __forceinline__ void load_pairs(const float *vector,
                                               const std::int64_t first,
                                               const std::int64_t n_cells,
                                               float4 (&values)[2])
    {
#pragma unroll
      for (int pair = 0; pair < 2; ++pair)
        {
          const std::int64_t cell = first + 2 * pair + own_slot();
          values[pair]            = load_values(vector, cell, cell < n_cells);
        }
    }



    template <int n_products>
    __global__ void __launch_bounds__(tensor_threads, 5)
      operator_kernel(const __grid_constant__ CellTransform<float> transform,
                      const ArrayView<const double> coefficients,
                      const float s,
                      const float *base,
                      const float a,
                      const float *src,
                      float *dst,
                      const std::int64_t n_cells)
    {
      OperatorMatrices matrices;
      set_matrices(transform, matrices);
      const float constant = a * transform.diagonal.constant;
      // The cell of the modes of this thread, not the one of its values.
      const int mode_slot       = static_cast<int>(threadIdx.x) % 4 / 2;
      const std::int64_t stride = std::int64_t(gridDim.x) * tensor_threads / 8;
      std::int64_t first =
        (std::int64_t(blockIdx.x) * tensor_threads + threadIdx.x) / 32 * 4;

      float4 next[2];
      load_pairs(src, first, n_cells, next);
      for (; first < n_cells; first += stride)
        {
          float4 values[2] = {next[0], next[1]};
          float4 old[2]    = {};
          float k[2];
#pragma unroll
          for (int pair = 0; pair < 2; ++pair)
            {
              const std::int64_t cell =
                min(first + 2 * pair + mode_slot, n_cells - 1);
              k[pair] = a * coefficient_of(coefficients, cell);
            }
          if (s != 0.f)
            load_pairs(base, first, n_cells, old);
          load_pairs(src, first + stride, n_cells, next);
          apply_operator<n_products>(matrices, k, constant, values);
#pragma unroll
          for (int pair = 0; pair < 2; ++pair)
            {
              const std::int64_t cell = first + 2 * pair + own_slot();
              if (cell < n_cells)
                store_values(s == 0.f ? values[pair]
                                      : add_old(values[pair], s, old[pair]),
                             cell,
                             dst);
            }
        }
    }
  } // namespace



  void tensor_operator(const CudaQueue &queue,
                       const Products products,
                       const CellTransform<float> &transform,
                       ArrayView<const double> coefficients,
                       const float s,
                       ArrayView<const float> base,
                       const float a,
                       ArrayView<const float> src,
                       ArrayView<float> dst)
  {
    const std::int64_t n_cells = dst.size / 64;
    if (n_cells == 0)
      return;
    const auto kernel =
      products == Products::split ? operator_kernel<3> : operator_kernel<1>;
    kernel<<<n_resident_blocks(kernel, queue, (n_cells + 15) / 16),
             tensor_threads,
             0,
             queue.stream>>>(
      transform, coefficients, s, base.data, a, src.data, dst.data, n_cells);
    tessera::internal::check_launch("tensor_operator", queue.stream);
  }
} // namespace benchmark
