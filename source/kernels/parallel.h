// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_parallel_h
#define tessera_kernels_parallel_h

/**
 * @file
 * Contract of the parallel layer, in which kernels are written that are the
 * same on the host and on the GPU ("generic" kernels). Each function has one
 * overload for PortableQueue in kernels/portable/parallel.h (Kokkos) and one
 * for CudaQueue in kernels/cuda/parallel.cuh (CUDA and CUB):
 *
 *   for_each(queue, n, f)         calls f(i) for all 0 <= i < n, in any order
 *   for_each(queue, n, m, f)      calls f(k, i) for all 0 <= k < n, 0 <= i < m,
 *                                 in any order; neighbours in memory should be
 *                                 neighbours in i
 *   reduce_sum(queue, n, f)       returns the sum of f(i)
 *   reduce_max(queue, n, f)       returns the largest f(i), 0 if n = 0;
 *                                 a NaN among the f(i) is returned
 *   exclusive_scan(queue, x, n)   x_i <- x_0 + ... + x_{i-1}, in place;
 *                                 returns the sum of all x_i
 *   sort_by_key(queue, keys, values, n, n_key_bits)
 *                                 sorts std::uint64_t keys and moves the values
 *                                 along; stable; only the lowest n_key_bits
 *                                 bits of the keys are set
 *   unique(queue, keys, n)        keeps the first of each run of equal keys,
 *                                 returns how many are left
 *
 * f is a lambda with TESSERA_HOST_DEVICE after its capture list, which captures
 * by value. Arrays are on the device of the queue. The functions that return a
 * value wait for the device; all results are the same bits on a repeated call
 * on the same device. sort_by_key and unique are for setup: they allocate
 * temporary memory of the size of their arguments. The reductions and the scan
 * use a scratch buffer that the library keeps for each device.
 *
 * A generic kernel `foo` has its contract in kernels/foo.h as a function
 * template over the queue, its body in kernels/generic/foo.h, and is
 * instantiated in kernels/portable/foo.cc and kernels/cuda/foo.cu.
 */

#endif
