// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/portable/contractions.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    void cellwise_prolongate(const PortableQueue &queue,
                             const ChildTransform &transform,
                             ArrayView<const std::int32_t> children,
                             const double s,
                             ArrayView<const double> coarse,
                             ArrayView<double> fine)
    {
      for_each(queue, children.size, [=](const std::int64_t i) {
        const ChildTransform &t = transform;
        const int x = i & 1, y = i >> 1 & 1, z = i >> 2 & 1;
        double values[64];
        transform_cell(t.transposed[x],
                       t.values[y],
                       t.values[z],
                       coarse.data + 64 * (i / 8),
                       values);
        double *child =
          fine.data + 64 * static_cast<std::int64_t>(children.data[i]);
        if (s == 0.)
          for (int j = 0; j < 64; ++j)
            child[j] = values[j];
        else
          for (int j = 0; j < 64; ++j)
            child[j] = s * child[j] + values[j];
      });
    }



    void cellwise_restrict_and_add(const PortableQueue &queue,
                                   const ChildTransform &transform,
                                   ArrayView<const std::int32_t> children,
                                   ArrayView<const double> fine,
                                   ArrayView<double> coarse)
    {
      for_each(queue, children.size / 8, [=](const std::int64_t parent) {
        const ChildTransform &t = transform;
        double sum[64];
        for (int j = 0; j < 64; ++j)
          sum[j] = coarse.data[64 * parent + j];
        for (int c = 0; c < 8; ++c)
          {
            const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
            const std::int64_t child = children.data[8 * parent + c];
            double values[64];
            transform_cell(t.values[x],
                           t.transposed[y],
                           t.transposed[z],
                           fine.data + 64 * child,
                           values);
            for (int j = 0; j < 64; ++j)
              sum[j] += values[j];
          }
        for (int j = 0; j < 64; ++j)
          coarse.data[64 * parent + j] = sum[j];
      });
    }
  } // namespace internal
} // namespace tessera
