// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_check_cuh
#define tessera_kernels_cuda_check_cuh

#include <tessera/base/exceptions.h>

#include <cuda_runtime.h>

#include <utility>

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
     * kernel, so that an error is reported where it happened, unless the launch
     * is only recorded.
     */
    inline void check_launch(const char *kernel,
                             [[maybe_unused]] const cudaStream_t stream)
    {
      check_cuda(cudaGetLastError(), kernel);
#ifndef NDEBUG
      cudaStreamCaptureStatus status;
      check_cuda(cudaStreamIsCapturing(stream, &status), kernel);
      if (status == cudaStreamCaptureStatusNone)
        check_cuda(cudaStreamSynchronize(stream), kernel);
#endif
    }



    /**
     * Starts @p kernel, which may begin before the one before it in the stream
     * has ended: it has to call wait_for_previous_kernel() before it touches
     * what that one writes. @p name is for error messages.
     */
    template <typename... Parameters, typename... Arguments>
    void launch_early(const char *name,
                      void (*kernel)(Parameters...),
                      const unsigned int n_blocks,
                      const unsigned int n_threads,
                      const std::size_t n_shared_bytes,
                      const cudaStream_t stream,
                      Arguments &&...arguments)
    {
      cudaLaunchAttribute attribute;
      attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attribute.val.programmaticStreamSerializationAllowed = 1;
      cudaLaunchConfig_t config                            = {};
      config.gridDim                                       = n_blocks;
      config.blockDim                                      = n_threads;
      config.dynamicSmemBytes                              = n_shared_bytes;
      config.stream                                        = stream;
      config.attrs                                         = &attribute;
      config.numAttrs                                      = 1;
      check_cuda(cudaLaunchKernelEx(&config,
                                    kernel,
                                    std::forward<Arguments>(arguments)...),
                 name);
      check_launch(name, stream);
    }



    /**
     * Waits for the end of the kernel before this one, and lets the next one
     * begin. Does nothing before sm_90.
     */
    __device__ inline void wait_for_previous_kernel()
    {
#if __CUDA_ARCH__ >= 900
      asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
      asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    }



    /**
     * The same, but the next kernel begins only after the end of the one before
     * this: it can read at once what that one and those before it wrote.
     */
    __device__ inline void wait_before_next_kernel()
    {
#if __CUDA_ARCH__ >= 900
      asm volatile("griddepcontrol.wait;" ::: "memory");
      asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
    }
  } // namespace internal
} // namespace tessera

#endif
