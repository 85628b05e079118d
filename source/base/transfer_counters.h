// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_base_transfer_counters_h
#define tessera_source_base_transfer_counters_h

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Adds one copy between host and device to the transfer statistics. */
    void count_copy(const bool to_device, const std::int64_t bytes);
  } // namespace internal
} // namespace tessera

#endif
