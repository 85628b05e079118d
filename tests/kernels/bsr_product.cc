// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_product.h>
#include <tessera/bsr/bsr_transpose.h>

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

using namespace tessera;

namespace
{
  /** Height of A, width of A, width of B: compiled shapes, and others. */
  const std::vector<std::array<int, 3>> shapes =
    {{1, 1, 1}, {3, 3, 6}, {6, 3, 6}, {6, 6, 6}, {2, 5, 3}, {3, 3, 3}};

  const std::vector<int> sizes = {0, 1, 31, 33, 300};



  template <typename Number>
  void check_product(const Device &device,
                     const int size,
                     const std::array<int, 3> &shape)
  {
    SCOPED_TRACE(testing::Message() << size << " rows, " << shape[0] << " x "
                                    << shape[1] << " x " << shape[2]);
    const auto A = reference::random_bsr<Number>(
      size, size / 2 + 3, shape[0], shape[1], 12, size);
    const auto B = reference::random_bsr<Number>(
      size / 2 + 3, size + 2, shape[1], shape[2], 9, size + 1);
    const auto expected = reference::multiply(A, B);

    const BsrMatrix<Number> device_A = test::to_device(device, A);
    const BsrMatrix<Number> device_B = test::to_device(device, B);
    const BsrProduct product(device_A, device_B);
    BsrMatrix<Number> C = product.template make_matrix<Number>();
    product.compute(device_A, device_B, C);
    const auto actual = test::to_host(C);
    test::expect_same_pattern(actual, expected);
    test::expect_near(actual.values,
                      expected.values,
                      test::tolerance<Number>(12. * shape[1], 1., 1.));

    product.compute(device_A, device_B, C);
    EXPECT_EQ(C.values().copy_to_host(), actual.values);
  }



  template <typename Number>
  void check_transpose(const Device &device,
                       const int size,
                       const int height,
                       const int width)
  {
    const auto A =
      reference::random_bsr<Number>(size, size / 2 + 1, height, width, 9, 3);
    const BsrMatrix<Number> device_A = test::to_device(device, A);
    const BsrTranspose plan(device_A);
    BsrMatrix<Number> T = plan.template make_matrix<Number>();
    plan.compute(device_A, T);

    const auto actual = test::to_host(T);
    // Columns ascend, or the constructor of BsrMatrix throws.
    EXPECT_NO_THROW(test::to_device(device, actual));
    EXPECT_EQ(actual.n_columns, A.n_rows());
    EXPECT_EQ(actual.n_rows(), A.n_columns);
    std::map<std::pair<std::int64_t, std::int64_t>, double> back;
    for (const auto &entry : reference::entries(actual))
      back[{entry.first.second, entry.first.first}] = entry.second;
    EXPECT_EQ(back, reference::entries(A));
  }



  class BsrProductOfBlocks : public test::OnEachDevice
  {};
} // namespace



TEST_P(BsrProductOfBlocks, MatchesReference)
{
  for (const auto &shape : shapes)
    for (const int size : sizes)
      {
        check_product<double>(device, size, shape);
        check_product<float>(device, size, shape);
      }
}



TEST_P(BsrProductOfBlocks, WithoutCommonBlocksIsEmpty)
{
  reference::Bsr<double> A = reference::random_bsr<double>(3, 2, 2, 2, 0, 1);
  reference::Bsr<double> B = reference::random_bsr<double>(2, 4, 2, 2, 3, 1);
  const BsrMatrix<double> device_A = test::to_device(device, A);
  const BsrMatrix<double> device_B = test::to_device(device, B);
  const BsrProduct product(device_A, device_B);
  EXPECT_EQ(product.n_pairs(), 0);
  EXPECT_EQ(product.make_matrix<double>().n_blocks(), 0);
  EXPECT_EQ(product.make_matrix<double>().n_block_rows(), 3);
}



TEST_P(BsrProductOfBlocks, RefusesFactorsThatDoNotFit)
{
  const auto make = [&](const int rows, const int columns, const int h, int w) {
    return test::to_device(
      device, reference::random_bsr<double>(rows, columns, h, w, 3, 1));
  };
  test::expect_error<InvalidInput>(
    [&] { BsrProduct(make(4, 5, 3, 3), make(6, 2, 3, 3)); }, "5 block columns");
  test::expect_error<InvalidInput>(
    [&] { BsrProduct(make(4, 5, 3, 3), make(5, 2, 2, 3)); }, "height 2");

  const BsrMatrix<double> A = make(4, 5, 3, 3), B = make(5, 2, 3, 3);
  const BsrProduct product(A, B);
  BsrMatrix<double> C = product.make_matrix<double>();
  test::expect_error<InvalidInput>(
    [&] { product.compute(make(4, 5, 3, 2), make(5, 2, 2, 3), C); },
    "Make a new plan");
  BsrMatrix<double> wrong = make(4, 3, 3, 3);
  test::expect_error<InvalidInput>([&] { product.compute(A, B, wrong); },
                                   "make_matrix()");
}



TEST_P(BsrProductOfBlocks, TransposeMatchesReference)
{
  for (const int size : sizes)
    {
      check_transpose<double>(device, size, 3, 6);
      check_transpose<double>(device, size, 1, 1);
      check_transpose<float>(device, size, 2, 5);
    }
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         BsrProductOfBlocks,
                         test::device_names(),
                         test::device_name);
