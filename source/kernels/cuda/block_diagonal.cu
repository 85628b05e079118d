// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/block_diagonal.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct BlockDiagonal<CudaQueue, float>;
    template struct BlockDiagonal<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
