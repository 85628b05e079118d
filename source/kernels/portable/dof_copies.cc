// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/dof_copies.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct DoFCopies<PortableQueue, float>;
    template struct DoFCopies<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
