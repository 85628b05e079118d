// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_box_lattice_h
#define tessera_kernels_box_lattice_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * The modes of one axis of a box. V is n x n; column j of a stored matrix
     * begins at j column_size, the rows after n are zero. A column of V that is
     * not needed, because of a Dirichlet value, is zero.
     */
    struct LatticeAxis
    {
      std::int64_t n_cells;
      std::int64_t n;
      std::int64_t column_size;
      const double *modes;
      const double *modes_transposed;
      const double *eigenvalues;
    };



    /**
     * The nodes of the cells of a box, 3 n_cells + 1 an axis, x fastest, and
     * the number of the cell at each position.
     */
    struct BoxLatticeView
    {
      LatticeAxis axes[3];
      const std::int32_t *cells;
      double reaction;
    };

    /** Rows of the stored matrices are padded to a multiple of this. */
    constexpr std::int64_t lattice_row_tile = 6;

    /** Right-hand sides that the host kernel works on together. */
    constexpr std::int64_t lattice_column_tile = 8;

    /**
     * Each lattice point becomes the sum of its copies in @p src, which has 64
     * values a cell, always in the same order. Moves 8 bytes a value and 8 a
     * point.
     */
    template <typename Queue>
    void gather_lattice(const Queue &queue,
                        const BoxLatticeView box,
                        ArrayView<const double> src,
                        ArrayView<double> lattice);

    /** Writes each lattice point to all its copies in @p dst. */
    template <typename Queue>
    void scatter_lattice(const Queue &queue,
                         const BoxLatticeView box,
                         ArrayView<const double> lattice,
                         ArrayView<double> dst);

    /**
     * lattice = (V x V x V) D^+ (V x V x V)^T lattice, where D is the sum of
     * the eigenvalues of the axes and the reaction, and D^+ its inverse, or
     * zero where D is. @p scratch has room for max(n, 2 lattice_column_tile)
     * points an axis. With N points in all, 4 N (n_x + n_y + n_z) flops. The
     * result is the same bits on a repeated call.
     */
    void solve_on_lattice(const PortableQueue &queue,
                          const BoxLatticeView &box,
                          ArrayView<double> lattice,
                          ArrayView<double> scratch);
    void solve_on_lattice(const CudaQueue &queue,
                          const BoxLatticeView &box,
                          ArrayView<double> lattice,
                          ArrayView<double> scratch);
  } // namespace internal
} // namespace tessera

#endif
