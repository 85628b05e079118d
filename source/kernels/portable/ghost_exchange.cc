// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/ghost_exchange.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct GhostExchangeKernels<PortableQueue, float>;
    template struct GhostExchangeKernels<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
