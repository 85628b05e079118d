// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_operator.h"

#include "kernels/portable/contractions.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    void cellwise_operator(const PortableQueue &queue,
                           const CellTransform &transform,
                           const double s,
                           ArrayView<const double> base,
                           const double a,
                           ArrayView<const double> src,
                           ArrayView<double> dst)
    {
      for_each(queue, dst.size / 64, [=](const std::int64_t cell) {
        const CellTransform &t = transform;
        double modes[64], result[64];
        transform_cell(
          t.backward, t.forward, t.forward, src.data + 64 * cell, modes);
        for (int i = 0; i < 64; ++i)
          modes[i] *= a * t.diagonal[i];
        transform_cell(t.forward, t.backward, t.backward, modes, result);
        double *dst_cell = dst.data + 64 * cell;
        if (s == 0.)
          for (int i = 0; i < 64; ++i)
            dst_cell[i] = result[i];
        else
          for (int i = 0; i < 64; ++i)
            dst_cell[i] = s * base.data[64 * cell + i] + result[i];
      });
    }
  } // namespace internal
} // namespace tessera
