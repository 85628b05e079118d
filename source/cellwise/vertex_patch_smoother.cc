// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/q3_matrices.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cellwise/cell_transform.h"
#include "cellwise/level_checks.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

#include <algorithm>

namespace tessera
{
  namespace
  {
    internal::PatchTransform patch_transform(const std::array<double, 3> &h)
    {
      const Q3Matrices &matrices          = q3_matrices();
      const std::array<double, 5> &lambda = matrices.patch_eigenvalues;
      const double volume                 = h[0] * h[1] * h[2];
      internal::PatchTransform transform;
      transform.cell = internal::cell_transform(internal::laplace_diagonal(h));
      std::copy(matrices.patch_eigenvectors.begin(),
                matrices.patch_eigenvectors.end(),
                transform.modes);
      for (int i = 0; i < 125; ++i)
        transform.inverse_diagonal[i] =
          1. / (volume * (lambda[i % 5] / (h[0] * h[0]) +
                          lambda[i / 5 % 5] / (h[1] * h[1]) +
                          lambda[i / 25] / (h[2] * h[2])));
      return transform;
    }
  } // namespace



  VertexPatchSmoother::VertexPatchSmoother(
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : level_mesh(internal::require_mesh(mesh, "VertexPatchSmoother"))
  {}



  void VertexPatchSmoother::sweep(const bool reversed,
                                  CellwiseVector<double> &u,
                                  const CellwiseVector<double> &rhs) const
  {
    const internal::PatchTransform transform =
      patch_transform(level_mesh->cell_sides());
    const std::int64_t n = level_mesh->n_values();
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      for (int i = 0; i < CellwiseMesh::n_colours; ++i)
        {
          const int colour = reversed ? CellwiseMesh::n_colours - 1 - i : i;
          internal::vertex_patch_update(queue,
                                        transform,
                                        level_mesh->patches(colour),
                                        {rhs.data(), n},
                                        {u.data(), n});
        }
    });
  }



  void VertexPatchSmoother::step(CellwiseVector<double> &u,
                                 const CellwiseVector<double> &rhs) const
  {
    internal::require_level_vector(*level_mesh, u, "u");
    internal::require_level_vector(*level_mesh, rhs, "rhs");
    sweep(false, u, rhs);
  }



  void VertexPatchSmoother::Tstep(CellwiseVector<double> &u,
                                  const CellwiseVector<double> &rhs) const
  {
    internal::require_level_vector(*level_mesh, u, "u");
    internal::require_level_vector(*level_mesh, rhs, "rhs");
    sweep(true, u, rhs);
  }



  void VertexPatchSmoother::vmult(CellwiseVector<double> &dst,
                                  const CellwiseVector<double> &src) const
  {
    internal::require_level_vector(*level_mesh, dst, "dst");
    internal::require_level_vector(*level_mesh, src, "src");
    dst = 0.;
    sweep(false, dst, src);
  }



  void VertexPatchSmoother::Tvmult(CellwiseVector<double> &dst,
                                   const CellwiseVector<double> &src) const
  {
    internal::require_level_vector(*level_mesh, dst, "dst");
    internal::require_level_vector(*level_mesh, src, "src");
    dst = 0.;
    sweep(true, dst, src);
  }



  const std::shared_ptr<const CellwiseMesh> &VertexPatchSmoother::mesh() const
  {
    return level_mesh;
  }
} // namespace tessera
