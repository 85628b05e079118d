// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_tolerance_h
#define tessera_tests_tolerance_h

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace tessera
{
  namespace test
  {
    /**
     * Bound for the rounding error of a sum of @p n_terms products whose
     * factors are at most @p a and @p b: 4 eps n_terms a b. Data movement and
     * integers are compared exactly instead.
     */
    template <typename Number>
    double tolerance(const double n_terms, const double a, const double b)
    {
      return 4. * std::numeric_limits<Number>::epsilon() * n_terms * a * b;
    }



    template <typename Number>
    double max_abs(const std::vector<Number> &x)
    {
      double largest = 0.;
      for (const Number value : x)
        largest = std::fmax(largest, std::fabs(static_cast<double>(value)));
      return largest;
    }



    /** Every entry within @p bound of the expected one; NaN never is. */
    template <typename Number>
    void expect_near(const std::vector<Number> &actual,
                     const std::vector<Number> &expected,
                     const double bound)
    {
      ASSERT_EQ(actual.size(), expected.size());
      for (std::size_t i = 0; i < actual.size(); ++i)
        ASSERT_LE(std::fabs(static_cast<double>(actual[i]) -
                            static_cast<double>(expected[i])),
                  bound)
          << "entry " << i << " is " << actual[i] << ", expected "
          << expected[i];
    }
  } // namespace test
} // namespace tessera

#endif
