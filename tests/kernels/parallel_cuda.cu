// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cuda/parallel.cuh"

#include <tessera/base/vector.h>

#include "kernels/parallel_checks.h"

using namespace tessera;

TEST(Parallel, MatchesReferenceCuda)
{
  if (available_devices().size() < 2)
    GTEST_SKIP() << "no CUDA device";
  const Device device = Device::cuda(0);
  test::check_parallel_layer(internal::CudaQueue(device), device);
}



TEST(Device, WorksInTheStreamOfTheCaller)
{
  if (available_devices().size() < 2)
    GTEST_SKIP() << "no CUDA device";
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    const Device device = Device::cuda(0).with_stream(stream);
    EXPECT_EQ(device.stream(), stream);
    EXPECT_EQ(device, Device::cuda(0));
    test::check_parallel_layer(internal::CudaQueue(device), device);

    // A vector of the caller's stream and one of the library's.
    Vector<double> x(device, 1000), y(Device::cuda(0), 1000);
    x = 3.;
    y.reinit(x);
    y.add(2., x);
    EXPECT_EQ(y.l1_norm(), 6000.);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}
