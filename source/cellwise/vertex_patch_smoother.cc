// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cellwise/level_checks.h"
#include "cellwise/level_exchange.h"
#include "cellwise/patch_transform.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

#include <array>

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



    /** The ghost cells that arrive during a sweep, where there are ranks. */
    template <typename Number>
    class SweepMessages
    {
    public:
      SweepMessages(const CellwiseMesh &mesh,
                    const bool reversed,
                    CellwiseVector<Number> &u,
                    const CellwiseVector<Number> &rhs)
        : exchange(*mesh.exchange<Number>())
        , direction(reversed ? 1 : 0)
        , u(u)
        , rhs(rhs)
      {}

      void start_first(const bool of_u, const bool of_rhs)
      {
        if (of_rhs)
          exchange.around_vertices->update_ghost_values_start(rhs);
        if (of_u)
          exchange.sweeps[direction].start->update_ghost_values_start(u);
      }

      /** Ghost cells are no part of the value of rhs, which is constant. */
      void finish_first(const bool of_u, const bool of_rhs)
      {
        if (of_rhs)
          exchange.around_vertices->update_ghost_values_finish(
            const_cast<CellwiseVector<Number> &>(rhs));
        if (of_u)
          exchange.sweeps[direction].start->update_ghost_values_finish(u);
      }

      void start(const int colour)
      {
        of_colour(colour)->update_ghost_values_start(u);
      }

      void finish(const int colour)
      {
        of_colour(colour)->update_ghost_values_finish(u);
      }

    private:
      internal::LazyExchange<Number> &of_colour(const int colour)
      {
        return exchange.sweeps[direction]
          .colours[static_cast<std::size_t>(colour)];
      }

      internal::LevelExchange<Number> &exchange;
      std::size_t direction;
      CellwiseVector<Number> &u;
      const CellwiseVector<Number> &rhs;
    };
  } // namespace



  template <typename Number>
  VertexPatchSmoother<Number>::VertexPatchSmoother(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis)
    : level_mesh(internal::require_mesh(mesh, "VertexPatchSmoother"))
    , transform(
        std::make_shared<internal::LevelPatchTransform<Number>>(*mesh, basis))
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
  VertexPatchSmoother<Number>::sweep(const Direction direction,
                                     const Start start,
                                     CellwiseVector<Number> &u,
                                     const CellwiseVector<Number> &rhs) const
  {
    if (level_mesh->communicator() == nullptr)
      {
        sweep_alone(direction, start.u_is_zero, u, rhs);
        return;
      }
    if (start.u_is_zero)
      u = Number();
    constexpr int n_colours = CellwiseMesh::n_colours;
    const bool reversed     = direction == Direction::reversed;
    SweepMessages<Number> messages(*level_mesh, reversed, u, rhs);
    messages.start_first(!start.u_is_zero, !start.rhs_is_known);
    for (int i = 0; i < n_colours; ++i)
      {
        const int colour      = reversed ? n_colours - 1 - i : i;
        const auto complete   = level_mesh->patches(colour);
        const auto incomplete = level_mesh->incomplete_patches(colour);
        const auto n_interior = level_mesh->n_interior_entries(colour);
        // The messages travel while the patches without ghost cells are
        // updated.
        messages.start(colour);
        update({complete.data, n_interior[0]}, true, u, rhs);
        update({incomplete.data, n_interior[1]}, false, u, rhs);
        messages.finish(colour);
        if (i == 0)
          messages.finish_first(!start.u_is_zero, !start.rhs_is_known);
        update(without_first(complete, n_interior[0]), true, u, rhs);
        update(without_first(incomplete, n_interior[1]), false, u, rhs);
      }
  }



  template <typename Number>
  void VertexPatchSmoother<Number>::sweep_alone(
    const Direction direction,
    const bool u_is_zero,
    CellwiseVector<Number> &u,
    const CellwiseVector<Number> &rhs) const
  {
    constexpr int n_pairs = CellwiseMesh::n_colours / 2;
    const int first       = direction == Direction::reversed ? 1 : 0;
    bool has_marched      = false;
    for (int i = 0; i < n_pairs; ++i)
      {
        const int pair                   = first == 1 ? n_pairs - 1 - i : i;
        const std::array<int, 2> colours = {
          {2 * pair + first, 2 * pair + 1 - first}};
        const auto incomplete = level_mesh->incomplete_patches(colours[0]);
        const bool from_zero  = u_is_zero && i == 0 && incomplete.size == 0;
        if (u_is_zero && i == 0 && !from_zero)
          u = Number();
        update(incomplete, false, u, rhs);
        const bool marched =
          march(pair, first, {from_zero, has_marched}, u, rhs);
        if (!marched && from_zero)
          u = Number();
        if (!marched)
          for (const int colour : colours)
            update(level_mesh->patches(colour), true, u, rhs);
        has_marched = has_marched || marched;
        update(level_mesh->incomplete_patches(colours[1]), false, u, rhs);
      }
  }



  template <typename Number>
  bool
  VertexPatchSmoother<Number>::march(const int pair,
                                     const int first_colour,
                                     const Start start,
                                     CellwiseVector<Number> &u,
                                     const CellwiseVector<Number> &rhs) const
  {
    const std::int64_t n           = level_mesh->n_local_values();
    const internal::PatchRuns runs = level_mesh->patch_runs(pair);
    const ArrayView<const Number> right{rhs.data(), n};
    const ArrayView<Number> solution{u.data(), n};
    return internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      if (runs.n() == 0)
        return false;
      if (runs.n() < internal::n_runs_to_march(queue, **transform))
        return internal::vertex_patch_short_runs(queue,
                                                 **transform,
                                                 runs,
                                                 first_colour,
                                                 start.u_is_zero,
                                                 start.rhs_is_known,
                                                 right,
                                                 solution);
      return internal::vertex_patch_march(queue,
                                          **transform,
                                          runs,
                                          first_colour,
                                          start.u_is_zero,
                                          right,
                                          solution);
    });
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::update(ArrayView<const std::int32_t> patches,
                                      const bool complete,
                                      CellwiseVector<Number> &u,
                                      const CellwiseVector<Number> &rhs) const
  {
    const std::int64_t n = level_mesh->n_local_values();
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::vertex_patch_update<Number>(queue,
                                            **transform,
                                            patches,
                                            complete,
                                            level_mesh->coefficients(),
                                            {rhs.data(), n},
                                            {u.data(), n});
    });
  }



  template <typename Number>
  void VertexPatchSmoother<Number>::require_vectors(
    const CellwiseVector<Number> &u,
    const CellwiseVector<Number> &rhs) const
  {
    internal::require_mesh(level_mesh, "VertexPatchSmoother");
    internal::require_level_vector(*level_mesh, u, "u");
    internal::require_level_vector(*level_mesh, rhs, "rhs");
  }



  template <typename Number>
  void VertexPatchSmoother<Number>::step(CellwiseVector<Number> &u,
                                         const CellwiseVector<Number> &rhs,
                                         const bool rhs_is_known) const
  {
    require_vectors(u, rhs);
    sweep(Direction::forward, {false, rhs_is_known}, u, rhs);
  }



  template <typename Number>
  void VertexPatchSmoother<Number>::Tstep(CellwiseVector<Number> &u,
                                          const CellwiseVector<Number> &rhs,
                                          const bool rhs_is_known) const
  {
    require_vectors(u, rhs);
    sweep(Direction::reversed, {false, rhs_is_known}, u, rhs);
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::vmult(CellwiseVector<Number> &dst,
                                     const CellwiseVector<Number> &src) const
  {
    require_vectors(dst, src);
    sweep(Direction::forward, {true, false}, dst, src);
  }



  template <typename Number>
  void
  VertexPatchSmoother<Number>::Tvmult(CellwiseVector<Number> &dst,
                                      const CellwiseVector<Number> &src) const
  {
    require_vectors(dst, src);
    sweep(Direction::reversed, {true, false}, dst, src);
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
    return (**transform).basis;
  }



  template <typename Number>
  std::size_t VertexPatchSmoother<Number>::memory_consumption() const
  {
    return sizeof(*this) + sizeof(*transform);
  }

  template class VertexPatchSmoother<float>;
  template class VertexPatchSmoother<double>;
} // namespace tessera
