// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_amg_smoothers_point_block_jacobi_h
#define tessera_amg_smoothers_point_block_jacobi_h

#include <tessera/amg/smoothers/smoother.h>
#include <tessera/bsr/block_diagonal_inverse.h>

namespace tessera
{
  /**
   * Damped point-block Jacobi: M = omega D^{-1} with the block diagonal D.
   *
   * It converges for 0 < omega < 2 / lambda_max(D^{-1} A); as a smoother
   * omega = 4/3 / lambda_max is a good choice. A step costs one product with
   * the matrix and one with D^{-1}, vmult() the latter only.
   */
  class PointBlockJacobi : public Smoother
  {
  public:
    /**
     * @throws InvalidInput if @p omega is not positive; see also
     * BlockDiagonalInverse.
     */
    PointBlockJacobi(const BsrMatrix<double> &matrix, const double omega);

    void vmult(Vector<double> &x, const Vector<double> &b) const override;

    void step(Vector<double> &x, const Vector<double> &b) const override;

    std::size_t memory_consumption() const override;

  private:
    const BsrMatrix<double> *matrix;
    double omega;
    BlockDiagonalInverse<double> inverse;
    mutable Vector<double> residual;
    mutable Vector<double> direction;
  };
} // namespace tessera

#endif
