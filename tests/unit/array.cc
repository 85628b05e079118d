// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/array.h>

#include "devices.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace tessera;

class ArrayTest : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         ArrayTest,
                         test::device_names(),
                         test::device_name);



TEST_P(ArrayTest, RoundTripKeepsValues)
{
  for (const int size : {0, 1, 31, 33, 10007})
    {
      std::vector<int> values(size);
      std::iota(values.begin(), values.end(), 3);
      const Array<int> array(device, values);
      EXPECT_EQ(array.size(), size);
      EXPECT_EQ(array.device(), device);
      EXPECT_EQ(array.copy_to_host(), values);
      EXPECT_EQ(Array<int>(array).copy_to_host(), values);
      EXPECT_EQ(array.copy_to(Device::host()).copy_to_host(), values);
    }
}



TEST_P(ArrayTest, CopiesAreIndependent)
{
  Array<double> a(device, {1., 2., 3.});
  const Array<double> b = a;
  a.set_zero();
  EXPECT_EQ(a.copy_to_host(), std::vector<double>({0., 0., 0.}));
  EXPECT_EQ(b.copy_to_host(), std::vector<double>({1., 2., 3.}));
}



TEST_P(ArrayTest, MoveTakesTheMemory)
{
  Array<double> a(device, {1., 2., 3.});
  const double *const data = a.data();
  const Array<double> b    = std::move(a);
  EXPECT_EQ(b.data(), data);
  EXPECT_EQ(b.size(), 3);
}



TEST_P(ArrayTest, CopiesBetweenMemoriesAreCounted)
{
  const std::vector<double> values(100, 1.);
  Device::reset_transfer_statistics();
  Array<double> a(device, values);
  const Array<double> b = a;
  a.copy_from(b);
  a.copy_to_host();
  const TransferStatistics statistics = Device::transfer_statistics();
  const int n_expected                = device.is_host() ? 0 : 1;
  EXPECT_EQ(statistics.n_host_to_device, n_expected);
  EXPECT_EQ(statistics.n_device_to_host, n_expected);
  EXPECT_EQ(statistics.bytes_host_to_device, 800 * n_expected);
  EXPECT_EQ(statistics.bytes_device_to_host, 800 * n_expected);
}



TEST_P(ArrayTest, WrongSizesAreRefusedUnchanged)
{
  Array<int> array(device, {1, 2, 3});
  EXPECT_THROW(array.copy_from_host({1, 2}), InvalidInput);
  EXPECT_THROW(array.copy_from(Array<int>(device, 4)), InvalidInput);
  EXPECT_THROW(array.reinit(-1), InvalidInput);
  EXPECT_EQ(array.copy_to_host(), std::vector<int>({1, 2, 3}));
}
