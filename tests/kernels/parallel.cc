// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/portable/parallel.h"

#include "kernels/parallel_checks.h"

using namespace tessera;

TEST(Parallel, MatchesReference)
{
  test::check_parallel_layer(internal::PortableQueue(), Device::host());
}
