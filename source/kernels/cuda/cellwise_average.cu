// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_average.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct CellwiseAverage<CudaQueue, float>;
    template struct CellwiseAverage<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
