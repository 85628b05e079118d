// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/bsr_product.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct BsrProductPlan<CudaQueue>;
    template struct BsrProductValues<CudaQueue, float>;
    template struct BsrProductValues<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
