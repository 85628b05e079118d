// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_dof_copies_h
#define tessera_kernels_dof_copies_h

#include <tessera/base/array.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // Copies between an array x with one entry for each degree of freedom and
    // a cell-wise vector u, for Number = float and double.
    //
    // The table has one number for each entry of u: d for the first copy of
    // degree of freedom d, -1 - d for each further one. No order of the copies
    // matters, but each d has exactly one first copy.
    //
    // Each function is one pass: it reads the table (256 bytes a cell), reads
    // one of x and u and writes the other. The result is the same bits on a
    // repeated call. Arrays do not overlap.

    /** u_i = x_d, for all copies of d: a primal vector. */
    template <typename Queue, typename Number>
    void copy_values_to_cells(const Queue &queue,
                              ArrayView<const std::int32_t> table,
                              const Number *x,
                              Number *u);

    /**
     * u_i = x_d for the first copy of d, 0 for the others: a dual vector with
     * the sums x, without a rounding error.
     */
    template <typename Queue, typename Number>
    void copy_sums_to_cells(const Queue &queue,
                            ArrayView<const std::int32_t> table,
                            const Number *x,
                            Number *u);

    /** x_d = u_i for the first copy of d. */
    template <typename Queue, typename Number>
    void copy_values_from_cells(const Queue &queue,
                                ArrayView<const std::int32_t> table,
                                const Number *u,
                                Number *x);
  } // namespace internal
} // namespace tessera

#endif
