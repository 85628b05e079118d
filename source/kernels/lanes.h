// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_lanes_h
#define tessera_kernels_lanes_h

/**
 * @file
 * Contract of the lanes, over which the patch update is written once for the
 * host and for the GPU. A lane is a cell of a patch, x fastest: bit 0 of its
 * number is the position along x, bit 1 along y, bit 2 along z. `Vector` holds
 * one number for each lane: eight numbers in registers on the host
 * (kernels/portable/lanes.h), one number of one of eight threads on the GPU
 * (kernels/cuda/lanes.cuh). It has +, -, * and
 *
 *   multiply_add(a, b, c)         a b + c
 *   multiply_subtract(a, b, c)    c - a b
 *   lanes.exchange<axis>(v)       the value of the neighbour along the axis
 *   lanes.sign<axis>()            1 in the lower lane of the axis, else -1
 *   lanes.patch_mode<axis>(n)     PatchTransform::patch_modes[axis][n]
 *   lanes.patch_inverse(m)        inverse of the patch matrix, mode m
 *   lanes.cell_mode(n)            PatchTransform::cell_modes[n] in all lanes
 *   lanes.cell_diagonal(n)        the cell matrix in the eigenbasis, mode n
 *   lanes.load_rhs(block, v)      the values of some lines of rhs ...
 *   lanes.load_u(block, v)        ... and of u
 *   lanes.load_residual(block, v) rhs - cell_diagonal u, the same values
 *   lanes.add_to_u(block, v)      adds them to u where there is a cell
 *   lanes.prefetch(lane)          a chance to start loading for the next patch:
 *                                 called between computations, as loads that
 *                                 come all at once cost a sweep 10 %
 *
 * A line is four values along x; a block is Lanes::lines_per_block lines.
 */

/** Calls are made part of the caller, as values stay in registers then. */
#ifdef __CUDACC__
#  define TESSERA_LANES_INLINE __device__ __forceinline__
#else
#  define TESSERA_LANES_INLINE inline __attribute__((always_inline))
#endif

/**
 * Before a loop that is unrolled, and before one that is unrolled on the GPU
 * only: there an array stays in registers only if all loops over it are
 * unrolled, while on the host rolled loops keep the code in the instruction
 * cache. Unrolling the loops over blocks, in which values come from and go to
 * memory, made a sweep 5 to 10 % faster on Zen 4; unrolling all loops made it
 * 40 % slower in double and in the nodal basis.
 */
#ifdef __CUDACC__
#  define TESSERA_LINE_LOOP _Pragma("unroll")
#else
#  define TESSERA_LINE_LOOP _Pragma("GCC unroll 1")
#endif

#endif
