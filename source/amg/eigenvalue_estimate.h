// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_eigenvalue_estimate_h
#define tessera_source_amg_eigenvalue_estimate_h

#include <tessera/bsr/block_diagonal_inverse.h>
#include <tessera/bsr/bsr_matrix.h>

namespace tessera
{
  namespace internal
  {
    /**
     * Largest eigenvalue of D^{-1} A from below: the largest Ritz value of up
     * to 25 steps of the Lanczos method, which is run as conjugate gradients
     * with the preconditioner D^{-1} from a right-hand side of hashes; it stops
     * when a step adds less than 0.2 percent. A power iteration of as many
     * steps is far less accurate.
     *
     * @throws InvalidInput if a step shows that A is not positive
     * semidefinite, NumericalFailure if it gives NaN.
     */
    double estimate_max_eigenvalue(const BsrMatrix<double> &A,
                                   const BlockDiagonalInverse<double> &inverse);

    /** Bounds the largest eigenvalue, times its estimate from below. */
    constexpr double eigenvalue_safety = 1.1;
  } // namespace internal
} // namespace tessera

#endif
