// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_lapack_h
#define tessera_source_amg_lapack_h

#include <vector>

namespace tessera
{
  namespace internal
  {
    // What we need of LAPACK, for symmetric matrices in host memory. Dense
    // n x n matrices are full, so that rows and columns mean the same.

    /**
     * The eigenvalues, ascending, of the tridiagonal matrix with the given
     * diagonal and, from the second row on, the entries left of it.
     */
    std::vector<double>
    tridiagonal_eigenvalues(std::vector<double> diagonal,
                            std::vector<double> off_diagonal);

    /**
     * Replaces a positive definite matrix by its inverse and returns true; if
     * the matrix is not positive definite or its condition number exceeds
     * 1 / @p tolerance, returns false and leaves @p a undefined.
     */
    bool invert_positive_definite(const int n,
                                  const double tolerance,
                                  std::vector<double> &a);

    /**
     * Replaces a positive semidefinite matrix by its pseudo-inverse, in which
     * eigenvalues up to @p tolerance times the largest count as zero.
     *
     * @throws NumericalFailure if an eigenvalue is below zero by more than
     * that.
     */
    void
    pseudo_invert(const int n, const double tolerance, std::vector<double> &a);
  } // namespace internal
} // namespace tessera

#endif
