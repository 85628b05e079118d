// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/amg/smoothers/chebyshev.h>
#include <tessera/amg/smoothers/point_block_jacobi.h>

#include "amg/eigenvalue_estimate.h"

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

#include <cmath>

using namespace tessera;

namespace
{
  /** Tridiagonal (-1, 2, -1): D^{-1} A has eigenvalues 1 - cos(k pi/(n+1)). */
  reference::Bsr<double> line(const int n)
  {
    reference::Bsr<double> A;
    A.n_columns = n;
    for (int i = 0; i < n; ++i)
      {
        for (int j = std::max(i - 1, 0); j <= std::min(i + 1, n - 1); ++j)
          {
            A.columns.push_back(j);
            A.values.push_back(i == j ? 2. : -1.);
          }
        A.offsets.push_back(static_cast<std::int64_t>(A.columns.size()));
      }
    return A;
  }



  double eigenvalue(const int n, const int k)
  {
    return 1. - std::cos(k * std::acos(-1.) / (n + 1));
  }



  std::vector<double> eigenvector(const int n, const int k)
  {
    std::vector<double> v(n);
    for (int i = 0; i < n; ++i)
      v[i] = std::sin((i + 1) * k * std::acos(-1.) / (n + 1));
    return v;
  }



  /** Chebyshev polynomial of the first kind. */
  double chebyshev(const unsigned int degree, const double x)
  {
    return std::fabs(x) <= 1. ? std::cos(degree * std::acos(x))
                              : (x < 0. && degree % 2 == 1 ? -1. : 1.) *
                                  std::cosh(degree * std::acosh(std::fabs(x)));
  }



  /** vmult() is a step from zero, and symmetric. */
  void check_smoother(const Smoother &smoother,
                      const Device &device,
                      const std::int64_t n)
  {
    const Vector<double> b(device, reference::random_vector<double>(n, 1));
    const Vector<double> c(device, reference::random_vector<double>(n, 2));
    Vector<double> x(device, n), y(device, n);
    x = 7.;
    smoother.vmult(x, b);
    smoother.step(y, b);
    test::expect_near(x.copy_to_host(), y.copy_to_host(), 1e-13);
    smoother.vmult(y, c);
    EXPECT_NEAR(x * c, y * b, 1e-12);
    EXPECT_GT(x * b, 0.);
  }



  class Smoothers : public test::OnEachDevice
  {};
} // namespace



TEST_P(Smoothers, ChebyshevDampsEigenvectorsByItsPolynomial)
{
  const int n               = 40;
  const BsrMatrix<double> A = test::to_device(device, line(n));
  for (const unsigned int degree : {1u, 2u, 3u, 5u})
    {
      const double upper = 2., range = 20.;
      const Chebyshev smoother(A, degree, upper, range);
      const double theta = (upper + upper / range) / 2.;
      const double delta = (upper - upper / range) / 2.;
      for (const int k : {1, 2, 20, 40})
        {
          auto v = eigenvector(n, k);
          Vector<double> x(device, v);
          const Vector<double> zero(device, n);
          smoother.step(x, zero);
          const double factor =
            chebyshev(degree, (theta - eigenvalue(n, k)) / delta) /
            chebyshev(degree, theta / delta);
          for (double &value : v)
            value *= factor;
          test::expect_near(x.copy_to_host(), v, 1e-13);
        }
    }
}



TEST_P(Smoothers, JacobiDampsEigenvectors)
{
  const int n               = 40;
  const BsrMatrix<double> A = test::to_device(device, line(n));
  const PointBlockJacobi smoother(A, .6);
  auto v = eigenvector(n, 30);
  Vector<double> x(device, v);
  const Vector<double> zero(device, n);
  smoother.step(x, zero);
  for (double &value : v)
    value *= 1. - .6 * eigenvalue(n, 30);
  test::expect_near(x.copy_to_host(), v, 1e-13);
}



TEST_P(Smoothers, AreSymmetricAndStartFromZero)
{
  const BsrMatrix<double> A =
    test::to_device(device, reference::elasticity_box(4));
  const auto n = static_cast<std::int64_t>(A.m());
  check_smoother(PointBlockJacobi(A, .4), device, n);
  check_smoother(Chebyshev(A, 1, 3.4, 20.), device, n);
  check_smoother(Chebyshev(A, 2, 3.4, 20.), device, n);
  check_smoother(Chebyshev(A, 4, 3.4, 20.), device, n);
}



TEST_P(Smoothers, RefuseBadParameters)
{
  const BsrMatrix<double> A = test::to_device(device, line(4));
  const auto expect         = [](const auto &call, const char *text) {
    test::expect_error<InvalidInput>(call, text);
  };
  expect([&] { PointBlockJacobi(A, 0.); }, "omega = 0");
  expect([&] { Chebyshev(A, 0, 2., 20.); }, "degree 0");
  expect([&] { Chebyshev(A, 2, 0., 20.); }, "eigenvalue 0");
  expect([&] { Chebyshev(A, 2, 2., 1.); }, "range 1");
}



TEST_P(Smoothers, EigenvalueEstimateIsCloseFromBelow)
{
  for (const int n : {1, 2, 3, 40, 1000})
    {
      const BsrMatrix<double> A = test::to_device(device, line(n));
      const double estimate =
        internal::estimate_max_eigenvalue(A, BlockDiagonalInverse<double>(A));
      const double exact = eigenvalue(n, n);
      EXPECT_LE(estimate, exact * (1. + 1e-12));
      EXPECT_GE(internal::eigenvalue_safety * estimate, exact * 1.02);
    }
}



TEST_P(Smoothers, EigenvalueOfADiagonalMatrixIsOne)
{
  const BsrMatrix<double> A(
    device, 3, 1, 1, {0, 1, 2, 3}, {0, 1, 2}, {1., 2e6, 3e-6});
  EXPECT_NEAR(
    internal::estimate_max_eigenvalue(A, BlockDiagonalInverse<double>(A)),
    1.,
    1e-12);
}



TEST_P(Smoothers, EigenvalueEstimateFindsIndefiniteMatrices)
{
  const BsrMatrix<double> A(
    device, 2, 1, 1, {0, 2, 4}, {0, 1, 0, 1}, {1., 2., 2., 1.});
  test::expect_error<InvalidInput>(
    [&] {
      internal::estimate_max_eigenvalue(A, BlockDiagonalInverse<double>(A));
    },
    "not positive semidefinite");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         Smoothers,
                         test::device_names(),
                         test::device_name);
