// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/amg/smoothers/point_block_jacobi.h>

namespace tessera
{
  PointBlockJacobi::PointBlockJacobi(const BsrMatrix<double> &matrix,
                                     const double omega)
    : matrix(&matrix)
    , omega(omega)
    , inverse(matrix)
    , residual(matrix.device(), static_cast<std::int64_t>(matrix.m()))
    , direction(matrix.device(), static_cast<std::int64_t>(matrix.m()))
  {
    TESSERA_REQUIRE(omega > 0.,
                    InvalidInput,
                    "PointBlockJacobi was given omega = "
                      << omega << "; expected a positive number, such as 4/3 "
                      << "over the largest eigenvalue.");
  }



  void PointBlockJacobi::vmult(Vector<double> &x, const Vector<double> &b) const
  {
    inverse.first_step(x, direction, b, omega);
  }



  void PointBlockJacobi::step(Vector<double> &x, const Vector<double> &b) const
  {
    matrix->residual(residual, x, b);
    inverse.step(x, direction, residual, 0., omega);
  }



  std::size_t PointBlockJacobi::memory_consumption() const
  {
    return inverse.memory_consumption() + residual.memory_consumption() +
           direction.memory_consumption();
  }
} // namespace tessera
