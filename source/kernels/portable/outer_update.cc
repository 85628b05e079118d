// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/outer_update.h"

#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template <typename Number>
    void outer_update(const PortableQueue &queue,
                      const ArrayView<const Number> z,
                      const ArrayView<const double> r,
                      const ArrayView<double> x,
                      double *const pairing)
    {
      *pairing = reduce_sum(queue, x.size, [=](const std::int64_t i) {
        const auto correction = static_cast<double>(z.data[i]);
        x.data[i] += correction;
        return r.data[i] * correction;
      });
    }

    template void outer_update(const PortableQueue &,
                               ArrayView<const float>,
                               ArrayView<const double>,
                               ArrayView<double>,
                               double *);
    template void outer_update(const PortableQueue &,
                               ArrayView<const double>,
                               ArrayView<const double>,
                               ArrayView<double>,
                               double *);
  } // namespace internal
} // namespace tessera
