// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/cuda/cell_tile.cuh"
#include "kernels/cuda/check.cuh"
#include "kernels/generic/cellwise_operator.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A thread has a child, eight threads a parent.

      /** The matrices of both children along an axis, in shared memory. */
      template <typename Number>
      __device__ void copy_matrices(const Number (&source)[2][16],
                                    Number (&destination)[2][16])
      {
        if (threadIdx.x < 32)
          destination[threadIdx.x / 16][threadIdx.x % 16] =
            source[threadIdx.x / 16][threadIdx.x % 16];
        __syncthreads();
      }



      /** Child @p i, -1 if there is none. */
      __device__ inline std::int64_t find_child(const std::int32_t *children,
                                                const std::int64_t n_children,
                                                const std::int64_t i)
      {
        return i < n_children ? children[i] : -1;
      }



      template <typename Number>
      __global__ void __launch_bounds__(cell_threads, cell_blocks<Number>)
        prolongate_kernel(
          const __grid_constant__ ChildTransform<Number> transform,
          const std::int32_t *children,
          const std::int64_t n_children,
          const Number s,
          const Number *coarse,
          Number *fine)
      {
        extern __shared__ __align__(16) unsigned char shared[];
        __shared__ Number matrices[2][16];
        copy_matrices(transform.values, matrices);
        auto &tile =
          reinterpret_cast<CellTile<Number> *>(shared)[threadIdx.x / 32];
        const std::int64_t i =
          static_cast<std::int64_t>(blockIdx.x) * cell_threads + threadIdx.x;
        const std::int64_t child = find_child(children, n_children, i);
        wait_for_previous_kernel();
        if (s != Number())
          prefetch_cell(fine, child);

        alignas(16) Number values[64];
        // Threads without a child compute something that is not stored.
        const Number *parent = coarse + 64 * (min(i, n_children - 1) / 8);
        TESSERA_UNROLL
        for (int n = 0; n < 64; n += 16 / sizeof(Number))
          *reinterpret_cast<int4 *>(values + n) =
            *reinterpret_cast<const int4 *>(parent + n);
        transform_axes(matrices[i & 1],
                       matrices[i >> 1 & 1],
                       matrices[i >> 2 & 1],
                       values);
        tile.set(values);
        store_cells(tile, child, s, static_cast<const Number *>(fine), fine);
      }



      /** The values of a vector. */
      template <typename Number>
      struct LoadValues
      {
        static constexpr int n_tiles = 1;

        const Number *values;

        __device__ void operator()(CellTile<Number> *tiles,
                                   const std::int64_t cell,
                                   Number *result) const
        {
          tiles[0].load(values, cell);
          tiles[0].wait_for_cells();
          tiles[0].get(result);
        }
      };



      /** Those of rhs - D u. */
      template <typename Number>
      struct LoadResidual
      {
        static constexpr int n_tiles = 2;

        CellDiagonal<Number> diagonal;
        ArrayView<const double> coefficients;
        const Number *rhs;
        const Number *u;

        __device__ void operator()(CellTile<Number> *tiles,
                                   const std::int64_t cell,
                                   Number *result) const
        {
          tiles[0].load(rhs, cell);
          tiles[1].load(u, cell);
          const Number k =
            cell < 0 ? Number() : coefficient_of<Number>(coefficients, cell);
          tiles[0].wait_for_cells();
          tiles[0].get(result);
          constexpr int n = 16 / sizeof(Number);
          TESSERA_UNROLL
          for (int i = 0; i < 64; i += n)
            {
              alignas(16) Number old[n];
              tiles[1].get_piece(i, old);
              TESSERA_UNROLL
              for (int j = 0; j < n; ++j)
                result[i + j] -=
                  (k * diagonal.scaled[i + j] + diagonal.constant) * old[j];
            }
        }
      };



      /**
       * Keeps the lower or the upper half of @p n values a group, each with
       * those of the neighbouring child added, in place: groups have two halves
       * of @p half values.
       */
      template <int n, int half, typename Number>
      __device__ __forceinline__ void
      add_neighbour(const int bit, const bool upper, Number *values)
      {
        TESSERA_UNROLL
        for (int i = 0; i < n / 2; ++i)
          {
            const int low      = i / half * 2 * half + i % half;
            const Number send  = upper ? values[low] : values[low + half];
            const Number keep  = upper ? values[low + half] : values[low];
            const Number other = __shfl_xor_sync(0xffffffff, send, bit);
            // The lower child comes first, so that sums are the same in both.
            values[i] = upper ? other + keep : keep + other;
          }
      }



      /**
       * The children of a parent add up axis by axis; each goes on with half
       * of the values and has eight in the end.
       */
      template <typename Number, typename Load>
      __global__ void __launch_bounds__(cell_threads, cell_blocks<Number>)
        restrict_kernel(
          const __grid_constant__ ChildTransform<Number> transform,
          const std::int32_t *children,
          const std::int64_t n_children,
          const __grid_constant__ Load load,
          const Number s,
          Number *coarse)
      {
        extern __shared__ __align__(16) unsigned char shared[];
        __shared__ Number matrices[2][16];
        copy_matrices(transform.transposed, matrices);
        auto *tiles = reinterpret_cast<CellTile<Number> *>(shared) +
                      Load::n_tiles * (threadIdx.x / 32);
        const std::int64_t i =
          static_cast<std::int64_t>(blockIdx.x) * cell_threads + threadIdx.x;
        const std::int64_t child = find_child(children, n_children, i);
        wait_for_previous_kernel();

        alignas(16) Number values[64];
        load(tiles, child, values);
        TESSERA_UNROLL
        for (int n = 0; n < 64; ++n)
          if (child < 0)
            values[n] = Number();
        const bool upper[] = {(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
        TESSERA_UNROLL
        for (int line = 0; line < 16; ++line)
          transform_line<16>(matrices[upper[2]], values + line);
        add_neighbour<64, 32>(4, upper[2], values);
        TESSERA_UNROLL
        for (int line = 0; line < 8; ++line)
          transform_line<4>(matrices[upper[1]],
                            values + line / 4 * 16 + line % 4);
        add_neighbour<32, 8>(2, upper[1], values);
        TESSERA_UNROLL
        for (int line = 0; line < 4; ++line)
          transform_line<1>(matrices[upper[0]], values + 4 * line);
        add_neighbour<16, 2>(1, upper[0], values);
        if (i >= n_children)
          return;

        const int first =
          (upper[0] ? 2 : 0) + (upper[1] ? 8 : 0) + (upper[2] ? 32 : 0);
        Number *parent = coarse + 64 * (i / 8) + first;
        TESSERA_UNROLL
        for (int n = 0; n < 8; ++n)
          {
            Number &entry = parent[n % 2 + n / 2 % 2 * 4 + n / 4 * 16];
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
        constexpr int n_bytes =
          Load::n_tiles * cell_warps * sizeof(CellTile<Number>);
        allow_shared_memory(restrict_kernel<Number, Load>, n_bytes);
        launch_early("cellwise_restrict",
                     restrict_kernel<Number, Load>,
                     n_cell_blocks(children.size),
                     cell_threads,
                     n_bytes,
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
      constexpr int n_bytes = cell_warps * sizeof(CellTile<Number>);
      allow_shared_memory(prolongate_kernel<Number>, n_bytes);
      launch_early("cellwise_prolongate",
                   prolongate_kernel<Number>,
                   n_cell_blocks(children.size),
                   cell_threads,
                   n_bytes,
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
