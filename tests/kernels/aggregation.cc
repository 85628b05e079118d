// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/aggregation.h"

#include "amg/aggregation.h"
#include "kernels/dispatch.h"

#include "bsr_helpers.h"
#include "devices.h"
#include "reference/aggregation.h"

#include <set>

using namespace tessera;

namespace
{
  /** A symmetric graph with @p n_edges edges, some vertices without any. */
  reference::Graph random_graph(const int n, const int n_edges)
  {
    std::mt19937 generator(n);
    reference::Graph graph(n);
    for (int e = 0; e < n_edges && n > 1; ++e)
      {
        const int i = static_cast<int>(generator() % n);
        const int j = static_cast<int>(generator() % n);
        if (i == j || i % 7 == 3 || j % 7 == 3)
          continue;
        graph[i][j] = graph[j][i] = 1 + generator() % 5;
      }
    return graph;
  }



  internal::StrengthGraph to_device(const Device &device,
                                    const reference::Graph &graph)
  {
    std::vector<std::int64_t> offsets = {0};
    std::vector<std::int32_t> neighbours;
    std::vector<double> weights;
    for (const auto &edges : graph)
      {
        for (const auto &edge : edges)
          {
            neighbours.push_back(edge.first);
            weights.push_back(edge.second);
          }
        offsets.push_back(static_cast<std::int64_t>(neighbours.size()));
      }
    return {Array<std::int64_t>(device, offsets),
            Array<std::int32_t>(device, neighbours),
            Array<double>(device, weights)};
  }



  /** Which vertices the rounds make roots, if all are free. */
  std::vector<bool> roots(const internal::StrengthGraph &graph)
  {
    const Device device  = graph.offsets.device();
    const std::int64_t n = graph.offsets.size() - 1;
    const Array<std::int32_t> aggregates(
      device, std::vector<std::int32_t>(n, internal::not_aggregated));
    Array<std::uint64_t> tuples(device, n), nearby(device, n), twice(device, n);
    internal::dispatch(device, [&](const auto &queue) {
      internal::mis2_initialize(
        queue, graph.view(), aggregates.view(), 0, tuples.view());
      while (internal::mis2_round(queue,
                                  graph.view(),
                                  aggregates.view(),
                                  tuples.view(),
                                  nearby.view(),
                                  twice.view()) > 0)
        {}
    });
    std::vector<bool> is_root;
    for (const std::uint64_t tuple : tuples.copy_to_host())
      is_root.push_back(tuple != 0);
    return is_root;
  }



  class AggregationKernels : public test::OnEachDevice
  {};

  const std::vector<std::pair<int, int>> graph_sizes =
    {{0, 0}, {1, 0}, {2, 1}, {31, 40}, {33, 200}, {2000, 7000}, {500, 500}};
} // namespace



TEST_P(AggregationKernels, RootsAreIndependentAndMaximal)
{
  for (const auto &size : graph_sizes)
    {
      const auto graph   = random_graph(size.first, size.second);
      const auto is_root = roots(to_device(device, graph));
      const std::vector<bool> is_free(size.first, true);
      for (int i = 0; i < size.first; ++i)
        {
          int n_roots = 0;
          for (const int j : reference::within_two(graph, is_free, i))
            n_roots += is_root[j] ? 1 : 0;
          if (is_root[i])
            EXPECT_EQ(n_roots, 1) << "another root is too close to " << i;
          else
            EXPECT_GE(n_roots, 1) << i << " could be a root";
        }
      EXPECT_EQ(is_root, reference::independent_set(graph, is_free, 0));
    }
}



TEST_P(AggregationKernels, MatchesReference)
{
  for (const auto &size : graph_sizes)
    {
      SCOPED_TRACE(testing::Message() << size.first << " vertices");
      const auto graph      = random_graph(size.first, size.second);
      const auto aggregates = internal::aggregate(to_device(device, graph));
      int n_expected        = 0;
      const auto expected   = reference::aggregate(graph, n_expected);
      EXPECT_EQ(aggregates.n, n_expected);
      EXPECT_EQ(aggregates.of_row.copy_to_host(), expected);
    }
}



TEST_P(AggregationKernels, EveryCoupledVertexIsInOneAggregate)
{
  for (const auto &size : graph_sizes)
    {
      const auto graph      = random_graph(size.first, size.second);
      const auto aggregates = internal::aggregate(to_device(device, graph));
      const auto of_row     = aggregates.of_row.copy_to_host();
      std::set<std::int32_t> numbers;
      for (int i = 0; i < size.first; ++i)
        if (graph[i].empty())
          EXPECT_EQ(of_row[i], internal::isolated);
        else
          {
            EXPECT_GE(of_row[i], 0);
            EXPECT_LT(of_row[i], aggregates.n);
            numbers.insert(of_row[i]);
          }
      EXPECT_EQ(std::int64_t(numbers.size()), aggregates.n);
    }
}



TEST_P(AggregationKernels, HashesAreSpreadOverTheInterval)
{
  const int n = 10000;
  Array<double> x(device, n);
  internal::dispatch(device, [&](const auto &queue) {
    internal::fill_with_hashes(queue, x.view());
  });
  double sum = 0., squares = 0.;
  for (const double value : x.copy_to_host())
    {
      EXPECT_LE(std::fabs(value), 1.);
      sum += value;
      squares += value * value;
    }
  EXPECT_NEAR(sum / n, 0., .03);
  EXPECT_NEAR(squares / n, 1. / 3., .03);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         AggregationKernels,
                         test::device_names(),
                         test::device_name);
