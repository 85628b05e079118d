// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_aggregation_h
#define tessera_tests_reference_aggregation_h

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <vector>

namespace reference
{
  /** Weights of the edges of each vertex. */
  using Graph = std::vector<std::map<int, double>>;

  /** The finaliser of splitmix64. */
  inline std::uint64_t hash_of(const std::uint64_t x)
  {
    std::uint64_t h = x + 0x9e3779b97f4a7c15u;
    h               = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h               = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
  }



  /** The vertices within distance two of @p i in the graph of the free ones. */
  inline std::set<int>
  within_two(const Graph &graph, const std::vector<bool> &is_free, const int i)
  {
    std::set<int> found = {i};
    for (const auto &j : graph[i])
      if (is_free[j.first])
        {
          found.insert(j.first);
          for (const auto &k : graph[j.first])
            if (is_free[k.first])
              found.insert(k.first);
        }
    return found;
  }



  inline int n_free_neighbours(const Graph &graph,
                               const std::vector<bool> &is_free,
                               const int i)
  {
    int n = 0;
    for (const auto &j : graph[i])
      n += is_free[j.first] ? 1 : 0;
    return n;
  }



  /**
   * Greedy maximal independent set of distance two among the free vertices
   * with enough free neighbours, in descending order of their hashes; that is
   * what parallel rounds come to.
   */
  inline std::vector<bool> independent_set(const Graph &graph,
                                           const std::vector<bool> &is_free,
                                           const int n_needed)
  {
    const int n = static_cast<int>(graph.size());
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [](const int a, const int b) {
      return std::make_pair(hash_of(a) >> 34, a) >
             std::make_pair(hash_of(b) >> 34, b);
    });
    std::vector<bool> is_root(n, false);
    for (const int i : order)
      {
        if (!is_free[i] || n_free_neighbours(graph, is_free, i) < n_needed)
          continue;
        bool sees_root = false;
        for (const int j : within_two(graph, is_free, i))
          sees_root = sees_root || is_root[j];
        is_root[i] = !sees_root;
      }
    return is_root;
  }



  /** Steps 1 and 2 of the aggregation. */
  inline void grow(const Graph &graph,
                   const int n_needed,
                   int &n_aggregates,
                   std::vector<std::int32_t> &aggregates)
  {
    const int n = static_cast<int>(graph.size());
    std::vector<bool> is_free(n);
    for (int i = 0; i < n; ++i)
      is_free[i] = aggregates[i] == -1;
    const std::vector<bool> is_root = independent_set(graph, is_free, n_needed);
    for (int i = 0; i < n; ++i)
      if (is_root[i])
        {
          aggregates[i] = n_aggregates;
          for (const auto &j : graph[i])
            if (is_free[j.first])
              aggregates[j.first] = n_aggregates;
          ++n_aggregates;
        }
  }



  /** The aggregate of each vertex; -2 for one without neighbours. */
  inline std::vector<std::int32_t> aggregate(const Graph &graph,
                                             int &n_aggregates)
  {
    const int n = static_cast<int>(graph.size());
    std::vector<std::int32_t> aggregates(n, -1);
    for (int i = 0; i < n; ++i)
      if (graph[i].empty())
        aggregates[i] = -2;
    n_aggregates = 0;
    grow(graph, 1, n_aggregates, aggregates);
    grow(graph, 2, n_aggregates, aggregates);
    const std::vector<std::int32_t> before = aggregates;
    for (int i = 0; i < n; ++i)
      if (before[i] == -1)
        {
          std::map<int, double> coupling;
          for (const auto &j : graph[i])
            if (before[j.first] >= 0)
              coupling[before[j.first]] += j.second;
          double strongest = 0.;
          for (const auto &candidate : coupling)
            if (candidate.second > strongest * (1. + 1e-10))
              {
                strongest     = candidate.second;
                aggregates[i] = candidate.first;
              }
        }
    return aggregates;
  }
} // namespace reference

#endif
