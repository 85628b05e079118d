// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/child_planes.cuh"
#include "kernels/generic/cellwise_operator.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A child has four threads, a parent a warp.

      /** Child @p i, -1 if there is none. */
      __device__ inline std::int32_t find_child(const std::int32_t *children,
                                                const std::int64_t n_children,
                                                const std::int64_t i)
      {
        return i < n_children ? children[i] : -1;
      }



      template <typename Number>
      __global__ void __launch_bounds__(max_plane_threads, plane_blocks<Number>)
        prolongate_kernel(
          const __grid_constant__ ChildTransform<Number> transform,
          const std::int32_t *children,
          const std::int64_t n_children,
          const Number s,
          const Number *coarse,
          Number *fine)
      {
        __shared__ ChildMatrices<Number> matrices;
        __shared__ PlaneTile<Number> tiles[max_plane_warps];
        const std::int64_t i     = own_cell();
        const std::int32_t child = find_child(children, n_children, i);
        matrices.copy(transform.values);
        __syncthreads();
        wait_before_next_kernel();

        // Threads without a child compute something that is not stored.
        const Number *plane =
          coarse + 64 * (min(i, n_children - 1) / 8) + 16 * own_plane();
        alignas(16) Number values[16], old[16];
        constexpr int piece = 16 / sizeof(Number);
        TESSERA_UNROLL
        for (int n = 0; n < 16; n += piece)
          copy_piece(plane + n, values + n);
        load_old(s, static_cast<const Number *>(fine), child, old);
        prolongate_child(matrices, tiles[threadIdx.x / 32], i, values);
        store_plane(s, old, values, child, fine);
      }



      /** The values of a vector. */
      template <typename Number>
      struct LoadValues
      {
        const Number *values;

        __device__ void prepare(Number *) const
        {}

        __device__ Number coefficient(const std::int32_t) const
        {
          return Number();
        }

        __device__ void operator()(const std::int32_t cell,
                                   const Number *,
                                   const Number,
                                   Number *result) const
        {
          load_plane(values, cell, result);
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

        /** Copies the diagonal; all threads of the block call it. */
        __device__ void prepare(Number *scaled) const
        {
          if (threadIdx.x < 64)
            scaled[threadIdx.x] = diagonal.scaled[threadIdx.x];
        }

        __device__ Number coefficient(const std::int32_t cell) const
        {
          return cell < 0 ? Number()
                          : coefficient_of<Number>(coefficients, cell);
        }

        __device__ void operator()(const std::int32_t cell,
                                   const Number *scaled,
                                   const Number k,
                                   Number *result) const
        {
          alignas(16) Number old[16];
          load_plane(rhs, cell, result);
          load_plane(u, cell, old);
          const Number *factors = own_lines(scaled, 0);
          TESSERA_UNROLL
          for (int n = 0; n < 16; ++n)
            result[n] -=
              (k * factors[n / 4 * 16 + n % 4] + diagonal.constant) * old[n];
        }
      };



      template <typename Number, typename Load>
      __global__ void __launch_bounds__(max_plane_threads, plane_blocks<Number>)
        restrict_kernel(
          const __grid_constant__ ChildTransform<Number> transform,
          const std::int32_t *children,
          const std::int64_t n_children,
          const __grid_constant__ Load load,
          const Number s,
          Number *coarse)
      {
        __shared__ ChildMatrices<Number> matrices;
        __shared__ LineTranspose<Number> transposes[max_plane_warps];
        __shared__ __align__(16) Number scaled[64];
        const std::int64_t i     = own_cell();
        const std::int32_t child = find_child(children, n_children, i);
        matrices.copy(transform.transposed);
        load.prepare(scaled);
        const Number k = load.coefficient(child);
        __syncthreads();
        wait_before_next_kernel();

        alignas(16) Number values[16];
        load(child, scaled, k, values);
        restrict_child(matrices, transposes[threadIdx.x / 32], i, values);
        if (i >= n_children)
          return;

        TESSERA_UNROLL
        for (int n = 0; n < 2; ++n)
          {
            Number &entry = coarse[64 * (i / 8) + restricted_entry(i, n)];
            entry         = s == Number() ? values[n] : s * entry + values[n];
          }
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
        launch_early("cellwise_restrict",
                     restrict_kernel<Number, Load>,
                     n_plane_blocks(children.size),
                     n_plane_threads(children.size),
                     0,
                     queue.stream,
                     transform,
                     children.data,
                     children.size,
                     load,
                     s,
                     coarse.data);
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
      launch_early("cellwise_prolongate",
                   prolongate_kernel<Number>,
                   n_plane_blocks(children.size),
                   n_plane_threads(children.size),
                   0,
                   queue.stream,
                   transform,
                   children.data,
                   children.size,
                   s,
                   coarse.data,
                   fine.data);
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
