// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/prolongator.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct Prolongator<PortableQueue>;
  } // namespace internal
} // namespace tessera
