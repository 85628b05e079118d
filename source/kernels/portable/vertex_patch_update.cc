// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/vertex_patch_update.h"

#include "kernels/generic/missing_cells.h"
#include "kernels/generic/vertex_patch_update.h"
#include "kernels/portable/lanes.h"
#include "kernels/portable/parallel.h"

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** The arguments of vertex_patch_update(). */
      template <typename Number>
      struct PatchLevel
      {
        const PatchTransform<Number> &transform;
        ArrayView<const std::int32_t> patches;
        ArrayView<const double> coefficients;
        ArrayView<const Number> rhs;
        ArrayView<Number> u;
      };



      /** Values of a patch with missing cells, as if it had eight. */
      template <typename Number>
      struct CompletedPatch
      {
        alignas(64) Number rhs[8][64];
        alignas(64) Number u[8][64];
      };



      template <typename Number>
      void complete_patch(const PatchLevel<Number> &level,
                          const std::int32_t *slots,
                          CompletedPatch<Number> &patch)
      {
        for (int lane = 0; lane < 8; ++lane)
          {
            const CellSource source = cell_source(slots, lane);
            for (int i = 0; i < 64; ++i)
              {
                const int entry =
                  mirrored_entry(level.transform.basis, source.axes, i);
                const Number sign =
                  source.cell < 0 ? Number(0)
                                  : mirror_sign<Number>(level.transform.basis,
                                                        source.axes,
                                                        i);
                const std::int64_t k =
                  source.cell < 0 ? 0 : 64 * std::int64_t(source.cell) + entry;
                patch.rhs[lane][i] = sign * level.rhs.data[k];
                patch.u[lane][i]   = sign * level.u.data[k];
              }
          }
      }



      template <typename Number>
      void set_coefficients(const PatchLevel<Number> &level,
                            const std::int32_t *slots,
                            PatchCells<Number> &cells)
      {
        const double *k = level.coefficients.data;
        for (int lane = 0; lane < 8; ++lane)
          {
            const std::int32_t cell  = cell_source(slots, lane).cell;
            cells.coefficients[lane] = cell < 0 ? Number(1) : Number(k[cell]);
          }
        cells.patch_coefficient = Number(patch_coefficient(k, slots));
      }



      template <bool has_coefficients, typename Number>
      void update_cells(const PatchTransform<Number> &transform,
                        const PatchCells<Number> &cells)
      {
        const HostLanes<Number, has_coefficients> lanes(transform, cells);
        if (transform.basis == CellBasis::eigen)
          update_patch<CellBasis::eigen>(lanes);
        else
          update_patch<CellBasis::nodal>(lanes);
      }



      template <bool has_coefficients, typename Number>
      void update_complete(const PatchLevel<Number> &level,
                           const std::int32_t *slots,
                           const std::int32_t *next_slots)
      {
        PatchCells<Number> cells;
        cells.rhs = level.rhs.data;
        cells.u   = level.u.data;
        for (int lane = 0; lane < 8; ++lane)
          {
            cells.first[lane] = 64 * std::int64_t(slots[lane]);
            cells.next[lane] = 64 * std::int64_t(std::max(next_slots[lane], 0));
          }
        if (has_coefficients)
          set_coefficients(level, slots, cells);
        update_cells<has_coefficients>(level.transform, cells);
      }



      template <bool has_coefficients, typename Number>
      void update_incomplete(const PatchLevel<Number> &level,
                             const std::int32_t *slots)
      {
        CompletedPatch<Number> patch;
        complete_patch(level, slots, patch);
        PatchCells<Number> cells;
        cells.rhs = patch.rhs[0];
        cells.u   = patch.u[0];
        for (int lane = 0; lane < 8; ++lane)
          cells.first[lane] = cells.next[lane] = 64 * lane;
        if (has_coefficients)
          set_coefficients(level, slots, cells);
        update_cells<has_coefficients>(level.transform, cells);
        for (int lane = 0; lane < 8; ++lane)
          if (slots[lane] >= 0)
            std::copy_n(patch.u[lane],
                        64,
                        level.u.data + 64 * std::int64_t(slots[lane]));
      }



      template <bool has_coefficients, typename Number>
      void update_all(const PortableQueue &queue,
                      const PatchLevel<Number> &level)
      {
        const std::int64_t n_patches = level.patches.size / 8;
        for_each(queue, n_patches, [&](const std::int64_t index) {
          const std::int32_t *slots = level.patches.data + 8 * index;
          const std::int32_t *next  = index + 1 < n_patches ? slots + 8 : slots;
          if (*std::min_element(slots, slots + 8) >= 0)
            update_complete<has_coefficients>(level, slots, next);
          else
            update_incomplete<has_coefficients>(level, slots);
        });
      }
    } // namespace



    template <typename Number>
    void vertex_patch_update(const PortableQueue &queue,
                             const PatchTransform<Number> &transform,
                             ArrayView<const std::int32_t> patches,
                             const bool,
                             ArrayView<const double> coefficients,
                             ArrayView<const Number> rhs,
                             ArrayView<Number> u)
    {
      const PatchLevel<Number> level{transform, patches, coefficients, rhs, u};
      if (coefficients.size == 0)
        update_all<false>(queue, level);
      else
        update_all<true>(queue, level);
    }

    template void vertex_patch_update(const PortableQueue &,
                                      const PatchTransform<float> &,
                                      ArrayView<const std::int32_t>,
                                      const bool,
                                      ArrayView<const double>,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void vertex_patch_update(const PortableQueue &,
                                      const PatchTransform<double> &,
                                      ArrayView<const std::int32_t>,
                                      const bool,
                                      ArrayView<const double>,
                                      ArrayView<const double>,
                                      ArrayView<double>);
  } // namespace internal
} // namespace tessera
