// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_amg_smoothers_chebyshev_h
#define tessera_amg_smoothers_chebyshev_h

#include <tessera/amg/smoothers/smoother.h>
#include <tessera/bsr/block_diagonal_inverse.h>

namespace tessera
{
  /**
   * Chebyshev iteration preconditioned by point-block Jacobi: the polynomial in
   * D^{-1} A of given degree that is smallest on
   * [max_eigenvalue / range, max_eigenvalue] and one at zero
   * (Y. Saad: Iterative Methods for Sparse Linear Systems, algorithm 12.1).
   *
   * A step costs degree products with the matrix and with D^{-1}, vmult() one
   * product with the matrix less. max_eigenvalue must bound that of D^{-1} A:
   * if it is more than some five percent too small, M is not positive definite.
   */
  class Chebyshev : public Smoother
  {
  public:
    /**
     * @throws InvalidInput if @p degree is 0, @p max_eigenvalue not positive
     * and finite, or @p range not above 1; see also BlockDiagonalInverse.
     */
    Chebyshev(const BsrMatrix<double> &matrix,
              const unsigned int degree,
              const double max_eigenvalue,
              const double range);

    /** The same with an inverse that is already there. */
    Chebyshev(const BsrMatrix<double> &matrix,
              BlockDiagonalInverse<double> &&inverse,
              const unsigned int degree,
              const double max_eigenvalue,
              const double range);

    void vmult(Vector<double> &x, const Vector<double> &b) const override;

    void step(Vector<double> &x, const Vector<double> &b) const override;

    std::size_t memory_consumption() const override;

  private:
    /** The terms after the first one, of which @p direction is left. */
    void remaining_terms(Vector<double> &x, const Vector<double> &b) const;

    const BsrMatrix<double> *matrix;
    BlockDiagonalInverse<double> inverse;
    unsigned int degree;

    // Centre and half the length of the interval.
    double theta;
    double delta;

    mutable Vector<double> residual;
    mutable Vector<double> direction;
  };
} // namespace tessera

#endif
