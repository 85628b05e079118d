// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/bsr_coo.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct BsrCoo<PortableQueue, float>;
    template struct BsrCoo<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
