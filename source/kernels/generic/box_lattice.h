// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_box_lattice_h
#define tessera_kernels_generic_box_lattice_h

#include "kernels/box_lattice.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    /**
     * The cells around lattice coordinate @p point of an axis: @p n_copies of
     * them, in the first of which it has local number @p node; if there is a
     * second one, the point is its node 0.
     */
    struct PointCopies
    {
      TESSERA_HOST_DEVICE
      PointCopies(const std::int64_t point, const std::int64_t n_cells)
      {
        const bool at_start   = point == 0;
        const bool is_between = point % 3 == 0 && !at_start;
        first                 = is_between ? point / 3 - 1 : point / 3;
        node                  = static_cast<int>(point - 3 * first);
        n_copies              = is_between && point / 3 < n_cells ? 2 : 1;
      }

      TESSERA_HOST_DEVICE int local(const int copy) const
      {
        return copy == 0 ? node : 0;
      }

      std::int64_t first;
      int node;
      int n_copies;
    };



    // A thread, or a step of the loop, has one line along x, so that cells and
    // nodes are counted, not divided for, along it.

    template <typename Queue>
    void gather_lattice(const Queue &queue,
                        const BoxLatticeView box,
                        ArrayView<const double> src,
                        ArrayView<double> lattice)
    {
      const std::int64_t n_lines = box.axes[1].n * box.axes[2].n;
      for_each(queue, n_lines, [=] TESSERA_HOST_DEVICE(const std::int64_t l) {
        const std::int64_t n_x = box.axes[0].n, cells_x = box.axes[0].n_cells;
        const std::int64_t cells_y = box.axes[1].n_cells;
        const PointCopies y(l % box.axes[1].n, cells_y);
        const PointCopies z(l / box.axes[1].n, box.axes[2].n_cells);
        double *line = lattice.data + l * n_x;
        for (std::int64_t i = 0; i < n_x; ++i)
          line[i] = 0.;
        for (int c = 0; c < y.n_copies * z.n_copies; ++c)
          {
            const int cy = c % y.n_copies, cz = c / y.n_copies;
            const std::int64_t row =
              cells_x * (y.first + cy + cells_y * (z.first + cz));
            for (std::int64_t cell = 0; cell < cells_x; ++cell)
              {
                const double *values =
                  src.data + 64 * std::int64_t(box.cells[row + cell]) +
                  4 * y.local(cy) + 16 * z.local(cz);
                for (int i = 0; i < 4; ++i)
                  line[3 * cell + i] += values[i];
              }
          }
      });
    }



    template <typename Queue>
    void scatter_lattice(const Queue &queue,
                         const BoxLatticeView box,
                         ArrayView<const double> lattice,
                         ArrayView<double> dst)
    {
      const std::int64_t n_rows = box.axes[1].n_cells * box.axes[2].n_cells;
      for_each(queue,
               16 * n_rows,
               [=] TESSERA_HOST_DEVICE(const std::int64_t l) {
                 const std::int64_t row = l / 16, cells_y = box.axes[1].n_cells;
                 const std::int64_t y = 3 * (row % cells_y) + l % 4;
                 const std::int64_t z = 3 * (row / cells_y) + l / 4 % 4;
                 const double *line =
                   lattice.data + box.axes[0].n * (y + box.axes[1].n * z);
                 const std::int64_t cells_x = box.axes[0].n_cells;
                 for (std::int64_t cell = 0; cell < cells_x; ++cell)
                   {
                     double *values =
                       dst.data +
                       64 * std::int64_t(box.cells[row * cells_x + cell]) +
                       4 * (l % 16);
                     for (int i = 0; i < 4; ++i)
                       values[i] = line[3 * cell + i];
                   }
               });
    }



    template <typename Queue>
    struct BoxLatticeKernels
    {
      static constexpr auto gather  = &gather_lattice<Queue>;
      static constexpr auto scatter = &scatter_lattice<Queue>;
    };
  } // namespace internal
} // namespace tessera

#endif
