// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_aggregation_h
#define tessera_source_amg_aggregation_h

#include "amg/strength_graph.h"

namespace tessera
{
  namespace internal
  {
    /** A partition of the block rows of a matrix, on its device. */
    struct Aggregates
    {
      /** Number of the aggregate of each block row; negative if in none. */
      Array<std::int32_t> of_row;

      /** How many there are. */
      std::int64_t n;
    };

    /**
     * Aggregates the vertices of @p graph that have neighbours:
     *
     * 1. the roots of a maximal independent set of distance two, each with all
     *    its neighbours;
     * 2. the same among the vertices left over, for roots with at least two
     *    neighbours that are left over;
     * 3. each of the rest joins the aggregate that it is coupled to most.
     *
     * (B. Kelley, S. Rajamanickam: Parallel, portable algorithms for distance-2
     * maximal independent set and graph coarsening, 2022.) All choices depend
     * on hashes of the vertices' numbers and on the weights, so that host and
     * GPU get the same.
     */
    Aggregates aggregate(const StrengthGraph &graph);
  } // namespace internal
} // namespace tessera

#endif
