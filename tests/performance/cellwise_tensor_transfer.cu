// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/cellwise_tensor_cores.h"
#include "performance/tensor_cells.cuh"

namespace benchmark
{
  using tessera::ArrayView;
  using tessera::internal::CellDiagonal;
  using tessera::internal::ChildTransform;
  using tessera::internal::CudaQueue;

  namespace
  {
    // A block has two parents a step, each of its four warps their children of
    // one (cx, cy): two pairs. The number of the pair is cz, the cell in a pair
    // is that of the parent. A warp keeps the matrices of its children.

    /** Children of this thread of the two parents from @p first on, or -1. */
    __device__ __forceinline__ void find_children(const std::int32_t *children,
                                                  const std::int64_t first,
                                                  const std::int64_t n_parents,
                                                  std::int32_t (&cells)[2])
    {
      const std::int64_t parent = first + own_slot();
#pragma unroll
      for (int cz = 0; cz < 2; ++cz)
        cells[cz] =
          parent < n_parents ? children[8 * parent + 4 * cz + own_warp()] : -1;
    }



    __device__ __forceinline__ void
    load_children(const float *vector,
                  const std::int32_t (&cells)[2],
                  float4 (&values)[2])
    {
#pragma unroll
      for (int cz = 0; cz < 2; ++cz)
        values[cz] = load_values(vector, cells[cz], cells[cz] >= 0);
    }



    struct ProlongationMatrices
    {
      Operand z[4];
      Operand xy[2][2][2];
    };



    __device__ __forceinline__ void
    set_matrices(const ChildTransform<float> &transform,
                 ProlongationMatrices &matrices)
    {
      const float *x = transform.values[own_warp() % 2];
      const float *y = transform.values[own_warp() / 2];
      fill_rows(matrices.z, [&](const int row, const int k) {
        return row / 4 % 2 == k / 4
                 ? static_cast<double>(
                     transform.values[row / 8][4 * (row % 4) + k % 4])
                 : 0.;
      });
#pragma unroll
      for (int s = 0; s < 2; ++s)
#pragma unroll
        for (int u = 0; u < 2; ++u)
          fill_columns(matrices.xy[s][u], [&](const int k, const int column) {
            return static_cast<double>(
                     x[4 * (2 * u + column % 2) + 2 * (k / 4) + s]) *
                   static_cast<double>(y[4 * (column / 2) + k % 4]);
          });
    }



    /** Values 2 g and 2 g + 1 of x and y at z = t of two parents. */
    __device__ __forceinline__ void load_parents(const float *coarse,
                                                 const std::int64_t first,
                                                 const std::int64_t n_parents,
                                                 float2 (&values)[2])
    {
      const int entry = 16 * (static_cast<int>(threadIdx.x) % 4) +
                        2 * (static_cast<int>(threadIdx.x) % 32 / 4);
#pragma unroll
      for (int i = 0; i < 2; ++i)
        {
          values[i] = {0.f, 0.f};
          if (first + i < n_parents)
            values[i] = *reinterpret_cast<const float2 *>(
              coarse + 64 * (first + i) + entry);
        }
    }



    template <int n_products>
    __device__ __forceinline__ void
    prolongate_pairs(const ProlongationMatrices &matrices,
                     const float2 (&parents)[2],
                     float4 (&children)[2])
    {
      float result[2][4] = {};
#pragma unroll
      for (int s = 0; s < 2; ++s)
        {
          const Operand b[2] = {split(s == 0 ? parents[0].x : parents[0].y),
                                split(s == 0 ? parents[1].x : parents[1].y)};
          float sum[4]       = {};
          multiply_add<n_products>(sum, matrices.z, b);
          Operand a[4];
          sum_to_operand(sum, a);
#pragma unroll
          for (int u = 0; u < 2; ++u)
            multiply_add<n_products>(result[u], a, matrices.xy[s][u]);
        }
      children[0] = {result[0][0], result[0][1], result[1][0], result[1][1]};
      children[1] = {result[0][2], result[0][3], result[1][2], result[1][3]};
    }



