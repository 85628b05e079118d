// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_aggregation_h
#define tessera_kernels_generic_aggregation_h

#include "kernels/aggregation.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    constexpr std::uint64_t mis2_undecided = 1;
    constexpr std::uint64_t mis2_root      = 2;
    constexpr int mis2_state_shift         = 62;



    /** Mixes the bits of @p x: the finaliser of splitmix64. */
    TESSERA_HOST_DEVICE inline std::uint64_t hash_of(const std::uint64_t x)
    {
      std::uint64_t h = x + 0x9e3779b97f4a7c15u;
      h               = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
      h               = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
      return h ^ (h >> 31);
    }



    template <typename Queue>
    void aggregation_initialize(const Queue &queue,
                                const GraphView graph,
                                ArrayView<std::int32_t> aggregates)
    {
      for_each(queue,
               aggregates.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 aggregates.data[i] = graph.offsets[i] == graph.offsets[i + 1]
                                        ? isolated
                                        : not_aggregated;
               });
    }



    template <typename Queue>
    void mis2_initialize(const Queue &queue,
                         const GraphView graph,
                         ArrayView<const std::int32_t> aggregates,
                         const int n_needed,
                         ArrayView<std::uint64_t> tuples)
    {
      for_each(
        queue, tuples.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          int n_free = 0;
          for (std::int64_t e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e)
            if (aggregates.data[graph.neighbours[e]] == not_aggregated)
              ++n_free;
          tuples.data[i] =
            aggregates.data[i] == not_aggregated && n_free >= n_needed
              ? (mis2_undecided << mis2_state_shift) |
                  (hash_of(i) >> 34 << 32) | std::uint64_t(i)
              : 0;
        });
    }



    /** largest_i = largest tuple of i and its neighbours */
    template <typename Queue>
    void mis2_spread(const Queue &queue,
                     const GraphView graph,
                     ArrayView<const std::int32_t> aggregates,
                     ArrayView<const std::uint64_t> tuples,
                     ArrayView<std::uint64_t> largest)
    {
      for_each(
        queue, tuples.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          std::uint64_t seen = tuples.data[i];
          if (aggregates.data[i] == not_aggregated)
            for (std::int64_t e = graph.offsets[i]; e < graph.offsets[i + 1];
                 ++e)
              {
                const std::uint64_t tuple = tuples.data[graph.neighbours[e]];
                seen                      = tuple > seen ? tuple : seen;
              }
          largest.data[i] = seen;
        });
    }



    template <typename Queue>
    std::int64_t mis2_round(const Queue &queue,
                            const GraphView graph,
                            ArrayView<const std::int32_t> aggregates,
                            ArrayView<std::uint64_t> tuples,
                            ArrayView<std::uint64_t> nearby,
                            ArrayView<std::uint64_t> nearby_twice)
    {
      const ArrayView<const std::uint64_t> old_tuples{tuples.data, tuples.size};
      const ArrayView<const std::uint64_t> old_nearby{nearby.data, nearby.size};
      mis2_spread(queue, graph, aggregates, old_tuples, nearby);
      mis2_spread(queue, graph, aggregates, old_nearby, nearby_twice);
      for_each(queue,
               tuples.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::uint64_t own  = tuples.data[i];
                 const std::uint64_t seen = nearby_twice.data[i];
                 if (own >> mis2_state_shift != mis2_undecided)
                   return;
                 if (seen == own)
                   tuples.data[i] =
                     own ^ ((mis2_undecided ^ mis2_root) << mis2_state_shift);
                 else if (seen >> mis2_state_shift == mis2_root)
                   tuples.data[i] = 0;
               });
      return reduce_sum(
        queue,
        tuples.size,
        [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> std::int64_t {
          return tuples.data[i] >> mis2_state_shift == mis2_undecided ? 1 : 0;
        });
    }



    template <typename Queue>
    std::int64_t aggregation_grow(const Queue &queue,
                                  const GraphView graph,
                                  ArrayView<const std::uint64_t> tuples,
                                  const std::int32_t first_number,
                                  ArrayView<std::int64_t> numbers,
                                  ArrayView<std::int32_t> aggregates)
    {
      for_each(queue,
               tuples.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 numbers.data[i] =
                   tuples.data[i] >> mis2_state_shift == mis2_root ? 1 : 0;
               });
      const std::int64_t n_roots =
        exclusive_scan(queue, numbers.data, numbers.size);
      for_each(queue,
               tuples.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 if (aggregates.data[i] != not_aggregated)
                   return;
                 std::int64_t root =
                   tuples.data[i] >> mis2_state_shift == mis2_root ? i : -1;
                 for (std::int64_t e = graph.offsets[i];
                      root < 0 && e < graph.offsets[i + 1];
                      ++e)
                   if (tuples.data[graph.neighbours[e]] >> mis2_state_shift ==
                       mis2_root)
                     root = graph.neighbours[e];
                 if (root >= 0)
                   aggregates.data[i] =
                     first_number +
                     static_cast<std::int32_t>(numbers.data[root]);
               });
      return n_roots;
    }



    /** Sum of the weights of the edges from i to aggregate a. */
    TESSERA_HOST_DEVICE inline double coupling(const GraphView &graph,
                                               const std::int32_t *aggregates,
                                               const std::int64_t i,
                                               const std::int32_t a)
    {
      double sum = 0.;
      for (std::int64_t e = graph.offsets[i]; e < graph.offsets[i + 1]; ++e)
        if (aggregates[graph.neighbours[e]] == a)
          sum += graph.weights[e];
      return sum;
    }



    template <typename Queue>
    void aggregation_join(const Queue &queue,
                          const GraphView graph,
                          ArrayView<const std::int32_t> aggregates,
                          ArrayView<std::int32_t> joined)
    {
      for_each(
        queue, joined.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          std::int32_t best = aggregates.data[i];
          double strongest  = 0.;
          if (best == not_aggregated)
            for (std::int64_t e = graph.offsets[i]; e < graph.offsets[i + 1];
                 ++e)
              {
                const std::int32_t a = aggregates.data[graph.neighbours[e]];
                if (a < 0)
                  continue;
                // Equal sums must stay equal whatever rounding a device has.
                const double sum = coupling(graph, aggregates.data, i, a);
                if (sum > strongest * (1. + 1e-10) ||
                    (sum >= strongest * (1. - 1e-10) && a < best))
                  {
                    strongest = sum;
                    best      = a;
                  }
              }
          joined.data[i] = best;
        });
    }



    template <typename Queue>
    void aggregation_keys(const Queue &queue,
                          ArrayView<const std::int32_t> aggregates,
                          const std::int32_t n_aggregates,
                          ArrayView<std::uint64_t> keys,
                          ArrayView<std::int64_t> vertices)
    {
      for_each(queue, keys.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        keys.data[i] = static_cast<std::uint64_t>(
          aggregates.data[i] < 0 ? n_aggregates : aggregates.data[i]);
        vertices.data[i] = i;
      });
    }



    template <typename Queue, typename Number>
    void fill_with_hashes(const Queue &queue, ArrayView<Number> x)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        x.data[i] = static_cast<Number>(
          static_cast<double>(hash_of(i) >> 11) * 0x1p-52 - 1.);
      });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue>
    struct Aggregation
    {
      static constexpr auto initialize = &aggregation_initialize<Queue>;
      static constexpr auto start      = &mis2_initialize<Queue>;
      static constexpr auto round      = &mis2_round<Queue>;
      static constexpr auto grow       = &aggregation_grow<Queue>;
      static constexpr auto join       = &aggregation_join<Queue>;
      static constexpr auto keys       = &aggregation_keys<Queue>;
      static constexpr auto hashes     = &fill_with_hashes<Queue, double>;
    };
  } // namespace internal
} // namespace tessera

#endif
