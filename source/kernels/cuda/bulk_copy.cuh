// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_bulk_copy_cuh
#define tessera_kernels_cuda_bulk_copy_cuh

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    // Bulk copies between global and shared memory by the copy engine of sm_90
    // and later. A barrier in shared memory counts the bytes that arrive;
    // stores are waited for in the order of their groups.

    __device__ inline unsigned int shared_address(const void *pointer)
    {
      return static_cast<unsigned int>(__cvta_generic_to_shared(pointer));
    }



    /** To be called once by one thread, before a barrier of the block. */
    __device__ inline void initialize_barrier(std::uint64_t *barrier)
    {
      asm volatile(
        "mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(barrier))
        : "memory");
    }



    /** The next phase of @p barrier ends when @p n_bytes have arrived. */
    __device__ inline void expect_bytes(std::uint64_t *barrier,
                                        const unsigned int n_bytes)
    {
      asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(
          shared_address(barrier)),
        "r"(n_bytes)
        : "memory");
    }



    /** Waits for the end of the phase of parity @p parity. */
    __device__ inline void wait_for_bytes(std::uint64_t *barrier,
                                          const unsigned int parity)
    {
      asm volatile("{\n"
                   ".reg .pred done;\n"
                   "again%=:\n"
                   "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                   "@!done bra again%=;\n"
                   "}\n" ::"r"(shared_address(barrier)),
                   "r"(parity)
                   : "memory");
    }



    /** Addresses and @p n_bytes are multiples of 16. */
    __device__ inline void load_bulk(void *shared,
                                     const void *global,
                                     const unsigned int n_bytes,
                                     std::uint64_t *barrier)
    {
      asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
        "bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(shared)),
        "l"(global),
        "r"(n_bytes),
        "r"(shared_address(barrier))
        : "memory");
    }



    /** Needs fence_shared_stores() of the threads that wrote the values. */
    __device__ inline void
    store_bulk(void *global, const void *shared, const unsigned int n_bytes)
    {
      asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
          global),
        "r"(shared_address(shared)),
        "r"(n_bytes)
        : "memory");
    }



    /** Makes what this thread wrote visible to the copy engine. */
    __device__ inline void fence_shared_stores()
    {
      asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }



    /** Ends a group of the stores of this thread. */
    __device__ inline void commit_stores()
    {
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    }



    /** Waits until shared memory can be written again. */
    __device__ inline void wait_for_stores_to_read()
    {
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }



    /** Waits until global memory has the values. */
    __device__ inline void wait_for_stores()
    {
      asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
  } // namespace internal
} // namespace tessera

#endif
