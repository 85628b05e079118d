// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/vector_operations.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct VectorOperations<CudaQueue, float>;
    template struct VectorOperations<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
