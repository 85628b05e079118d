// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_strength_graph_h
#define tessera_source_amg_strength_graph_h

#include <tessera/base/array.h>
#include <tessera/bsr/bsr_matrix.h>

#include "kernels/strength_graph.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Graph of the strong couplings of a matrix, on its device. */
    struct StrengthGraph
    {
      Array<std::int64_t> offsets;
      Array<std::int32_t> neighbours;
      Array<double> weights;

      GraphView view() const;
    };

    /**
     * Couplings below this are rounding errors of a Galerkin product and never
     * strong, whatever the threshold.
     */
    constexpr double smallest_coupling = 1e-12;

    /**
     * Blocks i and j are coupled if the larger norm of A_ij and A_ji exceeds
     * @p threshold sqrt(||A_ii|| ||A_jj||).
     */
    StrengthGraph make_strength_graph(const BsrMatrix<double> &A,
                                      const double threshold);
  } // namespace internal
} // namespace tessera

#endif
