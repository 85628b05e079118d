// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_base_staging_buffer_h
#define tessera_source_base_staging_buffer_h

#include <tessera/base/device.h>

#include "kernels/dispatch.h"

namespace tessera
{
  namespace internal
  {
    /**
     * Host memory that kernels of a device write and read directly, for
     * messages.
     */
    template <typename Number>
    class StagingBuffer
    {
    public:
      StagingBuffer(const Device &device, const std::int64_t size)
        : device(device)
        , bytes(size * static_cast<std::int64_t>(sizeof(Number)))
      {
        if (bytes > 0)
          values =
            static_cast<Number *>(dispatch(device, [this](const auto &queue) {
              return allocate_staging(queue, bytes);
            }));
      }

      StagingBuffer(const StagingBuffer &)            = delete;
      StagingBuffer &operator=(const StagingBuffer &) = delete;

      ~StagingBuffer()
      {
        if (values != nullptr)
          dispatch(device, [this](const auto &queue) {
            deallocate_staging(queue, values);
          });
      }

      Number *data() const
      {
        return values;
      }

      std::int64_t n_bytes() const
      {
        return bytes;
      }

    private:
      Device device;
      std::int64_t bytes;
      Number *values = nullptr;
    };
  } // namespace internal
} // namespace tessera

#endif
