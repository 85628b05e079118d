// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/ghost_exchange.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct GhostExchangeKernels<CudaQueue, float>;
    template struct GhostExchangeKernels<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
