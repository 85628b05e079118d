// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/pattern.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct Pattern<CudaQueue>;
  } // namespace internal
} // namespace tessera
