// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_operator.h"

#include "kernels/cuda/cell_tile.cuh"
#include "kernels/cuda/check.cuh"
#include "kernels/cuda/parallel.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      template <typename Number>
      __global__ void __launch_bounds__(cell_threads, cell_blocks<Number>)
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
        extern __shared__ __align__(16) unsigned char shared[];
        auto &tile =
          reinterpret_cast<CellTile<Number> *>(shared)[threadIdx.x / 32];
        const std::int64_t cell = own_cell(n_cells);
        tile.load(src, cell);
        if (s != Number())
          prefetch_cell(base, cell);
        const Number k =
          cell < 0 ? Number() : coefficient_of<Number>(coefficients, cell);
        tile.wait_for_cells();

        alignas(16) Number values[64];
        tile.get(values);
        transform_axes(transform.forward,
                       transform.forward,
                       transform.forward,
                       values);
        TESSERA_UNROLL
        for (int i = 0; i < 64; ++i)
          values[i] *= a * (k * transform.diagonal.scaled[i] +
                            transform.diagonal.constant);
        transform_axes(transform.backward,
                       transform.backward,
                       transform.backward,
                       values);
        tile.set(values);
        store_cells(tile, cell, s, base, dst);
      }



      struct Matrix
      {
        double entries[16];
      };



      /** Tiles of both types in the same memory. */
      template <typename To, typename From>
      union TwoTiles
      {
        __device__ TwoTiles()
        {}

        CellTile<From> from;
        CellTile<To> to;
      };



      template <typename To, typename From>
      __global__ void __launch_bounds__(cell_threads, 2)
        cellwise_change_basis_kernel(const __grid_constant__ Matrix matrix,
                                     const From *src,
                                     To *dst,
                                     const std::int64_t n_cells)
      {
        extern __shared__ __align__(16) unsigned char shared[];
        auto &tiles =
          reinterpret_cast<TwoTiles<To, From> *>(shared)[threadIdx.x / 32];
        const std::int64_t cell = own_cell(n_cells);
        tiles.from.load(src, cell);
        tiles.from.wait_for_cells();

        double values[64];
        {
          alignas(16) From given[64];
          tiles.from.get(given);
          TESSERA_UNROLL
          for (int i = 0; i < 64; ++i)
            values[i] = static_cast<double>(given[i]);
        }
        transform_axes(matrix.entries, matrix.entries, matrix.entries, values);
        alignas(16) To result[64];
        TESSERA_UNROLL
        for (int i = 0; i < 64; ++i)
          result[i] = static_cast<To>(values[i]);
        __syncwarp();
        tiles.to.set(result);
        store_cells(tiles.to, cell, To(), dst, dst);
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
      constexpr int n_bytes = cell_warps * sizeof(CellTile<Number>);
      allow_shared_memory(cellwise_operator_kernel<Number>, n_bytes);
      cellwise_operator_kernel<<<n_cell_blocks(n_cells),
                                 cell_threads,
                                 n_bytes,
                                 queue.stream>>>(
        transform, coefficients, s, base.data, a, src.data, dst.data, n_cells);
      check_launch("cellwise_operator", queue.stream);
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
      constexpr int n_bytes = cell_warps * sizeof(TwoTiles<To, From>);
      const auto kernel     = cellwise_change_basis_kernel<To, From>;
      allow_shared_memory(kernel, n_bytes);
      kernel<<<n_cell_blocks(n_cells), cell_threads, n_bytes, queue.stream>>>(
        copy, src.data, dst.data, n_cells);
      check_launch("cellwise_change_basis", queue.stream);
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