    template <int n_products>
    __global__ void __launch_bounds__(tensor_threads, 6)
      prolongate_kernel(const __grid_constant__ ChildTransform<float> transform,
                        const std::int32_t *children,
                        const std::int64_t n_parents,
                        const float s,
                        const float *coarse,
                        float *fine)
    {
      ProlongationMatrices matrices;
      set_matrices(transform, matrices);
      const std::int64_t stride = 2 * std::int64_t(gridDim.x);
      std::int64_t first        = 2 * std::int64_t(blockIdx.x);

      // What a step needs is fetched in the step before, and its cells in the
      // one before that.
      std::int32_t next_cells[2], far_cells[2];
      float2 next_parents[2];
      float4 next_old[2] = {};
      find_children(children, first, n_parents, next_cells);
      find_children(children, first + stride, n_parents, far_cells);
      load_parents(coarse, first, n_parents, next_parents);
      if (s != 0.f)
        load_children(fine, next_cells, next_old);
      for (; first < n_parents; first += stride)
        {
          const std::int32_t cells[2] = {next_cells[0], next_cells[1]};
          const float2 parents[2]     = {next_parents[0], next_parents[1]};
          const float4 old[2]         = {next_old[0], next_old[1]};
          next_cells[0]               = far_cells[0];
          next_cells[1]               = far_cells[1];
          find_children(children, first + 2 * stride, n_parents, far_cells);
          load_parents(coarse, first + stride, n_parents, next_parents);
          if (s != 0.f)
            load_children(fine, next_cells, next_old);

          float4 values[2];
          prolongate_pairs<n_products>(matrices, parents, values);
#pragma unroll
          for (int cz = 0; cz < 2; ++cz)
            if (cells[cz] >= 0)
              store_values(s == 0.f ? values[cz]
                                    : add_old(values[cz], s, old[cz]),
                           cells[cz],
                           fine);
        }
    }



    struct RestrictionMatrices
    {
      Operand xy[2][4];
      Operand z[2][2];
      float4 scaled;
    };



    __device__ __forceinline__ void
    set_matrices(const ChildTransform<float> &transform,
                 const CellDiagonal<float> &diagonal,
                 RestrictionMatrices &matrices)
    {
      const float *x = transform.transposed[own_warp() % 2];
      const float *y = transform.transposed[own_warp() / 2];
#pragma unroll
      for (int s = 0; s < 2; ++s)
        {
          fill_rows(matrices.xy[s], [&](const int row, const int k) {
            return static_cast<double>(x[4 * (row % 4) + 2 * s + k / 4]) *
                   static_cast<double>(y[4 * (row / 4) + k % 4]);
          });
          const float *z = transform.transposed[s];
          fill_columns(matrices.z[s], [&](const int k, const int column) {
            const int row = column_of(k);
            return row / 4 == column / 4
                     ? static_cast<double>(z[4 * (column % 4) + row % 4])
                     : 0.;
          });
        }
      const float *scaled = diagonal.scaled + own_entry();
      matrices.scaled     = {scaled[0], scaled[1], scaled[2], scaled[3]};
    }



    /** rhs - (k scaled + constant) u */
    __device__ __forceinline__ float4 residual_of(const float4 &rhs,
                                                  const float4 &u,
                                                  const float k,
                                                  const float4 &scaled,
                                                  const float constant)
    {
      return {fmaf(-fmaf(k, scaled.x, constant), u.x, rhs.x),
              fmaf(-fmaf(k, scaled.y, constant), u.y, rhs.y),
              fmaf(-fmaf(k, scaled.z, constant), u.z, rhs.z),
              fmaf(-fmaf(k, scaled.w, constant), u.w, rhs.w)};
    }



    /** The part of the children of a warp in two parents. */
    template <int n_products>
    __device__ __forceinline__ void
    restrict_pairs(const RestrictionMatrices &matrices,
                   const float4 (&values)[2],
                   float (&result)[4])
    {
#pragma unroll
      for (int cz = 0; cz < 2; ++cz)
        {
          const Operand even[2] = {split(values[cz].x), split(values[cz].y)};
          const Operand odd[2]  = {split(values[cz].z), split(values[cz].w)};
          float sum[4]          = {};
          multiply_add<n_products>(sum, matrices.xy[0], even);
          multiply_add<n_products>(sum, matrices.xy[1], odd);
          Operand a[4];
          sum_to_operand(sum, a);
          multiply_add<n_products>(result, a, matrices.z[cz]);
        }
    }



