// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cellwise_operator_h
#define tessera_kernels_cellwise_operator_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

namespace tessera
{
  namespace internal
  {
    /**
     * A cell matrix in factors: A = (T x T x T)^T D (T x T x T) with the
     * Kronecker product x. `forward` is T and `backward` its transpose, both
     * row by row; `diagonal` is D for modes numbered with x fastest.
     */
    struct CellTransform
    {
      double forward[16];
      double backward[16];
      double diagonal[64];
    };

    /**
     * dst = s base + a A src, cell by cell, with the same A on every cell;
     * base is not read for s = 0.
     *
     * Vectors have 64 values a cell, x fastest. src and base may be dst. Moves
     * 16 bytes a value, 24 with s != 0; 3136 flops a cell. Every cell is
     * computed in the same order, so the result is the same bits on a repeated
     * call.
     */
    void cellwise_operator(const PortableQueue &queue,
                           const CellTransform &transform,
                           const double s,
                           ArrayView<const double> base,
                           const double a,
                           ArrayView<const double> src,
                           ArrayView<double> dst);
    void cellwise_operator(const CudaQueue &queue,
                           const CellTransform &transform,
                           const double s,
                           ArrayView<const double> base,
                           const double a,
                           ArrayView<const double> src,
                           ArrayView<double> dst);
  } // namespace internal
} // namespace tessera

#endif
