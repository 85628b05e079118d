// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_strength_graph_h
#define tessera_kernels_strength_graph_h

#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Borrowed graph in compressed rows, without edges from i to i. */
    struct GraphView
    {
      std::int64_t n_vertices;
      const std::int64_t *offsets;
      const std::int32_t *neighbours;
      const double *weights;
    };

    // The graph of the strongly coupled blocks of a matrix of square blocks:
    // with ||.|| the Frobenius norm, the weight of the edge {i, j} is
    // max(||A_ij||, ||A_ji||) / sqrt(||A_ii|| ||A_jj||), and there is an edge
    // if both blocks are stored and the weight exceeds the threshold. So the
    // graph is symmetric, bit for bit, for every matrix.

    /** norms_k = Frobenius norm of block k */
    template <typename Queue, typename Number>
    void strength_norms(const Queue &queue,
                        const BsrView<const Number> A,
                        ArrayView<double> norms);

    /**
     * weights_k = weight of the edge of block k, 0 if there is none, and
     * offsets_i = number of edges from the vertices before i; returns the
     * number of edges, each counted from both ends. @p offsets has one entry
     * more than there are vertices.
     */
    template <typename Queue, typename Number>
    std::int64_t strength_weights(const Queue &queue,
                                  const BsrView<const Number> A,
                                  ArrayView<const double> norms,
                                  const double threshold,
                                  ArrayView<double> weights,
                                  ArrayView<std::int64_t> offsets);

    /** The ends and weights of the edges, in the order of the blocks. */
    template <typename Queue, typename Number>
    void strength_fill(const Queue &queue,
                       const BsrView<const Number> A,
                       ArrayView<const double> weights,
                       ArrayView<const std::int64_t> offsets,
                       ArrayView<std::int32_t> neighbours,
                       ArrayView<double> edge_weights);
  } // namespace internal
} // namespace tessera

#endif
