// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_operator.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/contractions.cuh"
#include "kernels/cuda/parallel.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A thread has one value, a block four cells.
      constexpr int cells_per_block = 4;



      unsigned int n_blocks(const std::int64_t n_cells)
      {
        return static_cast<unsigned int>((n_cells + cells_per_block - 1) /
                                         cells_per_block);
      }



      template <typename Number>
      __global__ void cellwise_operator_kernel(
        const __grid_constant__ CellTransform<Number> transform,
        const ArrayView<const double> coefficients,
        const Number s,
        const Number *base,
        const Number a,
        const Number *src,
        Number *dst,
        const std::int64_t n_cells)
      {
        __shared__ Number forward[16], backward[16];
        __shared__ Number buffers[64 * cells_per_block];
        copy_by_block(transform.forward, 16, forward);
        copy_by_block(transform.backward, 16, backward);

        const int i    = static_cast<int>(threadIdx.x) % 64;
        const int slot = static_cast<int>(threadIdx.x) / 64;
        const std::int64_t cell =
          static_cast<std::int64_t>(blockIdx.x) * cells_per_block + slot;
        const bool exists        = cell < n_cells;
        const std::int64_t entry = 64 * cell + i;
        Number *buffer           = buffers + 64 * slot;

        Number value = exists ? src[entry] : Number();
        value = transform_cell(forward, forward, forward, i, value, buffer);
        const Number k =
          exists ? coefficient_of<Number>(coefficients, cell) : Number();
        value *=
          a * (k * transform.diagonal.scaled[i] + transform.diagonal.constant);
        value = transform_cell(backward, backward, backward, i, value, buffer);
        if (exists)
          dst[entry] = s == Number() ? value : s * base[entry] + value;
      }



      struct Matrix
      {
        double entries[16];
      };



      template <typename To, typename From>
      __global__ void
      cellwise_change_basis_kernel(const __grid_constant__ Matrix matrix,
                                   const From *src,
                                   To *dst,
                                   const std::int64_t n_cells)
      {
        __shared__ double rows[16];
        __shared__ double buffers[64 * cells_per_block];
        copy_by_block(matrix.entries, 16, rows);

        const int i    = static_cast<int>(threadIdx.x) % 64;
        const int slot = static_cast<int>(threadIdx.x) / 64;
        const std::int64_t cell =
          static_cast<std::int64_t>(blockIdx.x) * cells_per_block + slot;
        const bool exists = cell < n_cells;
        double value = exists ? static_cast<double>(src[64 * cell + i]) : 0.;
        value = transform_cell(rows, rows, rows, i, value, buffers + 64 * slot);
        if (exists)
          dst[64 * cell + i] = static_cast<To>(value);
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
      cellwise_operator_kernel<<<n_blocks(n_cells),
                                 64 * cells_per_block,
                                 0,
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
      cellwise_change_basis_kernel<<<n_blocks(n_cells),
                                     64 * cells_per_block,
                                     0,
                                     queue.stream>>>(copy,
                                                     src.data,
                                                     dst.data,
                                                     n_cells);
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
