// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_block_diagonal_h
#define tessera_kernels_block_diagonal_h

#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** What block_diagonal_invert() has against a diagonal block. */
    enum class DiagonalDefect
    {
      none              = 0,
      missing           = 1,
      not_finite        = 2,
      not_positive      = 3,
      first_unused_code = 4
    };

    /** A block row and what is wrong with it; -1 if there is nothing. */
    struct DefectiveRow
    {
      std::int64_t row;
      DiagonalDefect defect;
    };

    // The inverse of the block diagonal of a matrix of n x n blocks, stored as
    // n x n values, row by row, for each block row.

    /**
     * Inverts the diagonal blocks of @p A, which must be symmetric positive
     * definite, into @p inverse, and returns the first for which that is not
     * possible; the values for such a row are undefined. A block counts as
     * singular if elimination leaves less than n eps of a diagonal entry; no
     * scaling of the unknowns changes that.
     */
    template <typename Queue, typename Number>
    DefectiveRow block_diagonal_invert(const Queue &queue,
                                       const BsrView<const Number> A,
                                       ArrayView<Number> inverse);

    /** y = factor D^{-1} x; x and y differ. */
    template <typename Queue, typename Number>
    void block_diagonal_apply(const Queue &queue,
                              const int block_size,
                              ArrayView<const Number> inverse,
                              const Number factor,
                              ArrayView<const Number> x,
                              ArrayView<Number> y);

    /**
     * d = momentum d + factor D^{-1} r, then x = x + d, or x = d if
     * @p overwrite. d is not read if momentum = 0. r differs from d and x.
     *
     * Bytes: D^{-1} and r once, d and x read and written.
     */
    template <typename Queue, typename Number>
    void block_diagonal_step(const Queue &queue,
                             const int block_size,
                             ArrayView<const Number> inverse,
                             const Number momentum,
                             const Number factor,
                             ArrayView<const Number> r,
                             ArrayView<Number> d,
                             ArrayView<Number> x,
                             const bool overwrite);

    /** The first block row of @p A with NaN or infinity, n_block_rows if none.
     */
    template <typename Queue, typename Number>
    std::int64_t bsr_first_nonfinite_row(const Queue &queue,
                                         const BsrView<const Number> A);
  } // namespace internal
} // namespace tessera

#endif
