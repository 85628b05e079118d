// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/bsr_coo.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct BsrCoo<CudaQueue, float>;
    template struct BsrCoo<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
