// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_patch_transform_h
#define tessera_cellwise_patch_transform_h

#include <tessera/base/array.h>
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



    /** These, with a copy on the device of the mesh. */
    template <typename Number>
    class LevelPatchTransform
    {
    public:
      LevelPatchTransform(const CellwiseMesh &mesh, const CellBasis basis)
        : tables(patch_transform<Number>(mesh, basis))
      {
        if (mesh.device().is_host())
          return;
        copy             = {mesh.device(), {tables}};
        tables.on_device = copy.data();
      }

      LevelPatchTransform(const LevelPatchTransform &)            = delete;
      LevelPatchTransform &operator=(const LevelPatchTransform &) = delete;

      const PatchTransform<Number> &operator*() const
      {
        return tables;
      }

    private:
      PatchTransform<Number> tables;
      Array<PatchTransform<Number>> copy;
    };
  } // namespace internal
} // namespace tessera

#endif
