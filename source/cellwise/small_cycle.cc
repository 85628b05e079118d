// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/small_cycle.h"

#include "cellwise/cell_transform.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** Whether all unknowns are in complete patches of one coefficient. */
      bool is_simple(const CellwiseMesh &mesh)
      {
        bool complete = true;
        for (int colour = 0; colour < CellwiseMesh::n_colours; ++colour)
          complete = complete && mesh.incomplete_patches(colour).size == 0;
        return complete && mesh.coefficients().size == 0 &&
               mesh.communicator() == nullptr && !mesh.device().is_host();
      }
    } // namespace



    std::shared_ptr<const SmallCycle>
    SmallCycle::create(const std::shared_ptr<const CellwiseMesh> &coarse,
                       const std::shared_ptr<const CellwiseMesh> &fine,
                       const int n_smoothing_steps,
                       const bool symmetric)
    {
      constexpr std::int64_t n_cells = 64, n_patches = 27;
      if (!coarse->is_one_patch() || !is_simple(*coarse) || !is_simple(*fine) ||
          fine->n_cells() != n_cells || fine->n_patches() != n_patches)
        return nullptr;
      return std::make_shared<const SmallCycle>(coarse,
                                                fine,
                                                n_smoothing_steps,
                                                symmetric);
    }



    SmallCycle::SmallCycle(const std::shared_ptr<const CellwiseMesh> &coarse,
                           const std::shared_ptr<const CellwiseMesh> &fine,
                           const int n_smoothing_steps,
                           const bool symmetric)
      : coarse(coarse)
      , fine(fine)
      , coarse_transform(*coarse, CellBasis::eigen)
      , fine_transform(*fine, CellBasis::eigen)
      , levels{(*coarse_transform).on_device,
               (*fine_transform).on_device,
               child_transform<float>(CellBasis::eigen),
               {},
               {},
               fine->children(),
               n_smoothing_steps,
               symmetric}
    {
      for (int colour = 0; colour < CellwiseMesh::n_colours; ++colour)
        {
          if (coarse->patches(colour).size > 0)
            levels.coarse_patch = coarse->patches(colour);
          levels.fine_patches[colour] = fine->patches(colour);
        }
    }



    void SmallCycle::run(CellwiseVector<float> &solution,
                         const CellwiseVector<float> &rhs) const
    {
      const std::int64_t n = fine->n_values();
      dispatch(fine->device(), [&](const auto &queue) {
        small_cycle(queue,
                    levels,
                    ArrayView<const float>{rhs.data(), n},
                    ArrayView<float>{solution.data(), n});
      });
    }
  } // namespace internal
} // namespace tessera
