// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/bsr_product.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct BsrProductPlan<PortableQueue>;
    template struct BsrProductValues<PortableQueue, float>;
    template struct BsrProductValues<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
