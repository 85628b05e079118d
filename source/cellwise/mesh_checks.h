// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_mesh_checks_h
#define tessera_cellwise_mesh_checks_h

#include <tessera/cellwise/cellwise_mesh.h>

namespace tessera
{
  namespace internal
  {
    /** Throws what CellwiseMesh() says of @p mesh, on this rank only. */
    void check_description(const CellwiseMesh::Description &mesh);
  } // namespace internal
} // namespace tessera

#endif
