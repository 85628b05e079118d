// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/pairing_monitor.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tessera
{
  namespace
  {
    TEST(PairingMonitor, KeepsRootsRelativeToTheFirst)
    {
      PairingMonitor monitor;
      EXPECT_THROW(monitor.stopping_value(StoppingValue::measured),
                   InvalidInput);
      for (const double pairing : {4., -0.04, 0.0004})
        monitor.add(pairing);
      EXPECT_DOUBLE_EQ(monitor.first(), 2.);
      ASSERT_EQ(monitor.values().size(), 3u);
      EXPECT_DOUBLE_EQ(monitor.values()[0], 1.);
      EXPECT_DOUBLE_EQ(monitor.values()[1], 0.1);
      EXPECT_DOUBLE_EQ(monitor.values()[2], 0.01);
      EXPECT_DOUBLE_EQ(monitor.stopping_value(StoppingValue::measured), 0.01);
      EXPECT_DOUBLE_EQ(monitor.stopping_value(StoppingValue::estimated), 0.001);
      monitor.clear();
      EXPECT_TRUE(monitor.values().empty());
    }



    TEST(PairingMonitor, EstimateNeverRises)
    {
      PairingMonitor monitor;
      monitor.add(1.);
      EXPECT_DOUBLE_EQ(monitor.stopping_value(StoppingValue::estimated), 1.);
      monitor.add(9.);
      EXPECT_DOUBLE_EQ(monitor.stopping_value(StoppingValue::estimated), 3.);
    }



    TEST(PairingMonitor, CountsFractionsOfCycles)
    {
      PairingMonitor monitor;
      for (const double value : {1., 1e-2, 1e-4, 1e-6})
        monitor.add(value * value);
      EXPECT_NEAR(monitor.fractional_cycles(1e-2), 1., 1e-12);
      EXPECT_NEAR(monitor.fractional_cycles(1e-3), 1.5, 1e-12);
      EXPECT_NEAR(monitor.fractional_cycles(1e-6), 3., 1e-12);
      EXPECT_TRUE(std::isnan(monitor.fractional_cycles(1e-7)));
    }



    TEST(PairingMonitor, RefusesNaNAndTakesZero)
    {
      PairingMonitor monitor;
      EXPECT_THROW(monitor.add(std::numeric_limits<double>::quiet_NaN()),
                   NumericalFailure);
      EXPECT_THROW(monitor.add(std::numeric_limits<double>::infinity()),
                   NumericalFailure);
      monitor.add(0.);
      monitor.add(0.);
      EXPECT_EQ(monitor.values()[1], 0.);
      EXPECT_EQ(monitor.stopping_value(StoppingValue::estimated), 0.);
    }
  } // namespace
} // namespace tessera
