// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_vector_operations_h
#define tessera_kernels_vector_operations_h

#include <tessera/base/array.h>

namespace tessera
{
  namespace internal
  {
    // Vector updates and reductions, for Number = float and double. Each is
    // one pass: an update reads and writes x and reads y, a reduction reads.
    // y may be x. Reductions return the same bits on a repeated call and wait
    // for the device; a NaN in the data gives a NaN.

    /** x_i = value */
    template <typename Queue, typename Number>
    void
    vector_fill(const Queue &queue, ArrayView<Number> x, const Number value);

    /** x_i = x_i + value */
    template <typename Queue, typename Number>
    void
    vector_shift(const Queue &queue, ArrayView<Number> x, const Number value);

    /** x_i = factor x_i */
    template <typename Queue, typename Number>
    void
    vector_scale(const Queue &queue, ArrayView<Number> x, const Number factor);

    /** x_i = s x_i + a y_i; for s = 0, x is not read */
    template <typename Queue, typename Number>
    void vector_sadd(const Queue &queue,
                     ArrayView<Number> x,
                     const Number s,
                     const Number a,
                     ArrayView<const Number> y);

    /** x_i = x_i y_i */
    template <typename Queue, typename Number>
    void vector_multiply(const Queue &queue,
                         ArrayView<Number> x,
                         ArrayView<const Number> y);

    /** sum_i x_i y_i */
    template <typename Queue, typename Number>
    Number vector_dot(const Queue &queue,
                      ArrayView<const Number> x,
                      ArrayView<const Number> y);

    /** sum_i x_i */
    template <typename Queue, typename Number>
    Number vector_sum(const Queue &queue, ArrayView<const Number> x);

    /** sum_i |x_i| */
    template <typename Queue, typename Number>
    Number vector_l1_norm(const Queue &queue, ArrayView<const Number> x);

    /** max_i |x_i| */
    template <typename Queue, typename Number>
    Number vector_linfty_norm(const Queue &queue, ArrayView<const Number> x);
  } // namespace internal
} // namespace tessera

#endif
