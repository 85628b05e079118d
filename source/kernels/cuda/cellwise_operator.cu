// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_operator.h"

#include "kernels/cuda/cell_planes.cuh"
#include "kernels/cuda/check.cuh"
#include "kernels/cuda/parallel.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** The cell of this thread, -1 if there are only @p n_cells. */
      __device__ inline std::int32_t find_cell(const std::int64_t n_cells)
      {
        const std::int64_t cell = own_cell();
        return cell < n_cells ? static_cast<std::int32_t>(cell) : -1;
      }



      template <typename Number>
      __global__ void __launch_bounds__(max_plane_threads, plane_blocks<Number>)
        cellwise_operator_kernel(
          const __grid_constant__ CellTransform<Number> transform,
          const ArrayView<const double> coefficients,
          const Number s,
          const Number *base,
          const Number a,
          const Number *src,
          Number *dst,
          const std::int64_t n_cells)
      {
        __shared__ __align__(16) Number scaled[64];
        __shared__ PlaneTile<Number> tiles[max_plane_warps];
        PlaneTile<Number> &tile = tiles[threadIdx.x / 32];
        const std::int32_t cell = find_cell(n_cells);
        if (threadIdx.x < 64)
          scaled[threadIdx.x] = transform.diagonal.scaled[threadIdx.x];
        const Number k =
          cell < 0 ? Number() : coefficient_of<Number>(coefficients, cell);
        __syncthreads();
        wait_before_next_kernel();

        alignas(16) Number values[16], old[16];
        load_plane(src, cell, values);
        load_old(s, base, cell, old);
        transform_plane<1>(transform.forward, values);
        transform_plane<4>(transform.forward, values);
        tile.template move<1, 2>(values);
        transform_plane<4>(transform.forward, values);
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          values[n] *= a * (k * scaled[16 * own_plane() + n] +
                            transform.diagonal.constant);
        transform_plane<4>(transform.backward, values);
        tile.template move<2, 1>(values);
        transform_plane<4>(transform.backward, values);
        transform_plane<1>(transform.backward, values);
        store_plane(s, old, values, cell, dst);
      }



      struct Matrix
      {
        double entries[16];
      };



      template <typename To, typename From>
      __global__ void __launch_bounds__(max_plane_threads, 6)
        cellwise_change_basis_kernel(const __grid_constant__ Matrix matrix,
                                     const From *src,
                                     To *dst,
                                     const std::int64_t n_cells)
      {
        __shared__ PlaneTile<double> tiles[max_plane_warps];
        PlaneTile<double> &tile = tiles[threadIdx.x / 32];
        const std::int32_t cell = find_cell(n_cells);
        wait_before_next_kernel();

        double values[16];
        {
          alignas(16) From given[16];
          load_plane(src, cell, given);
          TESSERA_UNROLL
          for (int n = 0; n < 16; ++n)
            values[n] = static_cast<double>(given[n]);
        }
        transform_plane<1>(matrix.entries, values);
        transform_plane<4>(matrix.entries, values);
        tile.move<1, 2>(values);
        transform_plane<4>(matrix.entries, values);
        tile.move<2, 1>(values);
        alignas(16) To result[16];
        TESSERA_UNROLL
        for (int n = 0; n < 16; ++n)
          result[n] = static_cast<To>(values[n]);
        store_plane(To(), result, result, cell, dst);
      }
    } // namespace



    template <typename Number>
    void cellwise_operator(const CudaQueue &queue,
                           const CellTransform<Number> &transform,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst)
    {
      const std::int64_t n_cells = dst.size / 64;
      if (n_cells == 0)
        return;
      launch_early("cellwise_operator",
                   cellwise_operator_kernel<Number>,
                   n_plane_blocks(n_cells),
                   n_plane_threads(n_cells),
                   0,
                   queue.stream,
                   transform,
                   coefficients,
                   s,
                   base.data,
                   a,
                   src.data,
                   dst.data,
                   n_cells);
    }



    template <typename To, typename From>
    void cellwise_change_basis(const CudaQueue &queue,
                               const double (&matrix)[16],
                               ArrayView<const From> src,
                               ArrayView<To> dst)
    {
      const std::int64_t n_cells = dst.size / 64;
      if (n_cells == 0)
        return;
      Matrix copy;
      for (int i = 0; i < 16; ++i)
        copy.entries[i] = matrix[i];
      launch_early("cellwise_change_basis",
                   cellwise_change_basis_kernel<To, From>,
                   n_plane_blocks(n_cells),
                   n_plane_threads(n_cells),
                   0,
                   queue.stream,
                   copy,
                   src.data,
                   dst.data,
                   n_cells);
    }



    template void cellwise_operator(const CudaQueue &,
                                    const CellTransform<float> &,
                                    ArrayView<const double>,
                                    const float,
                                    ArrayView<const float>,
                                    const float,
                                    ArrayView<const float>,
                                    ArrayView<float>);
    template void cellwise_operator(const CudaQueue &,
                                    const CellTransform<double> &,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<const double>,
                                    ArrayView<double>);
    template void cellwise_change_basis(const CudaQueue &,
                                        const double (&)[16],
                                        ArrayView<const float>,
                                        ArrayView<float>);
    template void cellwise_change_basis(const CudaQueue &,
                                        const double (&)[16],
                                        ArrayView<const double>,
                                        ArrayView<float>);
    template void cellwise_change_basis(const CudaQueue &,
                                        const double (&)[16],
                                        ArrayView<const float>,
                                        ArrayView<double>);
    template void cellwise_change_basis(const CudaQueue &,
                                        const double (&)[16],
                                        ArrayView<const double>,
                                        ArrayView<double>);
    template struct CellwiseDiagonal<CudaQueue, float>;
    template struct CellwiseDiagonal<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
