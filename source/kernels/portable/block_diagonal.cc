// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/block_diagonal.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct BlockDiagonal<PortableQueue, float>;
    template struct BlockDiagonal<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
