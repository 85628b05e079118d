// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cuda/parallel.cuh"

#include "kernels/parallel_checks.h"

using namespace tessera;

TEST(Parallel, MatchesReferenceCuda)
{
  if (available_devices().size() < 2)
    GTEST_SKIP() << "no CUDA device";
  const Device device = Device::cuda(0);
  test::check_parallel_layer(internal::CudaQueue(device), device);
}
