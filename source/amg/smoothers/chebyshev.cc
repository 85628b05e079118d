// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/amg/smoothers/chebyshev.h>

#include <cmath>
#include <utility>

namespace tessera
{
  Chebyshev::Chebyshev(const BsrMatrix<double> &matrix,
                       const unsigned int degree,
                       const double max_eigenvalue,
                       const double range)
    : Chebyshev(matrix,
                BlockDiagonalInverse<double>(matrix),
                degree,
                max_eigenvalue,
                range)
  {}



  Chebyshev::Chebyshev(const BsrMatrix<double> &matrix,
                       BlockDiagonalInverse<double> &&inverse,
                       const unsigned int degree,
                       const double max_eigenvalue,
                       const double range)
    : matrix(&matrix)
    , inverse(std::move(inverse))
    , degree(degree)
    , theta((max_eigenvalue + max_eigenvalue / range) / 2.)
    , delta((max_eigenvalue - max_eigenvalue / range) / 2.)
    , residual(matrix.device(), static_cast<std::int64_t>(matrix.m()))
    , direction(matrix.device(), static_cast<std::int64_t>(matrix.m()))
  {
    TESSERA_REQUIRE(degree >= 1 && max_eigenvalue > 0. &&
                      std::isfinite(max_eigenvalue) && range > 1.,
                    InvalidInput,
                    "Chebyshev was given the degree "
                      << degree << ", the largest eigenvalue " << max_eigenvalue
                      << " and the range " << range
                      << "; expected at least 1, a positive number and a "
                         "number above 1.");
  }



  void Chebyshev::remaining_terms(Vector<double> &x,
                                  const Vector<double> &b) const
  {
    const double sigma = theta / delta;
    double rho         = 1. / sigma;
    for (unsigned int k = 1; k < degree; ++k)
      {
        const double next = 1. / (2. * sigma - rho);
        matrix->residual(residual, x, b);
        inverse.step(x, direction, residual, next * rho, 2. * next / delta);
        rho = next;
      }
  }



  void Chebyshev::vmult(Vector<double> &x, const Vector<double> &b) const
  {
    inverse.first_step(x, direction, b, 1. / theta);
    remaining_terms(x, b);
  }



  void Chebyshev::step(Vector<double> &x, const Vector<double> &b) const
  {
    matrix->residual(residual, x, b);
    inverse.step(x, direction, residual, 0., 1. / theta);
    remaining_terms(x, b);
  }



  std::size_t Chebyshev::memory_consumption() const
  {
    return inverse.memory_consumption() + residual.memory_consumption() +
           direction.memory_consumption();
  }
} // namespace tessera
