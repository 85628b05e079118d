// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_dispatch_h
#define tessera_kernels_dispatch_h

#include <tessera/base/config.h>
#include <tessera/base/exceptions.h>

#include "kernels/queue.h"
#include "kernels/runtime.h"

namespace tessera
{
  namespace internal
  {
    /**
     * Calls @p launch with the queue of @p device and returns its result. This
     * is the only place that chooses between the backends; @p launch is a
     * generic lambda that calls a kernel with the queue, so that a kernel
     * without an overload for one of the backends does not compile.
     */
    template <typename Launch>
    decltype(auto) dispatch(const Device &device, const Launch &launch)
    {
      if (device.is_host())
        return launch(PortableQueue());
#ifdef TESSERA_HAS_CUDA
      return launch(CudaQueue(device));
#else
      throw DeviceUnavailable("Device " + device.name() +
                              " was asked of a Tessera without CUDA support.");
#endif
    }



    /** Number of CUDA devices that this build can use. */
    inline int n_usable_cuda_devices()
    {
#ifdef TESSERA_HAS_CUDA
      return n_cuda_devices();
#else
      return 0;
#endif
    }



    /** The library's stream for the existing CUDA device @p index. */
    inline CUstream_st *library_stream([[maybe_unused]] const int index)
    {
#ifdef TESSERA_HAS_CUDA
      return default_stream(index);
#else
      return nullptr;
#endif
    }
  } // namespace internal
} // namespace tessera

#endif
