// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_check_cuh
#define tessera_kernels_cuda_check_cuh

#include <tessera/base/exceptions.h>

#include <cuda_runtime.h>

namespace tessera
{
  namespace internal
  {
    /**
     * Throws BackendFailure if @p status is an error; @p what names the call.
     */
    inline void check_cuda(const cudaError_t status, const char *what)
    {
      TESSERA_REQUIRE(status == cudaSuccess,
                      BackendFailure,
                      what << " failed: " << cudaGetErrorString(status) << " ("
                           << cudaGetErrorName(status) << ")");
    }



    /** Lets blocks of @p kernel have @p n_bytes of dynamic shared memory. */
    template <typename Kernel>
    void allow_shared_memory(const Kernel kernel, const int n_bytes)
    {
      check_cuda(
        cudaFuncSetAttribute(kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             n_bytes),
        "cudaFuncSetAttribute");
    }



    /**
     * To be called after every kernel launch. Debug builds also wait for the
     * kernel, so that an error is reported where it happened.
     */
    inline void check_launch(const char *kernel,
                             [[maybe_unused]] const cudaStream_t stream)
    {
      check_cuda(cudaGetLastError(), kernel);
#ifndef NDEBUG
      check_cuda(cudaStreamSynchronize(stream), kernel);
#endif
    }
  } // namespace internal
} // namespace tessera

#endif
