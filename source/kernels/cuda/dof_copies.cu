// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/dof_copies.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct DoFCopies<CudaQueue, float>;
    template struct DoFCopies<CudaQueue, double>;
  } // namespace internal
} // namespace tessera
