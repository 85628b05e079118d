// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_patch_transform_h
#define tessera_cellwise_patch_transform_h

#include <tessera/cellwise/cellwise_mesh.h>

#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    /** The tables of the patch update for the cells of @p mesh. */
    template <typename Number>
    PatchTransform<Number> patch_transform(const CellwiseMesh &mesh,
                                           const CellBasis basis);
  } // namespace internal
} // namespace tessera

#endif
