// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_host_device_h
#define tessera_kernels_host_device_h

/**
 * @file
 * Marks functions and lambdas that run on the host and on the GPU, in sources
 * that both the host compiler and nvcc read.
 */
#ifdef __CUDACC__
#  define TESSERA_HOST_DEVICE __host__ __device__
#else
#  define TESSERA_HOST_DEVICE
#endif

/**
 * Before a loop over a constant number of indices, at most eight, that has to
 * be unrolled so that an array of local values stays in registers.
 */
#ifdef __CUDACC__
#  define TESSERA_UNROLL _Pragma("unroll")
#else
#  define TESSERA_UNROLL _Pragma("GCC unroll 8")
#endif

#endif
