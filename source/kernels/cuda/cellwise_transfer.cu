// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/contractions.cuh"
#include "kernels/generic/cellwise_operator.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // One block of 64 threads for each parent; a thread has one value.

      template <typename Number>
      __global__ void prolongate_kernel(
        const __grid_constant__ ChildTransform<Number> transform,
        const std::int32_t *children,
        const Number s,
        const Number *coarse,
        Number *fine)
      {
        __shared__ Number values[2][16];
        __shared__ Number buffer[64];
        copy_by_block(&transform.values[0][0], 32, &values[0][0]);

        const int i               = static_cast<int>(threadIdx.x);
        const std::int64_t parent = blockIdx.x;
        const Number mine         = coarse[64 * parent + i];
        for (int c = 0; c < 8; ++c)
          {
            // The same for all threads of the block.
            const std::int32_t child = children[8 * parent + c];
            if (child < 0)
              continue;
            const Number value = transform_cell(values[c & 1],
                                                values[c >> 1 & 1],
                                                values[c >> 2],
                                                i,
                                                mine,
                                                buffer);
            Number *entry = fine + 64 * static_cast<std::int64_t>(child) + i;
            *entry        = s == Number() ? value : s * *entry + value;
          }
      }



      /** The values of a vector. */
      template <typename Number>
      struct LoadValues
      {
        const Number *values;

        __device__ Number operator()(const std::int64_t cell, const int i) const
        {
          return values[64 * cell + i];
        }
      };



      /** Those of rhs - D u. */
      template <typename Number>
      struct LoadResidual
      {
        CellDiagonal<Number> diagonal;
        ArrayView<const double> coefficients;
        const Number *rhs;
        const Number *u;

        __device__ Number operator()(const std::int64_t cell, const int i) const
        {
          const Number k = coefficient_of<Number>(coefficients, cell);
          return rhs[64 * cell + i] -
                 (k * diagonal.scaled[i] + diagonal.constant) *
                   u[64 * cell + i];
        }
      };



      template <typename Number, typename Load>
      __global__ void
      restrict_kernel(const __grid_constant__ ChildTransform<Number> transform,
                      const std::int32_t *children,
                      const __grid_constant__ Load load,
                      const Number s,
                      Number *coarse)
      {
        __shared__ Number transposed[2][16];
        __shared__ Number buffer[64];
        copy_by_block(&transform.transposed[0][0], 32, &transposed[0][0]);

        const int i               = static_cast<int>(threadIdx.x);
        const std::int64_t parent = blockIdx.x;
        Number sum = s == Number() ? s : s * coarse[64 * parent + i];
        for (int c = 0; c < 8; ++c)
          {
            // The same for all threads of the block.
            const std::int32_t child = children[8 * parent + c];
            if (child >= 0)
              sum += transform_cell(transposed[c & 1],
                                    transposed[c >> 1 & 1],
                                    transposed[c >> 2],
                                    i,
                                    load(child, i),
                                    buffer);
          }
        coarse[64 * parent + i] = sum;
      }



      template <typename Number, typename Load>
      void launch_restriction(const CudaQueue &queue,
                              const ChildTransform<Number> &transform,
                              ArrayView<const std::int32_t> children,
                              const Load &load,
                              const Number s,
                              ArrayView<Number> coarse)
      {
        if (children.size == 0)
          return;
        restrict_kernel<<<static_cast<unsigned int>(children.size / 8),
                          64,
                          0,
                          queue.stream>>>(
          transform, children.data, load, s, coarse.data);
        check_launch("cellwise_restrict", queue.stream);
      }
    } // namespace



    template <typename Number>
    void cellwise_prolongate(const CudaQueue &queue,
                             const ChildTransform<Number> &transform,
                             ArrayView<const std::int32_t> children,
                             const Number s,
                             ArrayView<const Number> coarse,
                             ArrayView<Number> fine)
    {
      if (children.size == 0)
        return;
      prolongate_kernel<<<static_cast<unsigned int>(children.size / 8),
                          64,
                          0,
                          queue.stream>>>(
        transform, children.data, s, coarse.data, fine.data);
      check_launch("cellwise_prolongate", queue.stream);
    }



    template <typename Number>
    void cellwise_restrict(const CudaQueue &queue,
                           const ChildTransform<Number> &transform,
                           ArrayView<const std::int32_t> children,
                           ArrayView<const Number> fine,
                           const Number s,
                           ArrayView<Number> coarse)
    {
      launch_restriction(
        queue, transform, children, LoadValues<Number>{fine.data}, s, coarse);
    }



    template <typename Number>
    void cellwise_restrict_residual(const CudaQueue &queue,
                                    const ChildTransform<Number> &transform,
                                    const CellDiagonal<Number> &diagonal,
                                    ArrayView<const double> coefficients,
                                    ArrayView<const std::int32_t> children,
                                    ArrayView<const Number> rhs,
                                    ArrayView<const Number> u,
                                    ArrayView<Number> coarse)
    {
      launch_restriction(
        queue,
        transform,
        children,
        LoadResidual<Number>{diagonal, coefficients, rhs.data, u.data},
        Number(),
        coarse);
    }



    template void cellwise_prolongate(const CudaQueue &,
                                      const ChildTransform<float> &,
                                      ArrayView<const std::int32_t>,
                                      const float,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void cellwise_restrict(const CudaQueue &,
                                    const ChildTransform<float> &,
                                    ArrayView<const std::int32_t>,
                                    ArrayView<const float>,
                                    const float,
                                    ArrayView<float>);
    template void cellwise_restrict_residual(const CudaQueue &,
                                             const ChildTransform<float> &,
                                             const CellDiagonal<float> &,
                                             ArrayView<const double>,
                                             ArrayView<const std::int32_t>,
                                             ArrayView<const float>,
                                             ArrayView<const float>,
                                             ArrayView<float>);
    template void cellwise_prolongate(const CudaQueue &,
                                      const ChildTransform<double> &,
                                      ArrayView<const std::int32_t>,
                                      const double,
                                      ArrayView<const double>,
                                      ArrayView<double>);
    template void cellwise_restrict(const CudaQueue &,
                                    const ChildTransform<double> &,
                                    ArrayView<const std::int32_t>,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<double>);
    template void cellwise_restrict_residual(const CudaQueue &,
                                             const ChildTransform<double> &,
                                             const CellDiagonal<double> &,
                                             ArrayView<const double>,
                                             ArrayView<const std::int32_t>,
                                             ArrayView<const double>,
                                             ArrayView<const double>,
                                             ArrayView<double>);
  } // namespace internal
} // namespace tessera
