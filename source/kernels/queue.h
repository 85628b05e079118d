// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_queue_h
#define tessera_kernels_queue_h

#include <tessera/base/device.h>

namespace tessera
{
  namespace internal
  {
    /**
     * Chooses the portable overload of a kernel: Kokkos on the host. Kernels
     * are finished when the call returns. Making one initialises Kokkos unless
     * the user's program did.
     */
    struct PortableQueue
    {
      PortableQueue();
    };

    /**
     * Chooses the CUDA overload of a kernel: queued in @p stream of CUDA device
     * @p index. Making one makes that device the current one of the thread.
     */
    struct CudaQueue
    {
      explicit CudaQueue(const Device &device);

      int index;
      CUstream_st *stream;
    };
  } // namespace internal
} // namespace tessera

#endif
