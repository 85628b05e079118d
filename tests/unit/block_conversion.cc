// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/bsr/block_conversion.h>

#include <devices.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  namespace
  {
    class BlockConversion : public test::OnEachDevice
    {};

    INSTANTIATE_TEST_SUITE_P(Devices,
                             BlockConversion,
                             test::device_names(),
                             test::device_name);



    /** A 6 x 12 matrix with one, two and no blocks of 2 x 3 in its rows. */
    BsrMatrix<double> small_matrix(const Device &device)
    {
      std::vector<double> values(3 * 6);
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = 1. + static_cast<double>(i);
      return BsrMatrix<double>(
        device, 4, 2, 3, {0, 1, 3, 3}, {2, 0, 3}, values);
    }



    std::vector<double> dense(const BsrMatrix<double> &matrix)
    {
      const auto offsets = matrix.row_offsets().copy_to_host();
      const auto columns = matrix.columns().copy_to_host();
      const auto values  = matrix.values().copy_to_host();
      const int height   = matrix.block_height();
      const int width    = matrix.block_width();
      std::vector<double> result(matrix.m() * matrix.n(), 0.);
      for (std::int64_t row = 0; row < matrix.n_block_rows(); ++row)
        for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k)
          for (int r = 0; r < height; ++r)
            for (int c = 0; c < width; ++c)
              result[(row * height + r) * matrix.n() + columns[k] * width + c] =
                values[(k * height + r) * width + c];
      return result;
    }



    TEST_P(BlockConversion, EveryShapeIsTheSameMatrix)
    {
      const BsrMatrix<double> matrix = small_matrix(device);
      for (const int height : {1, 2, 3, 6})
        for (const int width : {1, 2, 3, 4, 6, 12})
          {
            const auto converted =
              make_bsr_matrix(matrix, height, width, device);
            EXPECT_EQ(converted.block_height(), height);
            EXPECT_EQ(converted.block_width(), width);
            EXPECT_EQ(converted.device(), device);
            EXPECT_EQ(dense(converted), dense(matrix))
              << height << " x " << width;
          }
    }



    TEST_P(BlockConversion, RoundTripThroughScalarRowsChangesNothing)
    {
      const BsrMatrix<double> matrix = small_matrix(device);
      const auto scalar = make_bsr_matrix(matrix, 1, 1, Device::host());
      EXPECT_EQ(scalar.n_blocks(), 18);
      const auto back = make_bsr_matrix(scalar, 2, 3, device);
      EXPECT_EQ(back.row_offsets().copy_to_host(),
                matrix.row_offsets().copy_to_host());
      EXPECT_EQ(back.columns().copy_to_host(), matrix.columns().copy_to_host());
      EXPECT_EQ(back.values().copy_to_host(), matrix.values().copy_to_host());
    }



    TEST_P(BlockConversion, MissingEntriesBecomeZeros)
    {
      const BsrMatrix<double> scalar(
        device, 4, 1, 1, {0, 1, 2, 2, 4}, {3, 0, 0, 3}, {5., 6., 7., 8.});
      const auto blocks = make_bsr_matrix(scalar, 2, 2, device);
      EXPECT_EQ(blocks.row_offsets().copy_to_host(),
                (std::vector<std::int64_t>{0, 2, 4}));
      EXPECT_EQ(blocks.columns().copy_to_host(),
                (std::vector<std::int32_t>{0, 1, 0, 1}));
      EXPECT_EQ(
        blocks.values().copy_to_host(),
        (std::vector<double>{
          0., 0., 6., 0., 0., 5., 0., 0., 0., 0., 7., 0., 0., 0., 0., 8.}));
    }



    TEST_P(BlockConversion, EmptyMatrixStaysEmpty)
    {
      const BsrMatrix<double> empty(device, 0, 3, 3, {0}, {}, {});
      const auto converted = make_bsr_matrix(empty, 1, 1, device);
      EXPECT_EQ(converted.m(), 0u);
      EXPECT_EQ(converted.n_blocks(), 0);
    }



    TEST_P(BlockConversion, RefusesSizesThatDoNotDivide)
    {
      const BsrMatrix<double> matrix = small_matrix(device);
      EXPECT_THROW(make_bsr_matrix(matrix, 4, 3, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(matrix, 2, 5, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(matrix, 0, 1, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(matrix, 1, -1, device), InvalidInput);
    }
  } // namespace
} // namespace tessera
