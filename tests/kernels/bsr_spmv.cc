// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_matrix.h>

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

using namespace tessera;

namespace
{
  /** Compiled shapes, and others, which take the general path. */
  const std::vector<std::pair<int, int>> shapes =
    {{1, 1}, {3, 3}, {3, 6}, {6, 3}, {6, 6}, {2, 5}, {5, 2}, {4, 4}, {1, 7}};

  const std::vector<int> sizes = {0, 1, 31, 33, 1000};



  template <typename Number>
  void check_products(const Device &device,
                      const reference::Bsr<Number> &host_matrix)
  {
    SCOPED_TRACE(testing::Message()
                 << host_matrix.n_rows() << " rows of " << host_matrix.height
                 << " x " << host_matrix.width);
    const BsrMatrix<Number> A = test::to_device(device, host_matrix);
    const auto x              = reference::random_vector<Number>(A.n(), 2);
    const auto b              = reference::random_vector<Number>(A.m(), 3);
    const double bound        = test::tolerance<Number>(300., 1., 1.);
    auto Ax                   = reference::multiply(host_matrix, x);

    const Vector<Number> device_x(device, x), device_b(device, b);
    Vector<Number> y(device, A.m());
    y = Number(7);
    A.vmult(y, device_x);
    test::expect_near(y.copy_to_host(), Ax, bound);

    std::vector<Number> expected = b;
    for (std::size_t i = 0; i < b.size(); ++i)
      expected[i] += Ax[i];
    y.copy_from_host(b);
    A.vmult_add(y, device_x);
    test::expect_near(y.copy_to_host(), expected, bound);

    for (std::size_t i = 0; i < b.size(); ++i)
      expected[i] = b[i] - Ax[i];
    A.residual(y, device_x, device_b);
    test::expect_near(y.copy_to_host(), expected, bound);
    y.copy_from_host(b);
    A.residual(y, device_x, y);
    test::expect_near(y.copy_to_host(), expected, bound);

    Vector<Number> z(device, A.n());
    z = Number(7);
    A.Tvmult(z, device_b);
    test::expect_near(z.copy_to_host(),
                      reference::multiply_transposed(host_matrix, b),
                      bound);
  }



  template <typename Number>
  void check_all(const Device &device)
  {
    for (const auto &shape : shapes)
      for (const int size : sizes)
        check_products(device,
                       reference::random_bsr<Number>(size,
                                                     size / 2 + 1,
                                                     shape.first,
                                                     shape.second,
                                                     40,
                                                     size + shape.second));
  }



  class BsrSpmv : public test::OnEachDevice
  {};
} // namespace



TEST_P(BsrSpmv, MatchesReferenceInDouble)
{
  check_all<double>(device);
}



TEST_P(BsrSpmv, MatchesReferenceInFloat)
{
  check_all<float>(device);
}



TEST_P(BsrSpmv, WithoutBlocksIsZero)
{
  check_products(device, reference::random_bsr<double>(33, 20, 3, 3, 0, 1));
}



TEST_P(BsrSpmv, RepeatsBitwise)
{
  const BsrMatrix<double> A =
    test::to_device(device,
                    reference::random_bsr<double>(500, 400, 3, 3, 60, 9));
  const Vector<double> x(device, reference::random_vector<double>(A.n(), 4));
  Vector<double> y(device, A.m()), z(device, A.m());
  A.vmult(y, x);
  A.vmult(z, x);
  EXPECT_EQ(y.copy_to_host(), z.copy_to_host());
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         BsrSpmv,
                         test::device_names(),
                         test::device_name);
