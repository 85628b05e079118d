// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_matrix.h>

#include "bsr_helpers.h"
#include "devices.h"

using namespace tessera;

namespace
{
  BsrMatrix<double> make(const std::vector<std::int64_t> &offsets,
                         const std::vector<std::int32_t> &columns,
                         const int height            = 1,
                         const int width             = 2,
                         const std::size_t n_missing = 0)
  {
    return BsrMatrix<double>(Device::host(),
                             3,
                             height,
                             width,
                             offsets,
                             columns,
                             std::vector<double>(columns.size() * 2 - n_missing,
                                                 1.));
  }
} // namespace



TEST(BsrMatrix, KnowsItsSizes)
{
  const BsrMatrix<double> A = make({0, 2, 2, 3}, {0, 2, 1});
  EXPECT_EQ(A.n_block_rows(), 3);
  EXPECT_EQ(A.n_block_columns(), 3);
  EXPECT_EQ(A.block_height(), 1);
  EXPECT_EQ(A.block_width(), 2);
  EXPECT_EQ(A.n_blocks(), 3);
  EXPECT_EQ(A.m(), 3u);
  EXPECT_EQ(A.n(), 6u);
  EXPECT_EQ(A.memory_consumption(), 4 * 8 + 3 * 4 + 6 * 8u);
}



TEST(BsrMatrix, IsEmptyByDefault)
{
  const BsrMatrix<float> A;
  EXPECT_EQ(A.n_block_rows(), 0);
  EXPECT_EQ(A.m(), 0u);
  Vector<float> x, y;
  A.vmult(y, x);
  EXPECT_EQ(y.size(), 0u);
}



TEST(BsrMatrix, RefusesBadPatterns)
{
  const auto expect = [](const auto &call, const char *text) {
    test::expect_error<InvalidInput>(call, text);
  };
  expect([] { make({}, {}); }, "start with nothing");
  expect([] { make({1, 2}, {0, 1}); }, "start with 1");
  expect([] { make({0, 2, 1}, {0, 1}); }, "Block row 1");
  expect([] { make({0, 1, 5}, {0, 1}); }, "Block row 1");
  expect([] { make({0, 1}, {0, 1}); }, "2 block columns, expected 1");
  expect([] { make({0, 1, 2}, {0, 3}); }, "Block row 1");
  expect([] { make({0, 1, 2}, {0, -1}); }, "block column -1");
  expect([] { make({0, 0, 2}, {1, 0}); }, "block column 0 after 1");
  expect([] { make({0, 0, 2}, {1, 1}); }, "Block row 1");
  expect([] { make({0, 1}, {0}, 0, 2); }, "0 x 2");
  expect([] { make({0, 1}, {0}, 1, 2, 1); }, "1 values, expected 2");
}



TEST(BsrMatrix, RefusesArraysThatDoNotFit)
{
  const Device device;
  const auto make_from_arrays = [&](const int n_offsets, const int n_values) {
    return BsrMatrix<double>(1,
                             2,
                             2,
                             Array<std::int64_t>(device, n_offsets),
                             Array<std::int32_t>(device, 1),
                             Array<double>(device, n_values));
  };
  EXPECT_NO_THROW(make_from_arrays(2, 4));
  test::expect_error<InvalidInput>([&] { make_from_arrays(2, 3); },
                                   "3 values, expected 4");
  test::expect_error<InvalidInput>([&] { make_from_arrays(0, 4); },
                                   "no row offsets");
}



TEST(BsrMatrix, RefusesVectorsThatDoNotFit)
{
  const BsrMatrix<double> A = make({0, 2, 2, 3}, {0, 2, 1});
  const Device device;
  Vector<double> x(device, 6), y(device, 3);
  y                 = 5.;
  const auto expect = [](const auto &call, const char *text) {
    test::expect_error<InvalidInput>(call, text);
  };
  expect([&] { A.vmult(x, y); }, "expected 3 and 6");
  expect([&] { A.vmult_add(x, y); }, "expected 3 and 6");
  expect([&] { A.Tvmult(y, x); }, "expected 6 and 3");
  expect([&] { A.residual(y, x, x); }, "a rhs of 6");
  EXPECT_EQ(y.copy_to_host(), std::vector<double>(3, 5.));

  const BsrMatrix<double> square(
    device, 1, 1, 1, {0, 1}, {0}, std::vector<double>{2.});
  Vector<double> z(device, 1);
  expect([&] { square.vmult(z, z); }, "use two");
}



namespace
{
  class BsrMatrixOnDevice : public test::OnEachDevice
  {};
} // namespace



TEST_P(BsrMatrixOnDevice, CopiesAreCountedAndEqual)
{
  const auto host_matrix   = reference::random_bsr<float>(40, 30, 3, 6, 9, 1);
  const BsrMatrix<float> A = test::to_device(Device::host(), host_matrix);
  const BsrMatrix<float> B = A.copy_to(device);
  EXPECT_EQ(B.device(), device);
  const auto copy = test::to_host(B);
  test::expect_same_pattern(copy, host_matrix);
  EXPECT_EQ(copy.values, host_matrix.values);
}



TEST_P(BsrMatrixOnDevice, ProductsCopyNothing)
{
  const BsrMatrix<double> A =
    test::to_device(device, reference::random_bsr<double>(40, 40, 3, 3, 9, 1));
  Vector<double> x(device, A.n()), y(device, A.m());
  Device::reset_transfer_statistics();
  A.vmult(y, x);
  A.vmult_add(y, x);
  A.Tvmult(x, y);
  A.residual(y, x, y);
  const TransferStatistics copies = Device::transfer_statistics();
  EXPECT_EQ(copies.n_host_to_device, 0);
  EXPECT_EQ(copies.n_device_to_host, 0);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         BsrMatrixOnDevice,
                         test::device_names(),
                         test::device_name);
