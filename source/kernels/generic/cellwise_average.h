// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_cellwise_average_h
#define tessera_kernels_generic_cellwise_average_h

#include "kernels/cellwise_average.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    // Around a vertex, the cell at position c of 2x2x2 has it as its own vertex
    // 7 - c. Of the nodes of that cell nearest to the vertex, node `shared`
    // lies in the plane between two cells along each axis whose bit is set:
    // all eight bits set is the vertex itself.

    /** Entry of the lowest of those nodes of @p cell at position @p c. */
    TESSERA_HOST_DEVICE inline std::int64_t
    first_node_of_corner(const std::int32_t cell, const int c)
    {
      return 64 * static_cast<std::int64_t>(cell) + (c & 1 ? 0 : 2) +
             (c & 2 ? 0 : 8) + (c & 4 ? 0 : 32);
    }



    /** The three bits of @p x, two places apart. */
    TESSERA_HOST_DEVICE inline int spread_bits(const int x)
    {
      return (x & 1) + ((x & 2) << 1) + ((x & 4) << 2);
    }



    /**
     * Number of that node in the cell: along an axis it is 3 or 2 in a lower
     * cell and 0 or 1 in an upper one, the first of which is shared.
     */
    TESSERA_HOST_DEVICE inline int node_near_vertex(const int c,
                                                    const int shared)
    {
      return 2 * spread_bits(~c & 7) + spread_bits(c ^ shared);
    }



    /** Bit of that node's vertex, edge or face in a Dirichlet mask. */
    TESSERA_HOST_DEVICE inline int entity_near_vertex(const int c,
                                                      const int shared)
    {
      int entity = 0, stride = 1;
      for (int axis = 0; axis < 3; ++axis, stride *= 3)
        if ((shared >> axis & 1) == 0)
          entity += stride;
        else if ((c >> axis & 1) == 0)
          entity += 2 * stride;
      return entity;
    }



    /**
     * Averages the copies that the cells at positions @p first + a subset of
     * the bits @p shared have of their node @p shared.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline void
    average_copies(const std::int32_t *cells,
                   const int first,
                   const int shared,
                   const ArrayView<const std::uint32_t> &dirichlet,
                   const Number *src,
                   Number *dst)
    {
      Number *copies[8];
      Number sum   = Number();
      int n_copies = 0;
      bool fixed   = false;
      // The subsets in descending order; the empty one ends the loop.
      for (int subset = shared; subset >= 0;
           subset     = subset == 0 ? -1 : (subset - 1) & shared)
        {
              const int c             = first + subset;
              const std::int64_t cell = cells[c];
              if (cell < 0)
            continue;
          const std::int64_t entry = 64 * cell + node_near_vertex(c, shared);
              sum += src[entry];
              copies[n_copies++] = dst + entry;
              fixed =
                fixed ||
                (dirichlet.size > 0 && dirichlet.data[cell] != 0 &&
             (dirichlet.data[cell] >> entity_near_vertex(c, shared) & 1u) != 0);
        }
      if (n_copies == 0)
        return;
      const Number value = fixed ? Number() : sum / Number(n_copies);
      for (int i = 0; i < n_copies; ++i)
        *copies[i] = value;
    }



    /** Number @p i of those of 0 to 7 that have not the bit @p bit. */
    TESSERA_HOST_DEVICE constexpr int without_bit(const int i, const int bit)
    {
      return (i & (bit - 1)) | ((i & ~(bit - 1)) << 1);
    }



    /**
     * Averages over neighbours along the axis @p bit of the values that a cell
     * at each position has at its nodes near the vertex, ascending along each
     * axis.
     */
    template <int bit, typename Number>
    TESSERA_HOST_DEVICE inline void average_neighbours(Number (&value)[8][8])
    {
      TESSERA_UNROLL
      for (int i = 0; i < 4; ++i)
        TESSERA_UNROLL
      for (int j = 0; j < 4; ++j)
        {
          const int c    = without_bit(i, bit);
          const int node = without_bit(j, bit);
          const Number average =
            Number(0.5) * (value[c][node | bit] + value[c | bit][node]);
          value[c][node | bit] = average;
          value[c | bit][node] = average;
        }
    }



    /**
     * The same around a vertex with all eight cells, none of whose nodes near
     * the vertex is on the boundary: averages over the pairs of neighbours
     * along one axis after the other. Everything is known at compile time but
     * the cells. In the cell at position c, the nodes near the vertex are
     * numbered with two an axis, ascending.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline void
    average_full_star(const std::int32_t *cells, const Number *src, Number *dst)
    {
      Number value[8][8];
      TESSERA_UNROLL
      for (int c = 0; c < 8; ++c)
        {
          const Number *corner = src + first_node_of_corner(cells[c], c);
          TESSERA_UNROLL
          for (int n = 0; n < 8; ++n)
            value[c][n] = corner[(n & 1) + 4 * (n >> 1 & 1) + 16 * (n >> 2)];
        }
      average_neighbours<1>(value);
      average_neighbours<2>(value);
      average_neighbours<4>(value);
      TESSERA_UNROLL
      for (int c = 0; c < 8; ++c)
        {
          Number *corner = dst + first_node_of_corner(cells[c], c);
          TESSERA_UNROLL
          for (int n = 0; n < 8; ++n)
            corner[(n & 1) + 4 * (n >> 1 & 1) + 16 * (n >> 2)] = value[c][n];
        }
    }



    /**
     * The same for node @p shared at every other vertex: cells are missing
     * around it.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline void
    average_star(const std::int32_t *cells,
                 const int shared,
                 const ArrayView<const std::uint32_t> &dirichlet,
                 const Number *src,
                 Number *dst)
    {
      for (int first = 0; first < 8; ++first)
        if ((first & shared) == 0)
          average_copies(cells, first, shared, dirichlet, src, dst);
    }



    template <typename Queue, typename Number>
    void cellwise_average(const Queue &queue,
                          ArrayView<const std::int32_t> vertices,
                          ArrayView<const std::uint32_t> dirichlet,
                          ArrayView<const Number> src,
                          ArrayView<Number> dst)
    {
      for_each(queue,
               vertices.size / 8,
               [=] TESSERA_HOST_DEVICE(const std::int64_t vertex) {
                 const std::int32_t *cells = vertices.data + 8 * vertex;
                 bool full                 = true;
                 for (int c = 0; c < 8; ++c)
                   full = full && cells[c] >= 0;
                 if (full)
                   average_full_star(cells, src.data, dst.data);
                 else
                   for (int shared = 0; shared < 8; ++shared)
                     average_star(cells, shared, dirichlet, src.data, dst.data);
               });
    }



    template <typename Queue, typename Number>
    struct CellwiseAverage
    {
      static constexpr auto instance = &cellwise_average<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
