// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_outer_update_h
#define tessera_kernels_outer_update_h

#include <tessera/base/array.h>

#include "kernels/queue.h"

namespace tessera
{
  namespace internal
  {
    /**
     * x_i = x_i + z_i, and *pairing = sum_i r_i z_i, in double precision. The
     * vectors have a multiple of four values; @p pairing is in the memory of
     * the queue. Moves three numbers in double precision and one in @p Number
     * a value. The result is the same bits on a repeated call. On a GPU, the
     * host does not wait.
     */
    template <typename Number>
    void outer_update(const PortableQueue &queue,
                      ArrayView<const Number> z,
                      ArrayView<const double> r,
                      ArrayView<double> x,
                      double *pairing);
    template <typename Number>
    void outer_update(const CudaQueue &queue,
                      ArrayView<const Number> z,
                      ArrayView<const double> r,
                      ArrayView<double> x,
                      double *pairing);
  } // namespace internal
} // namespace tessera

#endif
