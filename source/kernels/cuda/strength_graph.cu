// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/strength_graph.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct StrengthGraphKernels<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
