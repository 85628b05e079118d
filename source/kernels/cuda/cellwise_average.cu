// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_average.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/parallel.cuh"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr int n_threads = 256;



      /** Two neighbouring values, moved at once. */
      template <typename Number>
      struct alignas(2 * sizeof(Number)) Pair
      {
        Number value[2];
      };



      /**
       * Averages over neighbours along the axis @p bit, see
       * average_neighbours(): this thread has the cell at position @p c.
       */
      template <int bit, typename Number>
      __device__ __forceinline__ void average_with_neighbour(const int c,
                                                             Number *value)
      {
        TESSERA_UNROLL
        for (int j = 0; j < 4; ++j)
          {
            // The node that lies in the plane between the cells.
            const int node    = without_bit(j, bit);
            const bool upper  = (c & bit) != 0;
            const Number mine = upper ? value[node] : value[node | bit];
            const Number average =
              Number(0.5) * (mine + __shfl_xor_sync(0xffffffff, mine, bit));
            value[node]       = upper ? average : value[node];
            value[node | bit] = upper ? value[node | bit] : average;
          }
      }



      /**
       * Eight threads have a vertex, each one of the cells around it: cells
       * next to each other are read by threads next to each other.
       */
      template <typename Number>
      __global__ void __launch_bounds__(n_threads)
        cellwise_average_kernel(const ArrayView<const std::int32_t> vertices,
                                const ArrayView<const std::uint32_t> dirichlet,
                                const Number *src,
                                Number *dst)
      {
        const std::int64_t i =
          static_cast<std::int64_t>(blockIdx.x) * n_threads + threadIdx.x;
        const int c               = static_cast<int>(threadIdx.x) % 8;
        const std::int32_t cell   = i < vertices.size ? vertices.data[i] : -1;
        const unsigned int exists = __ballot_sync(0xffffffff, cell >= 0);
        const int first           = static_cast<int>(threadIdx.x) % 32 - c;
        const bool full           = (exists >> first & 0xffu) == 0xffu;

        Number value[8] = {};
        if (full)
          {
            const Number *corner = src + first_node_of_corner(cell, c);
            TESSERA_UNROLL
            for (int n = 0; n < 8; n += 2)
              {
                const auto pair = *reinterpret_cast<const Pair<Number> *>(
                  corner + 4 * (n >> 1 & 1) + 16 * (n >> 2));
                value[n]     = pair.value[0];
                value[n + 1] = pair.value[1];
              }
          }
        average_with_neighbour<1>(c, value);
        average_with_neighbour<2>(c, value);
        average_with_neighbour<4>(c, value);
        if (full)
          {
            Number *corner = dst + first_node_of_corner(cell, c);
            TESSERA_UNROLL
            for (int n = 0; n < 8; n += 2)
              *reinterpret_cast<Pair<Number> *>(corner + 4 * (n >> 1 & 1) +
                                                16 * (n >> 2)) = {
                {value[n], value[n + 1]}};
          }
        else if (i < vertices.size)
          average_star(vertices.data + i - c, c, dirichlet, src, dst);
      }



      template <typename Number>
      void launch(const CudaQueue &queue,
                  const ArrayView<const std::int32_t> vertices,
                  const ArrayView<const std::uint32_t> dirichlet,
                  const ArrayView<const Number> src,
                  const ArrayView<Number> dst)
      {
        if (vertices.size == 0)
          return;
        cellwise_average_kernel<<<
          static_cast<unsigned int>((vertices.size + n_threads - 1) /
                                    n_threads),
          n_threads,
          0,
          queue.stream>>>(vertices, dirichlet, src.data, dst.data);
        check_launch("cellwise_average", queue.stream);
      }
    } // namespace



    template <>
    void cellwise_average(const CudaQueue &queue,
                          ArrayView<const std::int32_t> vertices,
                          ArrayView<const std::uint32_t> dirichlet,
                          ArrayView<const float> src,
                          ArrayView<float> dst)
    {
      launch(queue, vertices, dirichlet, src, dst);
    }

    template <>
    void cellwise_average(const CudaQueue &queue,
                          ArrayView<const std::int32_t> vertices,
                          ArrayView<const std::uint32_t> dirichlet,
                          ArrayView<const double> src,
                          ArrayView<double> dst)
    {
      launch(queue, vertices, dirichlet, src, dst);
    }
  } // namespace internal
} // namespace tessera
