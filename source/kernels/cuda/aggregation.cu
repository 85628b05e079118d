// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/aggregation.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct Aggregation<CudaQueue>;
  } // namespace internal
} // namespace tessera