    template <int n_products>
    __global__ void __launch_bounds__(tensor_threads, 6)
      restrict_kernel(const __grid_constant__ ChildTransform<float> transform,
                      const __grid_constant__ CellDiagonal<float> diagonal,
                      const ArrayView<const double> coefficients,
                      const std::int32_t *children,
                      const std::int64_t n_parents,
                      const float *rhs,
                      const float *u,
                      float *coarse)
    {
      __shared__ PartsOfWarps parts[2];
      RestrictionMatrices matrices;
      set_matrices(transform, diagonal, matrices);
      const std::int64_t stride = 2 * std::int64_t(gridDim.x);
      std::int64_t first        = 2 * std::int64_t(blockIdx.x);

      std::int32_t next_cells[2], far_cells[2];
      float4 next_rhs[2], next_u[2];
      find_children(children, first, n_parents, next_cells);
      find_children(children, first + stride, n_parents, far_cells);
      load_children(rhs, next_cells, next_rhs);
      load_children(u, next_cells, next_u);
      // Parts of two steps in turn: one barrier a step is enough.
      for (int step = 0; first < n_parents; first += stride, step ^= 1)
        {
          float4 values[2];
#pragma unroll
          for (int cz = 0; cz < 2; ++cz)
            {
              const float k =
                coefficient_of(coefficients, max(next_cells[cz], 0));
              values[cz]     = residual_of(next_rhs[cz],
                                       next_u[cz],
                                       k,
                                       matrices.scaled,
                                       diagonal.constant);
              next_cells[cz] = far_cells[cz];
            }
          find_children(children, first + 2 * stride, n_parents, far_cells);
          load_children(rhs, next_cells, next_rhs);
          load_children(u, next_cells, next_u);

          float part[4] = {};
          restrict_pairs<n_products>(matrices, values, part);
          parts[step].set(part);
          __syncthreads();
          if (first + threadIdx.x / 64 < n_parents)
            coarse[64 * first + threadIdx.x] = parts[step].add_up();
        }
    }
  } // namespace



  void tensor_prolongate(const CudaQueue &queue,
                         const Products products,
                         const ChildTransform<float> &transform,
                         ArrayView<const std::int32_t> children,
                         const float s,
                         ArrayView<const float> coarse,
                         ArrayView<float> fine)
  {
    const std::int64_t n_parents = children.size / 8;
    if (n_parents == 0)
      return;
    const auto kernel =
      products == Products::split ? prolongate_kernel<3> : prolongate_kernel<1>;
    kernel<<<n_resident_blocks(kernel, queue, (n_parents + 1) / 2),
             tensor_threads,
             0,
             queue.stream>>>(
      transform, children.data, n_parents, s, coarse.data, fine.data);
    tessera::internal::check_launch("tensor_prolongate", queue.stream);
  }



  void tensor_restrict_residual(const CudaQueue &queue,
                                const Products products,
                                const ChildTransform<float> &transform,
                                const CellDiagonal<float> &diagonal,
                                ArrayView<const double> coefficients,
                                ArrayView<const std::int32_t> children,
                                ArrayView<const float> rhs,
                                ArrayView<const float> u,
                                ArrayView<float> coarse)
  {
    const std::int64_t n_parents = children.size / 8;
    if (n_parents == 0)
      return;
    const auto kernel =
      products == Products::split ? restrict_kernel<3> : restrict_kernel<1>;
    kernel<<<n_resident_blocks(kernel, queue, (n_parents + 1) / 2),
             tensor_threads,
             0,
             queue.stream>>>(transform,
                             diagonal,
                             coefficients,
                             children.data,
                             n_parents,
                             rhs.data,
                             u.data,
                             coarse.data);
    tessera::internal::check_launch("tensor_restrict_residual", queue.stream);
  }
} // namespace benchmark
