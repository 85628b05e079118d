// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>

#include <cstdio>
#include <cstdlib>

namespace tessera
{
  namespace internal
  {
    void
    assertion_failed(const char *condition, const char *file, const int line)
    {
      std::fprintf(
        stderr,
        "%s:%d: Tessera's assertion `%s' failed. Please report it.\n",
        file,
        line,
        condition);
      std::abort();
    }
  } // namespace internal
} // namespace tessera
