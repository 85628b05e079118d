// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The operator and the transfers by tensor cores with split operands, which the
// benchmark compares with those of the library.

#include "performance/tensor_core_errors.h"

#include <gtest/gtest.h>

namespace tessera
{
  namespace
  {
    void check(const benchmark::TensorCoreErrors::Errors &errors)
    {
      EXPECT_LE(errors.split, 1e-6);
      EXPECT_LE(errors.single, 1e-2);
      // Otherwise the small products are not what makes the difference.
      EXPECT_GE(errors.single, 1e-5);
    }



    TEST(CellwiseTensorCores, AgreeWithDoublePrecision)
    {
      if (available_devices().size() < 2)
        GTEST_SKIP() << "no CUDA device";
      for (const std::int64_t n : {1, 2, 3, 31, 33, 100, 20001})
        {
          SCOPED_TRACE(n);
          const benchmark::TensorCoreErrors errors(Device::cuda(0), n);
          {
            SCOPED_TRACE("operator");
            check(errors.of_operator(0., 0.5));
          }
          {
            SCOPED_TRACE("residual");
            check(errors.of_operator(1., -1.));
          }
          {
            SCOPED_TRACE("prolongation");
            check(errors.of_prolongation(0.));
          }
          {
            SCOPED_TRACE("addition of the prolongation");
            check(errors.of_prolongation(1.));
          }
          {
            SCOPED_TRACE("restriction");
            check(errors.of_restriction());
          }
        }
    }
  } // namespace
} // namespace tessera
