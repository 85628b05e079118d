// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/cellwise_transfer.h>

#include "cellwise/cell_transform.h"
#include "cellwise/level_checks.h"
#include "cellwise/level_exchange.h"
#include "kernels/cellwise_transfer.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace
  {
    template <typename Number>
    void run_prolongation(const CellwiseMesh &fine_mesh,
                          const CellwiseMesh &coarse_mesh,
                          const CellBasis basis,
                          const Number s,
                          CellwiseVector<Number> &fine,
                          const CellwiseVector<Number> &coarse)
    {
      internal::update_ghost_parents(coarse_mesh, coarse);
      const std::int64_t n = fine_mesh.n_values();
      internal::dispatch(fine_mesh.device(), [&](const auto &queue) {
        internal::cellwise_prolongate<Number>(
          queue,
          internal::child_transform<Number>(basis),
          fine_mesh.children(),
          s,
          {coarse.data(), coarse_mesh.n_local_values()},
          {fine.data(), n});
      });
    }
  } // namespace



  template <typename Number>
  CellwiseTransfer<Number>::CellwiseTransfer(
    const std::shared_ptr<const CellwiseMesh> &coarse,
    const std::shared_ptr<const CellwiseMesh> &fine,
    const CellBasis basis)
    : coarse_mesh(internal::require_mesh(coarse, "CellwiseTransfer"))
    , fine_mesh(internal::require_mesh(fine, "CellwiseTransfer"))
    , basis(basis)
  {
    const std::int64_t n_local_cells =
      coarse->n_cells() + coarse->n_ghost_cells();
    TESSERA_REQUIRE(fine->children().size == 8 * n_local_cells &&
                      fine->n_global_cells() == 8 * coarse->n_global_cells(),
                    InvalidInput,
                    "The coarse mesh has "
                      << coarse->n_global_cells() << " cells and the fine one "
                      << fine->n_global_cells()
                      << (fine->has_children() ? ""
                                               : " without a table of children")
                      << "; expected eight children for each coarse cell.");
    TESSERA_REQUIRE(coarse->device() == fine->device(),
                    InvalidInput,
                    "The coarse mesh is on "
                      << coarse->device().name() << " and the fine one on "
                      << fine->device().name()
                      << "; make both on the same device.");
  }



  template <typename Number>
  void CellwiseTransfer<Number>::require_vectors(
    const CellwiseVector<Number> &coarse,
    const CellwiseVector<Number> &fine) const
  {
    internal::require_level_vector(*coarse_mesh, coarse, "coarse");
    internal::require_level_vector(*fine_mesh, fine, "fine");
  }



  template <typename Number>
  void CellwiseTransfer<Number>::prolongate(
    CellwiseVector<Number> &fine,
    const CellwiseVector<Number> &coarse) const
  {
    require_vectors(coarse, fine);
    run_prolongation(*fine_mesh, *coarse_mesh, basis, Number(0), fine, coarse);
  }



  template <typename Number>
  void CellwiseTransfer<Number>::prolongate_and_add(
    CellwiseVector<Number> &fine,
    const CellwiseVector<Number> &coarse) const
  {
    require_vectors(coarse, fine);
    run_prolongation(*fine_mesh, *coarse_mesh, basis, Number(1), fine, coarse);
  }



  template <typename Number>
  void CellwiseTransfer<Number>::restrict_and_add(
    CellwiseVector<Number> &coarse,
    const CellwiseVector<Number> &fine) const
  {
    require_vectors(coarse, fine);
    const std::int64_t n_owned   = coarse_mesh->n_cells();
    const std::int64_t n_ghosts  = coarse_mesh->n_ghost_cells();
    const std::int32_t *children = fine_mesh->children().data;
    internal::dispatch(fine_mesh->device(), [&](const auto &queue) {
      const auto restrict_to =
        [&](const std::int64_t first, const std::int64_t n, const Number s) {
          internal::cellwise_restrict<Number>(
            queue,
            internal::child_transform<Number>(basis),
            {children + 8 * first, 8 * n},
            {fine.data(), fine_mesh->n_values()},
            s,
            {coarse.data() + n_cell_values * first, n_cell_values * n});
        };
      restrict_to(0, n_owned, Number(1));
      if (n_ghosts > 0)
        restrict_to(n_owned, n_ghosts, Number(0));
    });
    add_to_owners(coarse);
  }



  template <typename Number>
  void
  CellwiseTransfer<Number>::add_to_owners(CellwiseVector<Number> &coarse) const
  {
    if (auto *exchange = coarse_mesh->template exchange<Number>())
      exchange->parents->compress(coarse);
  }



  template <typename Number>
  void CellwiseTransfer<Number>::restrict_residual(
    CellwiseVector<Number> &coarse,
    const CellwiseVector<Number> &rhs,
    const CellwiseVector<Number> &u,
    CellwiseVector<Number> &workspace) const
  {
    require_vectors(coarse, rhs);
    internal::require_level_vector(*fine_mesh, u, "u");
    if (basis == CellBasis::nodal)
      {
        CellwiseOperator<Number>::laplace(fine_mesh).residual(workspace,
                                                              u,
                                                              rhs);
        coarse = Number(0);
        restrict_and_add(coarse, workspace);
        return;
      }
    const std::int64_t n = fine_mesh->n_values();
    internal::dispatch(fine_mesh->device(), [&](const auto &queue) {
      internal::cellwise_restrict_residual<Number>(
        queue,
        internal::child_transform<Number>(basis),
        internal::round_diagonal<Number>(
          internal::laplace_diagonal(*fine_mesh)),
        fine_mesh->coefficients(),
        fine_mesh->children(),
        {rhs.data(), n},
        {u.data(), n},
        {coarse.data(), coarse_mesh->n_local_values()});
    });
    add_to_owners(coarse);
  }

  template class CellwiseTransfer<float>;
  template class CellwiseTransfer<double>;
} // namespace tessera
