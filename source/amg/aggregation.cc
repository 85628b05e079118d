// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/aggregation.h"

#include "kernels/aggregation.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** What the rounds of a maximal independent set need. */
      struct Workspace
      {
        explicit Workspace(const Device &device, const std::int64_t n)
          : tuples(device, n)
          , nearby(device, n)
          , nearby_twice(device, n)
          , numbers(device, n)
        {}

        Array<std::uint64_t> tuples;
        Array<std::uint64_t> nearby;
        Array<std::uint64_t> nearby_twice;
        Array<std::int64_t> numbers;
      };



      /** Steps 1 and 2; returns the number of new aggregates. */
      template <typename Queue>
      std::int64_t add_aggregates(const Queue &queue,
                                  const GraphView &graph,
                                  const int n_needed,
                                  const std::int64_t first_number,
                                  Workspace &work,
                                  Array<std::int32_t> &aggregates)
      {
        const Array<std::int32_t> &known   = aggregates;
        const Array<std::uint64_t> &tuples = work.tuples;
        mis2_initialize(
          queue, graph, known.view(), n_needed, work.tuples.view());
        while (mis2_round(queue,
                          graph,
                          known.view(),
                          work.tuples.view(),
                          work.nearby.view(),
                          work.nearby_twice.view()) > 0)
          {
            // Each round decides at least the vertex with the largest tuple.
          }
        return aggregation_grow(queue,
                                graph,
                                tuples.view(),
                                static_cast<std::int32_t>(first_number),
                                work.numbers.view(),
                                aggregates.view());
      }
    } // namespace



    Aggregates aggregate(const StrengthGraph &graph)
    {
      const Device &device = graph.offsets.device();
      const std::int64_t n = graph.offsets.size() - 1;
      Workspace work(device, n);
      Array<std::int32_t> aggregates(device, n);
      return dispatch(device, [&](const auto &queue) {
        aggregation_initialize(queue, graph.view(), aggregates.view());
        std::int64_t n_aggregates =
          add_aggregates(queue, graph.view(), 1, 0, work, aggregates);
        n_aggregates += add_aggregates(
          queue, graph.view(), 2, n_aggregates, work, aggregates);

        Array<std::int32_t> joined(device, n);
        const Array<std::int32_t> &known = aggregates;
        aggregation_join(queue, graph.view(), known.view(), joined.view());
        return Aggregates{std::move(joined), n_aggregates};
      });
    }
  } // namespace internal
} // namespace tessera
