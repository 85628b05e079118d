// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_coo_assembler.h>

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

#include <random>

using namespace tessera;

namespace
{
  struct Coordinates
  {
    std::vector<std::int32_t> rows, columns;
  };



  /** Many duplicates; row 0 and the last column get nothing. */
  Coordinates random_coordinates(const int n, const int n_rows, int n_columns)
  {
    std::mt19937 generator(n);
    Coordinates coordinates;
    for (int k = 0; k < n; ++k)
      {
        coordinates.rows.push_back(
          1 + static_cast<int>(generator() % (n_rows - 1)));
        coordinates.columns.push_back(
          static_cast<int>(generator() % (n_columns - 1)));
      }
    return coordinates;
  }



  /** The same sums in a map. */
  template <typename Number>
  reference::Bsr<Number> add_up(const Coordinates &coordinates,
                                const std::vector<Number> &contributions,
                                const int n_rows,
                                const int n_columns,
                                const int height,
                                const int width)
  {
    const int size = height * width;
    std::map<std::pair<int, int>, std::vector<double>> blocks;
    for (std::size_t k = 0; k < coordinates.rows.size(); ++k)
      {
        auto &block = blocks[{coordinates.rows[k], coordinates.columns[k]}];
        block.resize(size, 0.);
        for (int e = 0; e < size; ++e)
          block[e] += contributions[k * size + e];
      }
    reference::Bsr<Number> A;
    A.n_columns = n_columns;
    A.height    = height;
    A.width     = width;
    A.offsets.assign(n_rows + 1, 0);
    for (const auto &entry : blocks)
      {
        A.columns.push_back(entry.first.second);
        A.values.insert(A.values.end(),
                        entry.second.begin(),
                        entry.second.end());
        for (int i = entry.first.first + 1; i <= n_rows; ++i)
          ++A.offsets[i];
      }
    return A;
  }



  template <typename Number>
  void
  check(const Device &device, const int n, const int height, const int width)
  {
    SCOPED_TRACE(testing::Message()
                 << n << " contributions of " << height << " x " << width);
    const int n_rows = 20, n_columns = 33;
    const Coordinates coordinates = random_coordinates(n, n_rows, n_columns);
    const auto values =
      reference::random_vector<Number>(std::size_t(n) * height * width, 8);
    const BsrCooAssembler assembler(device,
                                    n_rows,
                                    n_columns,
                                    height,
                                    width,
                                    coordinates.rows,
                                    coordinates.columns);
    EXPECT_EQ(assembler.n_contributions(), n);
    BsrMatrix<Number> A = assembler.template make_matrix<Number>();
    const Array<Number> contributions(device, values);
    assembler.assemble(contributions, A);

    const auto actual = test::to_host(A);
    const auto expected =
      add_up(coordinates, values, n_rows, n_columns, height, width);
    test::expect_same_pattern(actual, expected);
    test::expect_near(actual.values,
                      expected.values,
                      test::tolerance<Number>(n, 1., 1.));

    assembler.assemble(contributions, A);
    EXPECT_EQ(A.values().copy_to_host(), actual.values);
  }



  class BsrCoo : public test::OnEachDevice
  {};
} // namespace



TEST_P(BsrCoo, MatchesReferenceAndRepeatsBitwise)
{
  for (const int n : {0, 1, 31, 33, 5000})
    {
      check<double>(device, n, 3, 3);
      check<double>(device, n, 1, 1);
      check<double>(device, n, 3, 6);
      check<float>(device, n, 2, 5);
    }
}



TEST_P(BsrCoo, AssemblyCopiesNothing)
{
  const BsrCooAssembler assembler(device, 2, 2, 1, 1, {0, 1, 1}, {1, 0, 0});
  const Array<double> contributions(device, {1., 2., 3.});
  BsrMatrix<double> A = assembler.make_matrix<double>();
  Device::reset_transfer_statistics();
  assembler.assemble(contributions, A);
  EXPECT_EQ(Device::transfer_statistics().n_host_to_device, 0);
  EXPECT_EQ(Device::transfer_statistics().n_device_to_host, 0);
  EXPECT_EQ(A.values().copy_to_host(), (std::vector<double>{1., 5.}));
}



TEST(BsrCooAssembler, RefusesBadInput)
{
  const Device device;
  const auto make = [&](const std::vector<std::int32_t> &rows,
                        const std::vector<std::int32_t> &columns) {
    return BsrCooAssembler(device, 2, 3, 2, 2, rows, columns);
  };
  const auto expect = [](const auto &call, const char *text) {
    test::expect_error<InvalidInput>(call, text);
  };
  expect([&] { make({0, 1}, {0}); }, "2 block rows and 1 block columns");
  expect([&] { make({0, 2}, {0, 0}); }, "Contribution 1");
  expect([&] { make({0, -1}, {0, 0}); }, "block (-1, 0)");
  expect([&] { make({0, 1}, {3, 0}); }, "Contribution 0");
  expect([&] { BsrCooAssembler(device, 2, 3, 0, 2, {}, {}); }, "0 x 2");

  const BsrCooAssembler assembler = make({0, 1}, {0, 1});
  BsrMatrix<double> A             = assembler.make_matrix<double>();
  expect([&] { assembler.assemble(Array<double>(device, 7), A); },
         "expected 2 contributions of 2 x 2");
  BsrMatrix<double> B = make({0}, {0}).make_matrix<double>();
  expect([&] { assembler.assemble(Array<double>(device, 8), B); },
         "make_matrix()");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         BsrCoo,
                         test::device_names(),
                         test::device_name);
