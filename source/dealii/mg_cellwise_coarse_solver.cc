// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_coarse_solver.h>

#include "dealii/level_index.h"

namespace tessera
{
  MGCellwiseCoarseSolver::MGCellwiseCoarseSolver(const CellwiseLevels &levels)
    : min_level(levels.min_level())
    , patch(levels[levels.min_level()])
  {
    const CellwiseMesh &mesh = *patch.mesh();
    TESSERA_REQUIRE(mesh.n_cells() == 8 && mesh.n_patches() == 1,
                    InvalidInput,
                    "The coarsest level, " << min_level << ", has "
                                           << mesh.n_cells() << " cells and "
                                           << mesh.n_patches()
                                           << " interior vertices, expected "
                                              "2x2x2 cells around one vertex; "
                                              "choose another coarsest level "
                                              "or coarse mesh.");
  }



  void
  MGCellwiseCoarseSolver::operator()(const unsigned int level,
                                     CellwiseVector<double> &dst,
                                     const CellwiseVector<double> &src) const
  {
    internal::level_index(level, min_level, 1);
    patch.vmult(dst, src);
  }
} // namespace tessera
