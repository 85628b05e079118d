// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_coarse_inverse_h
#define tessera_source_amg_coarse_inverse_h

#include <tessera/bsr/bsr_matrix.h>

namespace tessera
{
  namespace internal
  {
    /**
     * The inverse of a symmetric matrix, or if the matrix is singular a
     * symmetric generalised inverse, as a matrix with all blocks stored: so a
     * coarse solve is one product on the device. The factorisation is LAPACK's
     * on the host, with one counted copy each way on a GPU.
     *
     * The matrix is first scaled to a unit diagonal; eigenvalues of the result
     * up to 1e-12 times the largest count as zero.
     *
     * @throws InvalidInput if a diagonal entry is not positive,
     * NumericalFailure if an eigenvalue is negative.
     */
    BsrMatrix<double> make_dense_inverse(const BsrMatrix<double> &A);
  } // namespace internal
} // namespace tessera

#endif
