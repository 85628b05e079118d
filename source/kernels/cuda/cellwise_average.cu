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
      constexpr int max_threads = 128;



      /** Two neighbouring values, moved at once. */
      template <typename Number>
      struct alignas(2 * sizeof(Number)) Pair
      {
        Number value[2];
      };



      /**
       * Averages over neighbours along the axis @p bit, see
       * average_neighbours(): this thread has the cell at position @p c. A cell
       * that is missing counts with the value zero.
       */
      template <int bit, typename Number>
      __device__ __forceinline__ void average_with_neighbour(const int c,
                                                             Number *value)
      {
        const bool upper = (c & bit) != 0;
        TESSERA_UNROLL
        for (int j = 0; j < 4; ++j)
          {
            // The node that lies in the plane between the cells.
            const int node    = without_bit(j, bit);
            const Number mine = upper ? value[node] : value[node | bit];
            const Number average =
              Number(0.5) * (mine + __shfl_xor_sync(0xffffffff, mine, bit));
            value[node]       = upper ? average : value[node];
            value[node | bit] = upper ? value[node | bit] : average;
          }
      }



      /** Sets bits of nodes in the plane between two cells if one has them. */
      template <int bit>
      __device__ __forceinline__ void join_neighbour(const int c,
                                                     unsigned int &nodes)
      {
        constexpr unsigned int low = bit == 1   ? 0x55u
                                     : bit == 2 ? 0x33u
                                                : 0x0fu;
        const unsigned int other   = __shfl_xor_sync(0xffffffff, nodes, bit);
        nodes |= (c & bit) != 0 ? other >> bit & low : (other & low) << bit;
      }



      /** Bit n: node n of the eight near a vertex has a Dirichlet value. */
      __device__ __forceinline__ unsigned int
      fixed_nodes(const int c, const unsigned int dirichlet)
      {
        unsigned int fixed = 0;
        TESSERA_UNROLL
        for (int n = 0; n < 8; ++n)
          fixed |= (dirichlet >> entity_near_vertex(c, n ^ c) & 1u) << n;
        join_neighbour<1>(c, fixed);
        join_neighbour<2>(c, fixed);
        join_neighbour<4>(c, fixed);
        return fixed;
      }



      /** The positions around a vertex whose cells would have node @p n. */
      __device__ __forceinline__ unsigned int sharing_positions(const int c,
                                                                const int n)
      {
        unsigned int positions = 1u << c;
        TESSERA_UNROLL
        for (int bit = 1; bit < 8; bit *= 2)
          if (((n ^ c) & bit) != 0)
            positions |= (c & bit) != 0 ? positions >> bit : positions << bit;
        return positions;
      }



      /**
       * How many of the cells around a vertex have node n of the eight near it,
       * in bits 4 n to 4 n + 3: zero where the node has a Dirichlet value. Bit
       * i of @p exists stands for the cell at position i.
       */
      __device__ __forceinline__ unsigned int
      count_copies(const int c,
                   const unsigned int exists,
                   const unsigned int dirichlet)
      {
        const unsigned int fixed = fixed_nodes(c, dirichlet);
        unsigned int counts      = 0;
        TESSERA_UNROLL
        for (int n = 0; n < 8; ++n)
          {
            const unsigned int positions = sharing_positions(c, n);
            if ((fixed >> n & 1u) == 0)
              counts |= static_cast<unsigned int>(__popc(positions & exists))
                        << 4 * n;
          }
        return counts;
      }



      /**
       * Makes averages over the cells that exist, see count_copies(), of those
       * over all positions around a vertex.
       */
      template <typename Number>
      __device__ __forceinline__ void
      scale_averages(const int c, const unsigned int counts, Number *value)
      {
        TESSERA_UNROLL
        for (int n = 0; n < 8; ++n)
          {
            const int n_positions = 1 << __popc(n ^ c);
            const int n_cells     = counts >> 4 * n & 15u;
            const int n_twos      = max(__ffs(n_cells) - 1, 0);
            const int odd         = n_cells >> n_twos;
            // Powers of two are exact, and divisions would take long.
            const Number reciprocal = odd == 3   ? Number(1. / 3.)
                                      : odd == 5 ? Number(1. / 5.)
                                      : odd == 7 ? Number(1. / 7.)
                                                 : Number(1);
            value[n] =
              n_cells == 0
                ? Number()
                : value[n] * (Number(n_positions >> n_twos) * reciprocal);
          }
      }



      /**
       * The factors of scale_averages(), but by divisions: known before values
       * are, while those of counts take fewer registers and less time.
       */
      template <typename Number>
      __device__ __forceinline__ void
      average_weights(const int c,
                      const unsigned int exists,
                      const unsigned int dirichlet,
                      Number *weights)
      {
        const unsigned int fixed = fixed_nodes(c, dirichlet);
        TESSERA_UNROLL
        for (int n = 0; n < 8; ++n)
          {
            const unsigned int positions = sharing_positions(c, n);
            weights[n]                   = (fixed >> n & 1u) != 0
                                             ? Number()
                                             : Number(__popc(positions)) /
                               Number(__popc(positions & exists));
          }
      }



      /**
       * Eight threads have a vertex, each one of the cells around it: cells
       * next to each other are read by threads next to each other.
       */
      template <typename Number, bool with_weights>
      __global__ void __launch_bounds__(max_threads, 10)
        cellwise_average_kernel(const ArrayView<const std::int32_t> vertices,
                                const ArrayView<const std::uint32_t> dirichlet,
                                const Number *src,
                                Number *dst)
      {
        const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) *
                                 (with_weights ? max_threads : blockDim.x) +
                               threadIdx.x;
        const int c             = static_cast<int>(threadIdx.x) % 8;
        const std::int32_t cell = i < vertices.size ? vertices.data[i] : -1;
        const unsigned int all  = __ballot_sync(0xffffffff, cell >= 0);
        const bool full         = all == 0xffffffffu;
        const unsigned int exists =
          all >> (static_cast<int>(threadIdx.x) % 32 - c) & 0xffu;
        const auto mask = [&] {
          return cell >= 0 && exists != 0xffu && dirichlet.size > 0
                   ? dirichlet.data[cell]
                   : 0u;
        };
        Number weights[8];
        unsigned int counts = 0;
        if (!full)
          {
            if constexpr (with_weights)
              average_weights(c, exists, mask(), weights);
            else
              counts = count_copies(c, exists, mask());
          }
        wait_before_next_kernel();

        Number value[8]           = {};
        const std::int64_t corner = first_node_of_corner(cell, c);
        if (cell >= 0)
          {
            TESSERA_UNROLL
            for (int n = 0; n < 8; n += 2)
              {
                const auto pair = *reinterpret_cast<const Pair<Number> *>(
                  src + corner + 4 * (n >> 1 & 1) + 16 * (n >> 2));
                value[n]     = pair.value[0];
                value[n + 1] = pair.value[1];
              }
          }
        average_with_neighbour<1>(c, value);
        average_with_neighbour<2>(c, value);
        average_with_neighbour<4>(c, value);
        if (!full)
          {
            if constexpr (with_weights)
              {
                TESSERA_UNROLL
                for (int n = 0; n < 8; ++n)
                  value[n] =
                    weights[n] == Number() ? Number() : weights[n] * value[n];
              }
            else
              scale_averages(c, counts, value);
          }
        if (cell >= 0)
          {
            TESSERA_UNROLL
            for (int n = 0; n < 8; n += 2)
              *reinterpret_cast<Pair<Number> *>(
                dst + corner + 4 * (n >> 1 & 1) +
                16 * (n >> 2)) = {{value[n], value[n + 1]}};
          }
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
        // Few threads a block where that occupies more processors.
        const unsigned int n_threads = vertices.size > 32768 ? max_threads : 64;
        // Large levels in double precision are a fifth faster with weights in
        // registers; small ones take the time of the divisions.
        constexpr bool can_divide = sizeof(Number) == 8;
        const auto kernel         = can_divide && vertices.size > 131072
                                      ? cellwise_average_kernel<Number, can_divide>
                                      : cellwise_average_kernel<Number, false>;
        launch_early("cellwise_average",
                     kernel,
                     static_cast<unsigned int>((vertices.size + n_threads - 1) /
                                               n_threads),
                     n_threads,
                     0,
                     queue.stream,
                     vertices,
                     dirichlet,
                     src.data,
                     dst.data);
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
