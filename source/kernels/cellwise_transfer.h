// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cellwise_transfer_h
#define tessera_kernels_cellwise_transfer_h

#include <tessera/base/array.h>

#include "kernels/cellwise_operator.h"
#include "kernels/queue.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * `values[c]` is the 4x4 matrix P_c, row by row, that takes the values of a
     * parent along an axis to those of child c; `transposed[c]` is its
     * transpose.
     */
    template <typename Number>
    struct ChildTransform
    {
      Number values[2][16];
      Number transposed[2][16];
    };

    // Transfers between a level (coarse) and its children (fine). Entry
    // 8 p + cx + 2 cy + 4 cz of `children` is the fine cell that is child
    // (cx,cy,cz) of coarse cell p, or -1 if that child is not there: it is
    // skipped. Every fine cell occurs once. Vectors have 64
    // values a cell, x fastest, and do not overlap. All move the fine values
    // and their table once and read (or read and write) the other level once;
    // 1536 flops a fine cell. Sums are in a fixed order.

    /**
     * fine = s fine + P coarse, where P is P_cz x P_cy x P_cx on child
     * (cx,cy,cz); fine is not read for s = 0.
     */
    template <typename Number>
    void cellwise_prolongate(const PortableQueue &queue,
                             const ChildTransform<Number> &transform,
                             ArrayView<const std::int32_t> children,
                             const Number s,
                             ArrayView<const Number> coarse,
                             ArrayView<Number> fine);
    template <typename Number>
    void cellwise_prolongate(const CudaQueue &queue,
                             const ChildTransform<Number> &transform,
                             ArrayView<const std::int32_t> children,
                             const Number s,
                             ArrayView<const Number> coarse,
                             ArrayView<Number> fine);

    /** coarse = s coarse + P^T fine, summed over the children. */
    template <typename Number>
    void cellwise_restrict(const PortableQueue &queue,
                           const ChildTransform<Number> &transform,
                           ArrayView<const std::int32_t> children,
                           ArrayView<const Number> fine,
                           const Number s,
                           ArrayView<Number> coarse);
    template <typename Number>
    void cellwise_restrict(const CudaQueue &queue,
                           const ChildTransform<Number> &transform,
                           ArrayView<const std::int32_t> children,
                           ArrayView<const Number> fine,
                           const Number s,
                           ArrayView<Number> coarse);

    /**
     * coarse = P^T (rhs - D u) with the diagonal cell matrix D of the fine
     * level: the residual in the eigenbasis is never stored.
     */
    template <typename Number>
    void cellwise_restrict_residual(const PortableQueue &queue,
                                    const ChildTransform<Number> &transform,
                                    const CellDiagonal<Number> &diagonal,
                                    ArrayView<const double> coefficients,
                                    ArrayView<const std::int32_t> children,
                                    ArrayView<const Number> rhs,
                                    ArrayView<const Number> u,
                                    ArrayView<Number> coarse);
    template <typename Number>
    void cellwise_restrict_residual(const CudaQueue &queue,
                                    const ChildTransform<Number> &transform,
                                    const CellDiagonal<Number> &diagonal,
                                    ArrayView<const double> coefficients,
                                    ArrayView<const std::int32_t> children,
                                    ArrayView<const Number> rhs,
                                    ArrayView<const Number> u,
                                    ArrayView<Number> coarse);
  } // namespace internal
} // namespace tessera

#endif
