// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/aggregation.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct Aggregation<PortableQueue>;
  } // namespace internal
} // namespace tessera
