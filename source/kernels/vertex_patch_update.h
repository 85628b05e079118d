// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_vertex_patch_update_h
#define tessera_kernels_vertex_patch_update_h

#include <tessera/base/array.h>

#include "kernels/cellwise_operator.h"
#include "kernels/queue.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * The cell matrix, and the inverse of the patch matrix in factors:
     * (V x V x V) D^{-1} (V x V x V)^T with the 5x5 matrix V = `modes`, row by
     * row, and D^{-1} = `inverse_diagonal`, x fastest.
     */
    struct PatchTransform
    {
      CellTransform cell;
      double modes[25];
      double inverse_diagonal[125];
    };

    /**
     * For every patch: u = u + R^T A_patch^{-1} R (rhs - A u), where R sums the
     * copies of the 5x5x5 interior nodes of the patch and R^T writes the same
     * bits to all copies.
     *
     * @p patches has eight cells for each patch, x fastest; no two of its
     * patches share a cell. Vectors have 64 values a cell, x fastest; u is
     * primal, rhs dual, and they do not overlap. Moves 24 bytes a value of the
     * visited cells; some 3000 flops a cell. The result is the same bits on a
     * repeated call.
     */
    void vertex_patch_update(const PortableQueue &queue,
                             const PatchTransform &transform,
                             ArrayView<const std::int32_t> patches,
                             ArrayView<const double> rhs,
                             ArrayView<double> u);
    void vertex_patch_update(const CudaQueue &queue,
                             const PatchTransform &transform,
                             ArrayView<const std::int32_t> patches,
                             ArrayView<const double> rhs,
                             ArrayView<double> u);
  } // namespace internal
} // namespace tessera

#endif
