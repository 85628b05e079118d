// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cellwise_tensor_cores_h
#define tessera_tests_performance_cellwise_tensor_cores_h

#include <tessera/base/array.h>

#include "kernels/cellwise_operator.h"
#include "kernels/cellwise_transfer.h"
#include "kernels/queue.h"

#include <cstdint>

namespace benchmark
{
  /**
   * Operands of the tensor cores: numbers rounded to TF32, which has 11 bits,
   * or each as the sum of two such numbers, of which all products but that of
   * the low parts are added up. Sums are in FP32.
   */
  enum class Products
  {
    single = 1,
    split  = 3
  };

  // The FP32 kernels of kernels/cellwise_operator.h and
  // kernels/cellwise_transfer.h by tensor cores, peers of those by FFMA:
  // formulas, layouts and aliasing are the same. A warp has four cells a step.
  // Axes x and y are one 16x16 matrix, z of two cells one block-diagonal 8x8
  // matrix, so that each sum is one dense m16n8k8 product or two, and the
  // results of one are the operands of the next in the same registers: nothing
  // goes through shared memory but the sums of the restriction over four warps.
  //
  // They are no part of the library because they gain nothing: its kernels move
  // their bytes at the speed of a copy as well. Bytes are the floor of all but
  // the split operator with s = 0, whose products and splits take 18 % longer
  // than a copy of its bytes on an H200.
  //
  // Errors against FP64 on random vectors, relative to the largest value: split
  // some 3e-7, single 6e-4; FFMA 2e-7. Copies of a node in the nodal basis
  // need not be equal bit by bit. All throw BackendFailure if the kernel cannot
  // be launched.

  /**
   * dst = s base + a A src. 512 bytes a cell, 768 with s != 0; split, 38
   * products of 1024 multiplications four cells, that is 9728 a cell where FFMA
   * takes 1536.
   */
  void tensor_operator(const tessera::internal::CudaQueue &queue,
                       const Products products,
                       const tessera::internal::CellTransform<float> &transform,
                       tessera::ArrayView<const double> coefficients,
                       const float s,
                       tessera::ArrayView<const float> base,
                       const float a,
                       tessera::ArrayView<const float> src,
                       tessera::ArrayView<float> dst);

  /**
   * fine = s fine + P coarse. 292 bytes a child, 548 with s != 0; split, 18
   * products four children.
   */
  void
  tensor_prolongate(const tessera::internal::CudaQueue &queue,
                    const Products products,
                    const tessera::internal::ChildTransform<float> &transform,
                    tessera::ArrayView<const std::int32_t> children,
                    const float s,
                    tessera::ArrayView<const float> coarse,
                    tessera::ArrayView<float> fine);

  /**
   * coarse = P^T (rhs - D u). 548 bytes a child; split, 18 products four
   * children.
   */
  void tensor_restrict_residual(
    const tessera::internal::CudaQueue &queue,
    const Products products,
    const tessera::internal::ChildTransform<float> &transform,
    const tessera::internal::CellDiagonal<float> &diagonal,
    tessera::ArrayView<const double> coefficients,
    tessera::ArrayView<const std::int32_t> children,
    tessera::ArrayView<const float> rhs,
    tessera::ArrayView<const float> u,
    tessera::ArrayView<float> coarse);
} // namespace benchmark

#endif
