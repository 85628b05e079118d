// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/strength_graph.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct StrengthGraphKernels<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
