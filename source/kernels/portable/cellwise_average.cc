// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_average.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct CellwiseAverage<PortableQueue, float>;
    template struct CellwiseAverage<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
