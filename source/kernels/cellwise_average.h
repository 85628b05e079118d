// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cellwise_average_h
#define tessera_kernels_cellwise_average_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * Replaces every copy of a node by the average of its copies, and by zero
     * where the node has a Dirichlet value: dst from src in the nodal basis,
     * which may be the same vector.
     *
     * @p vertices has the eight cells around each vertex, x fastest, -1 for
     * none: the eight nodes of a cell that are nearest to the vertex are
     * handled there, so that each value of a vector is read and written once.
     * Bit x + 3 y + 9 z of @p dirichlet (empty: none) stands for the vertex,
     * edge or face of a cell at position (x,y,z). Moves two numbers a value and
     * 36 bytes a cell. Sums are in a fixed order.
     */
    template <typename Queue, typename Number>
    void cellwise_average(const Queue &queue,
                          ArrayView<const std::int32_t> vertices,
                          ArrayView<const std::uint32_t> dirichlet,
                          ArrayView<const Number> src,
                          ArrayView<Number> dst);
  } // namespace internal
} // namespace tessera

#endif
