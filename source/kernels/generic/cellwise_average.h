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

    /** Number of that node in the cell. */
    TESSERA_HOST_DEVICE inline int node_near_vertex(const int c,
                                                    const int shared)
    {
      int node = 0;
      for (int axis = 0; axis < 3; ++axis)
        {
          const int upper    = c >> axis & 1;
          const int distance = shared >> axis & 1 ? 0 : 1;
          node += (upper ? distance : 3 - distance) << (2 * axis);
        }
      return node;
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
      Number sum   = Number();
      int n_copies = 0;
      bool fixed   = false;
      for (int c = 0; c < 8; ++c)
        if ((c & ~shared) == first && cells[c] >= 0)
          {
            const std::int64_t cell = cells[c];
            sum += src[64 * cell + node_near_vertex(c, shared)];
            ++n_copies;
            fixed =
              fixed || (dirichlet.size > 0 &&
                        (dirichlet.data[cell] >> entity_near_vertex(c, shared) &
                         1u) != 0);
          }
      if (n_copies == 0)
        return;
      const Number value = fixed ? Number() : sum / Number(n_copies);
      for (int c = 0; c < 8; ++c)
        if ((c & ~shared) == first && cells[c] >= 0)
          dst[64 * static_cast<std::int64_t>(cells[c]) +
              node_near_vertex(c, shared)] = value;
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
                 for (int shared = 0; shared < 8; ++shared)
                   for (int first = 0; first < 8; ++first)
                     if ((first & shared) == 0)
                       average_copies(
                         cells, first, shared, dirichlet, src.data, dst.data);
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
