// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/q3_matrices.h>

#include "cellwise/level_checks.h"
#include "kernels/cellwise_transfer.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace
  {
    internal::ChildTransform child_transform()
    {
      internal::ChildTransform transform;
      for (int child = 0; child < 2; ++child)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            {
              const double value = q3_matrices().child_values[child][4 * i + j];
              transform.values[child][4 * i + j]     = value;
              transform.transposed[child][4 * j + i] = value;
            }
      return transform;
    }



    void run_prolongation(const CellwiseMesh &fine_mesh,
                          const double s,
                          CellwiseVector<double> &fine,
                          const CellwiseVector<double> &coarse)
    {
      const std::int64_t n = fine_mesh.n_values();
      internal::dispatch(fine_mesh.device(), [&](const auto &queue) {
        internal::cellwise_prolongate(queue,
                                      child_transform(),
                                      fine_mesh.children(),
                                      s,
                                      {coarse.data(), n / 8},
                                      {fine.data(), n});
      });
    }
  } // namespace



  CellwiseTransfer::CellwiseTransfer(
    const std::shared_ptr<const CellwiseMesh> &coarse,
    const std::shared_ptr<const CellwiseMesh> &fine)
    : coarse_mesh(internal::require_mesh(coarse, "CellwiseTransfer"))
    , fine_mesh(internal::require_mesh(fine, "CellwiseTransfer"))
  {
    TESSERA_REQUIRE((fine->has_children() || fine->n_cells() == 0) &&
                      fine->n_cells() == 8 * coarse->n_cells(),
                    InvalidInput,
                    "The coarse mesh has "
                      << coarse->n_cells() << " cells and the fine one "
                      << fine->n_cells()
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



  void
  CellwiseTransfer::require_vectors(const CellwiseVector<double> &coarse,
                                    const CellwiseVector<double> &fine) const
  {
    internal::require_level_vector(*coarse_mesh, coarse, "coarse");
    internal::require_level_vector(*fine_mesh, fine, "fine");
  }



  void CellwiseTransfer::prolongate(CellwiseVector<double> &fine,
                                    const CellwiseVector<double> &coarse) const
  {
    require_vectors(coarse, fine);
    run_prolongation(*fine_mesh, 0., fine, coarse);
  }



  void CellwiseTransfer::prolongate_and_add(
    CellwiseVector<double> &fine,
    const CellwiseVector<double> &coarse) const
  {
    require_vectors(coarse, fine);
    run_prolongation(*fine_mesh, 1., fine, coarse);
  }



  void
  CellwiseTransfer::restrict_and_add(CellwiseVector<double> &coarse,
                                     const CellwiseVector<double> &fine) const
  {
    require_vectors(coarse, fine);
    const std::int64_t n = fine_mesh->n_values();
    internal::dispatch(fine_mesh->device(), [&](const auto &queue) {
      internal::cellwise_restrict_and_add(queue,
                                          child_transform(),
                                          fine_mesh->children(),
                                          {fine.data(), n},
                                          {coarse.data(), n / 8});
    });
  }
} // namespace tessera
