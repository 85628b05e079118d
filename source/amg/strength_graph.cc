// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/strength_graph.h"

#include "kernels/dispatch.h"

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    GraphView StrengthGraph::view() const
    {
      return {offsets.size() - 1,
              offsets.data(),
              neighbours.data(),
              weights.data()};
    }



    StrengthGraph make_strength_graph(const BsrMatrix<double> &A,
                                      const double threshold)
    {
      const Device &device = A.device();
      Array<double> norms(device, A.n_blocks());
      Array<double> block_weights(device, A.n_blocks());
      const Array<double> &known_norms   = norms;
      const Array<double> &known_weights = block_weights;
      return dispatch(device, [&](const auto &queue) {
        Array<std::int64_t> offsets(device, A.n_block_rows() + 1);
        const Array<std::int64_t> &known_offsets = offsets;
        strength_norms(queue, A.view(), norms.view());
        const std::int64_t n_edges =
          strength_weights(queue,
                           A.view(),
                           known_norms.view(),
                           std::max(threshold, smallest_coupling),
                           block_weights.view(),
                           offsets.view());
        Array<std::int32_t> neighbours(device, n_edges);
        Array<double> weights(device, n_edges);
        strength_fill(queue,
                      A.view(),
                      known_weights.view(),
                      known_offsets.view(),
                      neighbours.view(),
                      weights.view());
        return StrengthGraph{std::move(offsets),
                             std::move(neighbours),
                             std::move(weights)};
      });
    }
  } // namespace internal
} // namespace tessera
