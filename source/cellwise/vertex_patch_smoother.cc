// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cellwise/level_checks.h"
#include "cellwise/level_exchange.h"
#include "cellwise/patch_transform.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace
  {
    ArrayView<const std::int32_t>
    without_first(const ArrayView<const std::int32_t> &list,
                  const std::int64_t n)
    {
      return {list.data + n, list.size - n};
    }
  } // namespace



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
    internal::update_ghosts(*level_mesh, rhs);
    for (int i = 0; i < CellwiseMesh::n_colours; ++i)
      {
        const int colour      = reversed ? CellwiseMesh::n_colours - 1 - i : i;
        const auto complete   = level_mesh->patches(colour);
        const auto incomplete = level_mesh->incomplete_patches(colour);
        if (auto *exchange = level_mesh->template exchange<Number>())
          {
            // Messages travel while the patches without sent cells are
            // updated.
            const auto n_sent = level_mesh->n_sent_entries(colour);
            auto &colour_exchange =
              exchange->colours[static_cast<std::size_t>(colour)];
            update({complete.data, n_sent[0]}, u, rhs);
            update({incomplete.data, n_sent[1]}, u, rhs);
            colour_exchange.update_ghost_values_start(u);
            update(without_first(complete, n_sent[0]), u, rhs);
            update(without_first(incomplete, n_sent[1]), u, rhs);
            colour_exchange.update_ghost_values_finish(u);
          }
        else
          {
            update(complete, u, rhs);
            update(incomplete, u, rhs);
          }
      }
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::update(ArrayView<const std::int32_t> patches,
                                      CellwiseVector<Number> &u,
                                      const CellwiseVector<Number> &rhs) const
  {
    const std::int64_t n = level_mesh->n_local_values();
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::vertex_patch_update<Number>(queue,
                                            *transform,
                                            patches,
                                            level_mesh->coefficients(),
                                            {rhs.data(), n},
                                            {u.data(), n});
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
    internal::update_ghosts<Number>(*level_mesh, u);
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
    internal::update_ghosts<Number>(*level_mesh, u);
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
