// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_patch_runs_h
#define tessera_cellwise_patch_runs_h

#include <cstdint>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** The tables of PatchRuns in kernels/vertex_patch_update.h. */
    struct PatchRunTables
    {
      std::vector<std::int32_t> runs;
      std::vector<std::int32_t> slabs;
      std::vector<std::int32_t> unvisited;
    };

    /**
     * Joins the complete patches of two colours that follow each other along x,
     * eight cells each, to rows. Every one of them is in one row, in which the
     * colours take turns; cells in none are listed too. Cells are less than
     * @p n_cells. Linear in time.
     */
    PatchRunTables join_patches(const std::vector<std::int32_t> &even,
                                const std::vector<std::int32_t> &odd,
                                const std::int64_t n_cells);
  } // namespace internal
} // namespace tessera

#endif
