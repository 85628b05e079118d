// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/prolongator.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct Prolongator<CudaQueue>;
  } // namespace internal
} // namespace tessera
