// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_bsr_helpers_h
#define tessera_tests_bsr_helpers_h

#include <tessera/bsr/bsr_matrix.h>

#include "reference/bsr.h"
#include "reference/elasticity.h"

#include <gtest/gtest.h>

namespace tessera
{
  namespace test
  {
    template <typename Number>
    BsrMatrix<Number> to_device(const Device &device,
                                const reference::Bsr<Number> &A)
    {
      return BsrMatrix<Number>(
        device, A.n_columns, A.height, A.width, A.offsets, A.columns, A.values);
    }



    template <typename Number>
    reference::Bsr<Number> to_host(const BsrMatrix<Number> &A)
    {
      reference::Bsr<Number> B;
      B.n_columns = A.n_block_columns();
      B.height    = A.block_height();
      B.width     = A.block_width();
      B.offsets   = A.row_offsets().copy_to_host();
      B.columns   = A.columns().copy_to_host();
      B.values    = A.values().copy_to_host();
      return B;
    }



    inline BsrMatrix<double> to_device(const Device &device,
                                       const reference::BlockProblem &problem)
    {
      return BsrMatrix<double>(device,
                               problem.n_block_rows(),
                               problem.block_size,
                               problem.block_size,
                               problem.row_offsets,
                               problem.columns,
                               problem.values);
    }



    template <typename Number>
    void expect_same_pattern(const reference::Bsr<Number> &actual,
                             const reference::Bsr<Number> &expected)
    {
      EXPECT_EQ(actual.n_columns, expected.n_columns);
      EXPECT_EQ(actual.height, expected.height);
      EXPECT_EQ(actual.width, expected.width);
      EXPECT_EQ(actual.offsets, expected.offsets);
      EXPECT_EQ(actual.columns, expected.columns);
    }



    /** Expects that @p call throws an Error whose message has @p text in it. */
    template <typename Error, typename Call>
    void expect_error(const Call &call, const std::string &text)
    {
      try
        {
          call();
          FAIL() << "nothing was thrown; expected: " << text;
        }
      catch (const Error &error)
        {
          EXPECT_NE(std::string(error.what()).find(text), std::string::npos)
            << error.what();
        }
    }
  } // namespace test
} // namespace tessera

#endif
