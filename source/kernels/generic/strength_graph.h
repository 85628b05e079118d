// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_strength_graph_h
#define tessera_kernels_generic_strength_graph_h

#include "kernels/generic/bsr_search.h"
#include "kernels/host_device.h"
#include "kernels/strength_graph.h"

#include <cmath>

namespace tessera
{
  namespace internal
  {
    template <typename Queue, typename Number>
    void strength_norms(const Queue &queue,
                        const BsrView<const Number> A,
                        ArrayView<double> norms)
    {
      const std::int64_t size = A.block_height * A.block_width;
      for_each(queue,
               norms.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k) {
                 double sum = 0.;
                 for (std::int64_t e = k * size; e < (k + 1) * size; ++e)
                   sum += double(A.values[e]) * A.values[e];
                 norms.data[k] = sqrt(sum);
               });
    }



    template <typename Queue, typename Number>
    std::int64_t strength_weights(const Queue &queue,
                                  const BsrView<const Number> A,
                                  ArrayView<const double> norms,
                                  const double threshold,
                                  ArrayView<double> weights,
                                  ArrayView<std::int64_t> offsets)
    {
      for_each(
        queue, offsets.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          std::int64_t n_edges = 0;
          if (i < A.n_block_rows)
            {
              const std::int64_t ii = find_block(A, i, static_cast<int>(i));
              for (std::int64_t k = A.row_offsets[i]; k < A.row_offsets[i + 1];
                   ++k)
                {
                  const int j           = A.columns[k];
                  const std::int64_t jj = find_block(A, j, j);
                  const std::int64_t ji = find_block(A, j, static_cast<int>(i));
                  double weight         = 0.;
                  if (j != i && ji >= 0 && ii >= 0 && jj >= 0)
                    weight = (norms.data[k] > norms.data[ji] ? norms.data[k]
                                                             : norms.data[ji]) /
                             sqrt(norms.data[ii] * norms.data[jj]);
                  weights.data[k] = weight > threshold ? weight : 0.;
                  n_edges += weight > threshold ? 1 : 0;
                }
            }
          offsets.data[i] = n_edges;
        });
      return exclusive_scan(queue, offsets.data, offsets.size);
    }



    template <typename Queue, typename Number>
    void strength_fill(const Queue &queue,
                       const BsrView<const Number> A,
                       ArrayView<const double> weights,
                       ArrayView<const std::int64_t> offsets,
                       ArrayView<std::int32_t> neighbours,
                       ArrayView<double> edge_weights)
    {
      for_each(
        queue, A.n_block_rows, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          std::int64_t edge = offsets.data[i];
          for (std::int64_t k = A.row_offsets[i]; k < A.row_offsets[i + 1]; ++k)
            if (weights.data[k] > 0.)
              {
                neighbours.data[edge]   = A.columns[k];
                edge_weights.data[edge] = weights.data[k];
                ++edge;
              }
        });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct StrengthGraphKernels
    {
      static constexpr auto norms   = &strength_norms<Queue, Number>;
      static constexpr auto weights = &strength_weights<Queue, Number>;
      static constexpr auto fill    = &strength_fill<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
