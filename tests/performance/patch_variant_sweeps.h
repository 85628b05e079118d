// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_sweeps_h
#define tessera_tests_performance_patch_variant_sweeps_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include "cellwise/patch_transform.h"
#include "kernels/queue.h"
#include "performance/patch_variant_tables.h"

#include <cstdint>

namespace benchmark
{
  /** Sweeps over all colours of a mesh on a GPU, see patch_variants.h. */
  class VariantSweeps
  {
  public:
    using Vector = tessera::CellwiseVector<float>;

    VariantSweeps(const tessera::CellwiseMesh &mesh, const float factor)
      : mesh(mesh)
      , queue(mesh.device())
      , transform(mesh, tessera::CellBasis::eigen)
      , tables(variant_tables(mesh, factor))
    {}

    /** @return false if the device has no bulk copies. */
    bool sweep(const PatchVariant variant, Vector &u, const Vector &rhs) const
    {
      const std::int64_t n = mesh.n_values();
      for (int colour = 0; colour < tessera::CellwiseMesh::n_colours; ++colour)
        if (!update_patches(queue,
                            variant,
                            *transform,
                            tables,
                            mesh.patches(colour),
                            {rhs.data(), n},
                            {u.data(), n}))
          return false;
      return true;
    }

    /** The same with two colours a load. */
    bool march_traffic(Vector &u, const Vector &rhs) const
    {
      const std::int64_t n = mesh.n_values();
      for (int pair = 0; pair < tessera::CellwiseMesh::n_colours / 2; ++pair)
        if (!benchmark::march_traffic(queue,
                                      *transform,
                                      mesh.patch_runs(pair),
                                      tables.factor,
                                      {rhs.data(), n},
                                      {u.data(), n}))
          return false;
      return true;
    }

  private:
    const tessera::CellwiseMesh &mesh;
    const tessera::internal::CudaQueue queue;
    const tessera::internal::LevelPatchTransform<float> transform;
    const VariantTables tables;
  };
} // namespace benchmark

#endif
