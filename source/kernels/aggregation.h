// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_aggregation_h
#define tessera_kernels_aggregation_h

#include <tessera/base/array.h>

#include "kernels/strength_graph.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** What aggregates_i says of a vertex that is in no aggregate (yet). */
    constexpr std::int32_t not_aggregated = -1;
    constexpr std::int32_t isolated       = -2;

    // Aggregation of the vertices of a symmetric graph. A maximal independent
    // set of distance two (Bell, Dalton, Olson: Exposing fine-grained
    // parallelism in algebraic multigrid methods, 2012) gives the roots: with a
    // tuple (state, hash of the id, id) for each vertex, kept in 64 bits, a
    // round takes the largest tuple within distance two of each vertex; an
    // undecided vertex that sees itself becomes a root, one that sees a root is
    // out. Everything depends on the ids and the graph alone, so that each
    // device computes the same.

    /** aggregates_i = isolated if i has no neighbours, else not_aggregated */
    template <typename Queue>
    void aggregation_initialize(const Queue &queue,
                                const GraphView graph,
                                ArrayView<std::int32_t> aggregates);

    /**
     * The tuples of the vertices that are not aggregated and have at least
     * @p n_needed neighbours that are not aggregated: undecided; others: out.
     */
    template <typename Queue>
    void mis2_initialize(const Queue &queue,
                         const GraphView graph,
                         ArrayView<const std::int32_t> aggregates,
                         const int n_needed,
                         ArrayView<std::uint64_t> tuples);

    /**
     * One round in the graph of the vertices that are not aggregated; returns
     * how many are still undecided. @p nearby and @p nearby_twice are
     * workspace of the same size.
     */
    template <typename Queue>
    std::int64_t mis2_round(const Queue &queue,
                            const GraphView graph,
                            ArrayView<const std::int32_t> aggregates,
                            ArrayView<std::uint64_t> tuples,
                            ArrayView<std::uint64_t> nearby,
                            ArrayView<std::uint64_t> nearby_twice);

    /**
     * Numbers the roots in ascending order from @p first_number into
     * @p numbers, makes an aggregate of each root and its neighbours that are
     * not aggregated, and returns the number of roots.
     */
    template <typename Queue>
    std::int64_t aggregation_grow(const Queue &queue,
                                  const GraphView graph,
                                  ArrayView<const std::uint64_t> tuples,
                                  const std::int32_t first_number,
                                  ArrayView<std::int64_t> numbers,
                                  ArrayView<std::int32_t> aggregates);

    /**
     * @p joined = @p aggregates, except that a vertex that is not aggregated
     * joins the aggregate to which the weights of its edges sum up to most, the
     * one with the lowest number among those equal to 1e-10.
     */
    template <typename Queue>
    void aggregation_join(const Queue &queue,
                          const GraphView graph,
                          ArrayView<const std::int32_t> aggregates,
                          ArrayView<std::int32_t> joined);

    /**
     * key_i = the aggregate of vertex i, @p n_aggregates for one in none, and
     * vertex_i = i, for sorting.
     */
    template <typename Queue>
    void aggregation_keys(const Queue &queue,
                          ArrayView<const std::int32_t> aggregates,
                          const std::int32_t n_aggregates,
                          ArrayView<std::uint64_t> keys,
                          ArrayView<std::int64_t> vertices);

    /** x_i = a number in [-1, 1] that is a hash of i. */
    template <typename Queue, typename Number>
    void fill_with_hashes(const Queue &queue, ArrayView<Number> x);
  } // namespace internal
} // namespace tessera

#endif
