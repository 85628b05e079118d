// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cellwise/level_checks.h"
#include "cellwise/patch_transform.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

namespace tessera
{
  template <typename Number>
  VertexPatchSmoother<Number>::VertexPatchSmoother(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis)
    : level_mesh(internal::require_mesh(mesh, "VertexPatchSmoother"))
    , transform(std::make_shared<internal::PatchTransform<Number>>(
        internal::patch_transform<Number>(*mesh, basis)))
  {}



  template <typename Number>
  void VertexPatchSmoother<Number>::initialize(
    const CellwiseOperator<Number> &matrix,
    const AdditionalData &)
  {
    *this = VertexPatchSmoother(matrix.mesh(), matrix.basis());
  }



  template <typename Number>
  void VertexPatchSmoother<Number>::clear()
  {
    *this = VertexPatchSmoother();
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::sweep(const bool reversed,
                                     CellwiseVector<Number> &u,
                                     const CellwiseVector<Number> &rhs) const
  {
    const CellwiseMesh &mesh = *level_mesh;
    const std::int64_t n     = mesh.n_values();
    internal::dispatch(mesh.device(), [&](const auto &queue) {
      for (int i = 0; i < CellwiseMesh::n_colours; ++i)
        {
          const int colour = reversed ? CellwiseMesh::n_colours - 1 - i : i;
          for (const auto patches :
               {mesh.patches(colour), mesh.incomplete_patches(colour)})
            internal::vertex_patch_update<Number>(queue,
                                                  *transform,
                                                  patches,
                                                  mesh.coefficients(),
                                                  {rhs.data(), n},
                                                  {u.data(), n});
        }
    });
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::step(CellwiseVector<Number> &u,
                                    const CellwiseVector<Number> &rhs) const
  {
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), u, "u");
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), rhs, "rhs");
    sweep(false, u, rhs);
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::Tstep(CellwiseVector<Number> &u,
                                     const CellwiseVector<Number> &rhs) const
  {
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), u, "u");
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), rhs, "rhs");
    sweep(true, u, rhs);
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::vmult(CellwiseVector<Number> &dst,
                                     const CellwiseVector<Number> &src) const
  {
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), dst, "dst");
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), src, "src");
    dst = Number();
    sweep(false, dst, src);
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::Tvmult(CellwiseVector<Number> &dst,
                                      const CellwiseVector<Number> &src) const
  {
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), dst, "dst");
    internal::require_level_vector(
      *internal::require_mesh(level_mesh, "VertexPatchSmoother"), src, "src");
    dst = Number();
    sweep(true, dst, src);
  }



  template <typename Number>
  const std::shared_ptr<const CellwiseMesh> &
  VertexPatchSmoother<Number>::mesh() const
  {
    return level_mesh;
  }



  template <typename Number>
  CellBasis VertexPatchSmoother<Number>::basis() const
  {
    return transform->basis;
  }



  template <typename Number>
  std::size_t VertexPatchSmoother<Number>::memory_consumption() const
  {
    return sizeof(*this) + sizeof(*transform);
  }

  template class VertexPatchSmoother<float>;
  template class VertexPatchSmoother<double>;
} // namespace tessera
