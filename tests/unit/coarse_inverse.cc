// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/coarse_inverse.h"

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

using namespace tessera;

namespace
{
  /** A X A x = A x and X symmetric, for every matrix and its inverse X. */
  void check_inverse(const BsrMatrix<double> &A)
  {
    const BsrMatrix<double> X = internal::make_dense_inverse(A);
    const Device device       = A.device();
    EXPECT_EQ(X.device(), device);
    const Vector<double> x(device, reference::random_vector<double>(A.m(), 1));
    const Vector<double> y(device, reference::random_vector<double>(A.m(), 2));
    Vector<double> Ax(x), XAx(x), AXAx(x), Xx(x), Xy(x);
    A.vmult(Ax, x);
    X.vmult(XAx, Ax);
    A.vmult(AXAx, XAx);
    const double scale = test::max_abs(Ax.copy_to_host());
    test::expect_near(AXAx.copy_to_host(), Ax.copy_to_host(), 1e-10 * scale);
    X.vmult(Xx, x);
    X.vmult(Xy, y);
    EXPECT_NEAR(y * Xx, x * Xy, 1e-10 * Xx.l2_norm() * y.l2_norm());
    EXPECT_GT(x * Xx, 0.);
  }



  class CoarseInverse : public test::OnEachDevice
  {};
} // namespace



TEST_P(CoarseInverse, InvertsDefiniteMatrices)
{
  check_inverse(test::to_device(device, reference::elasticity_box(3)));
  check_inverse(test::to_device(device, reference::laplacian(4)));
  check_inverse(
    BsrMatrix<double>(device, 1, 1, 1, {0, 1}, {0}, std::vector<double>{4.}));
}



TEST_P(CoarseInverse, PseudoInvertsSingularMatrices)
{
  check_inverse(test::to_device(device, reference::elasticity_box(3, false)));
}



TEST_P(CoarseInverse, TakesBadlyScaledMatrices)
{
  check_inverse(BsrMatrix<double>(
    device, 2, 1, 1, {0, 2, 4}, {0, 1, 0, 1}, {1e18, .5, .5, 1e-18}));
}



TEST_P(CoarseInverse, RefusesIndefiniteMatrices)
{
  test::expect_error<NumericalFailure>(
    [&] {
      internal::make_dense_inverse(BsrMatrix<double>(
        device, 2, 1, 1, {0, 2, 4}, {0, 1, 0, 1}, {1., 2., 2., 1.}));
    },
    "positive semidefinite");
  test::expect_error<InvalidInput>(
    [&] {
      internal::make_dense_inverse(
        BsrMatrix<double>(device, 2, 1, 1, {0, 1, 2}, {0, 1}, {1., 0.}));
    },
    "in row 1");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         CoarseInverse,
                         test::device_names(),
                         test::device_name);
