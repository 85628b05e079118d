// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/bsr_conversion.h>

#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparsity_pattern.h>
#include <deal.II/lac/vector.h>

#include <devices.h>
#include <gtest/gtest.h>
#include <tolerance.h>

#include <vector>

namespace tessera
{
  namespace
  {
    class DealiiBsrConversion : public test::OnEachDevice
    {};

    INSTANTIATE_TEST_SUITE_P(Devices,
                             DealiiBsrConversion,
                             test::device_names(),
                             test::device_name);



    /** An irregular pattern of @p m x @p n, with the last row empty. */
    dealii::SparsityPattern irregular_pattern(const unsigned int m,
                                              const unsigned int n)
    {
      dealii::DynamicSparsityPattern dynamic(m, n);
      for (unsigned int i = 0; i + 1 < m; ++i)
        for (unsigned int k = 0; k < 4; ++k)
          dynamic.add(i, (i * i + 5 * k) % n);
      dealii::SparsityPattern pattern;
      pattern.copy_from(dynamic);
      return pattern;
    }



    void check_product(const unsigned int m,
                       const unsigned int n,
                       const Device &device)
    {
      const auto pattern = irregular_pattern(m, n);
      dealii::SparseMatrix<double> matrix(pattern);
      double value = 0.;
      for (auto &entry : matrix)
        entry.value() = (value += 1.);

      dealii::Vector<double> x(n), expected(m);
      for (unsigned int i = 0; i < n; ++i)
        x(i) = 1. + i % 7;
      matrix.vmult(expected, x);

      const auto converted = make_bsr_matrix(matrix, 3, device);
      const Vector<double> src(device, std::vector<double>(x.begin(), x.end()));
      Vector<double> dst(device, m);
      EXPECT_EQ(converted.block_height(), 3);
      EXPECT_EQ(converted.block_width(), 3);
      converted.vmult(dst, src);
      // Sums of integers are exact.
      EXPECT_EQ(dst.copy_to_host(),
                std::vector<double>(expected.begin(), expected.end()));
    }



    TEST_P(DealiiBsrConversion, ProductOfASquareMatrix)
    {
      check_product(33, 33, device);
    }



    TEST_P(DealiiBsrConversion, ProductOfARectangularMatrix)
    {
      check_product(33, 12, device);
      check_product(12, 33, device);
    }



    TEST_P(DealiiBsrConversion, RefusesWrongInput)
    {
      const auto pattern = irregular_pattern(10, 12);
      dealii::SparseMatrix<double> matrix(pattern);
      EXPECT_THROW(make_bsr_matrix(matrix, 3, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(matrix, 0, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(dealii::SparseMatrix<double>(), 3, device),
                   InvalidInput);
    }
  } // namespace
} // namespace tessera
