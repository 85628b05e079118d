// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/array.h>

#include "base/transfer_counters.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace internal
  {
    void *allocate(const Device &device, const std::int64_t bytes)
    {
      return dispatch(device, [bytes](const auto &queue) {
        return allocate(queue, bytes);
      });
    }



    void deallocate(const Device &device, void *data) noexcept
    {
      if (data != nullptr)
        dispatch(device,
                 [data](const auto &queue) { deallocate(queue, data); });
    }



    void copy_bytes(const Device &destination_device,
                    void *destination,
                    const Device &source_device,
                    const void *source,
                    const std::int64_t bytes)
    {
      if (bytes == 0)
        return;
      const bool crosses =
        destination_device.is_host() != source_device.is_host();
      const Device &device =
        source_device.is_host() ? destination_device : source_device;
      // The stream that does not do the copy may still be writing, and may read
      // the result at once.
      const bool joins_streams =
        !source_device.is_host() && !destination_device.is_host() &&
        source_device.stream() != destination_device.stream();
      if (joins_streams)
        destination_device.synchronize();
      dispatch(device, [=](const auto &queue) {
        copy_bytes(queue, destination, source, bytes);
      });
      if (joins_streams)
        source_device.synchronize();
      if (crosses)
        count_copy(source_device.is_host(), bytes);
    }



    void zero_bytes(const Device &device, void *data, const std::int64_t bytes)
    {
      if (bytes > 0)
        dispatch(device,
                 [=](const auto &queue) { zero_bytes(queue, data, bytes); });
    }
  } // namespace internal
} // namespace tessera
