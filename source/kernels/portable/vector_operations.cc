// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/vector_operations.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template struct VectorOperations<PortableQueue, float>;
    template struct VectorOperations<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
