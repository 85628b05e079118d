// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/strength_graph.h"

#include "bsr_helpers.h"
#include "devices.h"

#include <cmath>

using namespace tessera;

namespace
{
  double norm(const reference::Bsr<double> &A, const std::int64_t k)
  {
    double sum = 0.;
    for (int e = 0; e < A.height * A.width; ++e)
      sum += std::pow(A.values[k * A.height * A.width + e], 2);
    return std::sqrt(sum);
  }



  /** Edges with weights, by both ends. */
  std::map<std::pair<int, int>, double>
  strong_edges(const reference::Bsr<double> &A, const double threshold)
  {
    std::map<std::pair<int, int>, double> norms, edges;
    for (int i = 0; i < A.n_rows(); ++i)
      for (std::int64_t k = A.offsets[i]; k < A.offsets[i + 1]; ++k)
        norms[{i, A.columns[k]}] = norm(A, k);
    for (const auto &entry : norms)
      {
        const int i = entry.first.first, j = entry.first.second;
        if (i == j || norms.count({j, i}) == 0 || norms.count({i, i}) == 0 ||
            norms.count({j, j}) == 0)
          continue;
        const double weight = std::max(entry.second, norms[{j, i}]) /
                              std::sqrt(norms[{i, i}] * norms[{j, j}]);
        if (weight > threshold)
          edges[{i, j}] = weight;
      }
    return edges;
  }



  void check(const Device &device, const int size, const double threshold)
  {
    SCOPED_TRACE(testing::Message() << size << " rows, " << threshold);
    const auto A = reference::random_bsr<double>(size, size, 2, 2, 30, size);
    const auto graph =
      internal::make_strength_graph(test::to_device(device, A), threshold);
    const auto offsets    = graph.offsets.copy_to_host();
    const auto neighbours = graph.neighbours.copy_to_host();
    const auto weights    = graph.weights.copy_to_host();
    const auto expected   = strong_edges(A, threshold);
    ASSERT_EQ(offsets.size(), std::size_t(size) + 1);
    ASSERT_EQ(neighbours.size(), expected.size());
    for (int i = 0; i < size; ++i)
      for (std::int64_t e = offsets[i]; e < offsets[i + 1]; ++e)
        {
          const auto edge = expected.find({i, neighbours[e]});
          ASSERT_NE(edge, expected.end());
          EXPECT_NEAR(weights[e], edge->second, 1e-13 * edge->second);
        }
  }



  class StrengthGraph : public test::OnEachDevice
  {};
} // namespace



TEST_P(StrengthGraph, MatchesReference)
{
  for (const int size : {0, 1, 31, 33, 300})
    for (const double threshold : {0., .5, 1.2})
      check(device, size, threshold);
}



TEST_P(StrengthGraph, IgnoresRoundingErrors)
{
  const BsrMatrix<double> A(
    device, 2, 1, 1, {0, 2, 4}, {0, 1, 0, 1}, {1., 1e-16, 1e-16, 1.});
  EXPECT_EQ(internal::make_strength_graph(A, 0.).neighbours.size(), 0);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         StrengthGraph,
                         test::device_names(),
                         test::device_name);
