// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/pattern.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct Pattern<PortableQueue>;
  } // namespace internal
} // namespace tessera
