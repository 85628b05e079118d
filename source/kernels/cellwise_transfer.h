// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cellwise_transfer_h
#define tessera_kernels_cellwise_transfer_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * `values[c]` is the 4x4 matrix P_c, row by row, whose row i has the values
     * of the parent's basis functions at node i of child c of an axis;
     * `transposed[c]` is its transpose.
     */
    struct ChildTransform
    {
      double values[2][16];
      double transposed[2][16];
    };

    // Transfers between a level (coarse) and its children (fine). Entry
    // 8 p + cx + 2 cy + 4 cz of `children` is the fine cell that is child
    // (cx,cy,cz) of coarse cell p; every fine cell occurs once. Vectors have 64
    // values a cell, x fastest, and do not overlap. Both move 9 bytes a fine
    // value and read (or read and write) the other level once. Sums are in a
    // fixed order.

    /**
     * fine = s fine + P coarse, where P is P_cz x P_cy x P_cx on child
     * (cx,cy,cz); fine is not read for s = 0.
     */
    void cellwise_prolongate(const PortableQueue &queue,
                             const ChildTransform &transform,
                             ArrayView<const std::int32_t> children,
                             const double s,
                             ArrayView<const double> coarse,
                             ArrayView<double> fine);
    void cellwise_prolongate(const CudaQueue &queue,
                             const ChildTransform &transform,
                             ArrayView<const std::int32_t> children,
                             const double s,
                             ArrayView<const double> coarse,
                             ArrayView<double> fine);

    /** coarse = coarse + P^T fine, summed over the children. */
    void cellwise_restrict_and_add(const PortableQueue &queue,
                                   const ChildTransform &transform,
                                   ArrayView<const std::int32_t> children,
                                   ArrayView<const double> fine,
                                   ArrayView<double> coarse);
    void cellwise_restrict_and_add(const CudaQueue &queue,
                                   const ChildTransform &transform,
                                   ArrayView<const std::int32_t> children,
                                   ArrayView<const double> fine,
                                   ArrayView<double> coarse);
  } // namespace internal
} // namespace tessera

#endif
