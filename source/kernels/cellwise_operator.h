// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cellwise_operator_h
#define tessera_kernels_cellwise_operator_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

namespace tessera
{
  namespace internal
  {
    // Vectors have 64 values a cell, x fastest. `coefficients` has one factor k
    // for each cell, or is empty, which means k = 1. Every cell is computed in
    // the same order, so that results are the same bits on a repeated call.

    /**
     * A diagonal cell matrix with the entries k scaled_i + constant, for modes
     * numbered with x fastest.
     */
    template <typename Number>
    struct CellDiagonal
    {
      Number scaled[64];
      Number constant;
    };



    /**
     * A cell matrix in factors: A = (T x T x T)^T D (T x T x T) with the
     * Kronecker product x. `forward` is T and `backward` its transpose, both
     * row by row; `diagonal` is D.
     */
    template <typename Number>
    struct CellTransform
    {
      Number forward[16];
      Number backward[16];
      CellDiagonal<Number> diagonal;
    };



    /**
     * dst = s base + a A src, cell by cell; base is not read for s = 0.
     *
     * src and base may be dst. Moves two numbers a value, three with s != 0;
     * 3136 flops a cell.
     */
    template <typename Number>
    void cellwise_operator(const PortableQueue &queue,
                           const CellTransform<Number> &transform,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst);
    template <typename Number>
    void cellwise_operator(const CudaQueue &queue,
                           const CellTransform<Number> &transform,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst);

    /**
     * dst = s base + a D src, the same for a diagonal matrix. Moves two numbers
     * a value, three with s != 0; at most 5 flops a value.
     */
    template <typename Queue, typename Number>
    void cellwise_diagonal(const Queue &queue,
                           const CellDiagonal<Number> &diagonal,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst);

    /**
     * dst = (T x T x T) src, cell by cell, with the 4x4 matrix T given row by
     * row. The sums are computed in double precision; src may be dst if
     * both have the same type. Moves each vector once; 1536 flops a cell.
     */
    template <typename To, typename From>
    void cellwise_change_basis(const PortableQueue &queue,
                               const double (&matrix)[16],
                               ArrayView<const From> src,
                               ArrayView<To> dst);
    template <typename To, typename From>
    void cellwise_change_basis(const CudaQueue &queue,
                               const double (&matrix)[16],
                               ArrayView<const From> src,
                               ArrayView<To> dst);
  } // namespace internal
} // namespace tessera

#endif
