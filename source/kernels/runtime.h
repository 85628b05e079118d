// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_runtime_h
#define tessera_kernels_runtime_h

#include <tessera/base/device.h>

#include "kernels/queue.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tessera
{
  namespace internal
  {
    // What a backend offers beside kernels. The functions with a queue have
    // an overload for each backend; the others concern CUDA and are called
    // only through source/base/device.cc.

    /**
     * Lets @p initializer start Kokkos, and see to its end, when the first
     * kernel needs it and nobody has started it yet; a null pointer leaves that
     * to Tessera.
     */
    void set_kokkos_initializer(void (*initializer)());

    /** How many CUDA devices the process can use; 0 without a driver. */
    int n_cuda_devices();

    /** The stream that Tessera keeps for CUDA device @p index. */
    CUstream_st *default_stream(const int index);

    /** Name of the hardware. */
    std::string hardware_name(const PortableQueue &queue);
    std::string hardware_name(const CudaQueue &queue);

    void synchronize(const PortableQueue &queue);
    void synchronize(const CudaQueue &queue);

    void *allocate(const PortableQueue &queue, const std::int64_t bytes);
    void *allocate(const CudaQueue &queue, const std::int64_t bytes);

    void deallocate(const PortableQueue &queue, void *data);
    void deallocate(const CudaQueue &queue, void *data);

    /**
     * Host memory for messages, which the kernels of the queue can write and
     * read directly: for CUDA pinned memory. Giving it back waits for the
     * queue.
     */
    void *allocate_staging(const PortableQueue &queue,
                           const std::int64_t bytes);
    void *allocate_staging(const CudaQueue &queue, const std::int64_t bytes);

    void deallocate_staging(const PortableQueue &queue, void *data);
    void deallocate_staging(const CudaQueue &queue, void *data);

    void
    zero_bytes(const PortableQueue &queue, void *data, const std::int64_t n);
    void zero_bytes(const CudaQueue &queue, void *data, const std::int64_t n);

    /**
     * Copies within the memory of the queue's device or, on a CUDA queue,
     * between any two memories. Waits if one end is host memory.
     */
    void copy_bytes(const PortableQueue &queue,
                    void *destination,
                    const void *source,
                    const std::int64_t n);
    void copy_bytes(const CudaQueue &queue,
                    void *destination,
                    const void *source,
                    const std::int64_t n);

    /**
     * At least @p bytes of memory that the library keeps for the device of
     * the queue, for the temporaries of one kernel or reduction: the next call
     * for the device may hand out the same memory.
     */
    void *scratch_memory(const CudaQueue &queue, const std::size_t bytes);
  } // namespace internal
} // namespace tessera

#endif
