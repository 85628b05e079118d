// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/block_diagonal.h"

#include <tessera/bsr/block_diagonal_inverse.h>

#include "kernels/dispatch.h"

#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

#include <limits>

using namespace tessera;

namespace
{
  /** Q Q^T + 1 with random Q on the diagonal, one random block beside it. */
  template <typename Number>
  reference::Bsr<Number> positive_matrix(const int n_rows, const int n)
  {
    reference::Bsr<Number> A;
    A.n_columns = n_rows + 1;
    A.height = A.width = n;
    for (int i = 0; i < n_rows; ++i)
      {
        const auto Q =
          reference::random_vector<Number>(std::size_t(n) * n, i + 1);
        for (int r = 0; r < n; ++r)
          for (int c = 0; c < n; ++c)
            {
              Number sum = r == c ? Number(1) : Number(0);
              for (int k = 0; k < n; ++k)
                sum += Q[r * n + k] * Q[c * n + k];
              A.values.push_back(sum);
            }
        A.columns.push_back(i);
        if (i + 1 < n_rows)
          {
            A.values.insert(A.values.end(), Q.begin(), Q.end());
            A.columns.push_back(i + 1);
          }
        A.offsets.push_back(static_cast<std::int64_t>(A.columns.size()));
      }
    A.n_columns = n_rows;
    return A;
  }



  /** D times the inverse is the unit matrix, block by block. */
  template <typename Number>
  void check_inverse(const Device &device, const int n_rows, const int n)
  {
    SCOPED_TRACE(testing::Message() << n_rows << " blocks of size " << n);
    const auto A                   = positive_matrix<Number>(n_rows, n);
    const BsrMatrix<Number> matrix = test::to_device(device, A);
    const BlockDiagonalInverse<Number> inverse(matrix);
    const auto values = inverse.values().copy_to_host();
    ASSERT_EQ(values.size(), std::size_t(n_rows) * n * n);
    std::vector<Number> product, unit;
    for (int i = 0; i < n_rows; ++i)
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
          {
            double sum = 0.;
            for (int k = 0; k < n; ++k)
              sum += double(A.values[(A.offsets[i] * n + r) * n + k]) *
                     values[(i * n + k) * n + c];
            product.push_back(static_cast<Number>(sum));
            unit.push_back(r == c ? Number(1) : Number(0));
          }
    // The condition number is below 10 n.
    test::expect_near(product,
                      unit,
                      test::tolerance<Number>(10. * n * n, 1., 1.));
  }



  /** The expected x and direction of a step. */
  template <typename Number>
  void check_steps(const Device &device, const int n_rows, const int n)
  {
    const BsrMatrix<Number> matrix =
      test::to_device(device, positive_matrix<Number>(n_rows, n));
    const BlockDiagonalInverse<Number> inverse(matrix);
    const auto values = inverse.values().copy_to_host();
    const auto x      = reference::random_vector<Number>(matrix.m(), 1);
    const auto d      = reference::random_vector<Number>(matrix.m(), 2);
    const auto r      = reference::random_vector<Number>(matrix.m(), 3);
    std::vector<Number> Dr(r.size()), new_d(r.size()), new_x(r.size()), first;
    for (std::size_t i = 0; i < r.size(); ++i)
      {
        for (int c = 0; c < n; ++c)
          Dr[i] += values[i * n + c] * r[i / n * n + c];
        new_d[i] = Number(.5) * d[i] + Number(3) * Dr[i];
        new_x[i] = x[i] + new_d[i];
        first.push_back(Number(3) * Dr[i]);
      }
    const double bound =
      test::tolerance<Number>(n + 3., 3., test::max_abs(values) + 1.);
    const Vector<Number> residual(device, r);
    Vector<Number> solution(device, x), direction(device, d);
    inverse.step(solution, direction, residual, Number(.5), Number(3));
    test::expect_near(direction.copy_to_host(), new_d, bound);
    test::expect_near(solution.copy_to_host(), new_x, bound);
    inverse.first_step(solution, direction, residual, Number(3));
    test::expect_near(direction.copy_to_host(), first, bound);
    test::expect_near(solution.copy_to_host(), first, bound);
    inverse.vmult(solution, residual);
    test::expect_near(solution.copy_to_host(), Dr, bound);
  }



  /** Two block rows of the unit matrix, then the 2 x 2 block @p block. */
  BsrMatrix<double> matrix_with(const Device &device,
                                const std::vector<double> &block)
  {
    std::vector<double> values = {1., 0., 0., 1., 1., 0., 0., 1.};
    values.insert(values.end(), block.begin(), block.end());
    return BsrMatrix<double>(device, 3, 2, 2, {0, 1, 2, 3}, {0, 1, 2}, values);
  }



  class BlockDiagonal : public test::OnEachDevice
  {};
} // namespace



TEST_P(BlockDiagonal, InverseTimesBlockIsUnit)
{
  for (const int n_rows : {0, 1, 31, 33, 1000})
    for (const int n : {1, 2, 3, 6, 7})
      {
        check_inverse<double>(device, n_rows, n);
        check_inverse<float>(device, n_rows, n);
      }
}



TEST_P(BlockDiagonal, StepsMatchReference)
{
  for (const int n_rows : {0, 1, 31, 33, 1000})
    for (const int n : {1, 3, 5, 6})
      {
        check_steps<double>(device, n_rows, n);
        check_steps<float>(device, n_rows, n);
      }
}



TEST_P(BlockDiagonal, NamesTheDefectiveRow)
{
  const double nan  = std::numeric_limits<double>::quiet_NaN();
  const auto invert = [&](const std::vector<double> &block) {
    BlockDiagonalInverse<double> inverse(matrix_with(device, block));
  };
  test::expect_error<InvalidInput>(
    [&] {
      invert({1., 1., 1., 1.});
    },
    "block row 2 is singular");
  test::expect_error<InvalidInput>(
    [&] {
      invert({0., 0., 0., 0.});
    },
    "block row 2 is singular");
  test::expect_error<InvalidInput>(
    [&] {
      invert({1., 2., 2., 1.});
    },
    "block row 2 is singular or not positive");
  test::expect_error<InvalidInput>(
    [&] {
      invert({1., nan, nan, 1.});
    },
    "block row 2 has NaN");
  test::expect_error<InvalidInput>(
    [&] {
      const BsrMatrix<double> A(device, 2, 1, 1, {0, 1, 2}, {0, 0}, {1., 1.});
      BlockDiagonalInverse<double> inverse(A);
    },
    "Block row 1 has no diagonal block");
}



TEST_P(BlockDiagonal, TakesBadlyScaledBlocks)
{
  const BsrMatrix<double> A = matrix_with(device, {1e20, .5, .5, 1e-20});
  const auto values = BlockDiagonalInverse<double>(A).values().copy_to_host();
  EXPECT_NEAR(values[8] * 1e20, 4. / 3., 1e-14);
  EXPECT_NEAR(values[11] * 1e-20, 4. / 3., 1e-14);
}



TEST_P(BlockDiagonal, FindsTheFirstNonfiniteRow)
{
  const auto first_row = [&](const std::vector<double> &block) {
    const BsrMatrix<double> A = matrix_with(device, block);
    return internal::dispatch(device, [&](const auto &queue) {
      return internal::bsr_first_nonfinite_row(queue, A.view());
    });
  };
  EXPECT_EQ(first_row({1., 0., 0., 1.}), 3);
  EXPECT_EQ(first_row({1., std::numeric_limits<double>::infinity(), 0., 1.}),
            2);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         BlockDiagonal,
                         test::device_names(),
                         test::device_name);
