// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_vector_operations_h
#define tessera_kernels_generic_vector_operations_h

#include "kernels/host_device.h"
#include "kernels/vector_operations.h"

namespace tessera
{
  namespace internal
  {
    template <typename Queue, typename Number>
    void
    vector_fill(const Queue &queue, ArrayView<Number> x, const Number value)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        x.data[i] = value;
      });
    }



    template <typename Queue, typename Number>
    void
    vector_shift(const Queue &queue, ArrayView<Number> x, const Number value)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        x.data[i] += value;
      });
    }



    template <typename Queue, typename Number>
    void
    vector_scale(const Queue &queue, ArrayView<Number> x, const Number factor)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        x.data[i] *= factor;
      });
    }



    template <typename Queue, typename Number>
    void vector_sadd(const Queue &queue,
                     ArrayView<Number> x,
                     const Number s,
                     const Number a,
                     ArrayView<const Number> y)
    {
      if (s == Number())
        for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          x.data[i] = a * y.data[i];
        });
      else
        for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
          x.data[i] = s * x.data[i] + a * y.data[i];
        });
    }



    template <typename Queue, typename Number>
    void vector_multiply(const Queue &queue,
                         ArrayView<Number> x,
                         ArrayView<const Number> y)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        x.data[i] *= y.data[i];
      });
    }



    template <typename Queue, typename Number>
    Number vector_dot(const Queue &queue,
                      ArrayView<const Number> x,
                      ArrayView<const Number> y)
    {
      return reduce_sum(
        queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> Number {
          return x.data[i] * y.data[i];
        });
    }



    template <typename Queue, typename Number>
    Number vector_sum(const Queue &queue, ArrayView<const Number> x)
    {
      return reduce_sum(
        queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> Number {
          return x.data[i];
        });
    }



    template <typename Queue, typename Number>
    Number vector_l1_norm(const Queue &queue, ArrayView<const Number> x)
    {
      return reduce_sum(
        queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> Number {
          return x.data[i] < Number() ? -x.data[i] : x.data[i];
        });
    }



    template <typename Queue, typename Number>
    Number vector_linfty_norm(const Queue &queue, ArrayView<const Number> x)
    {
      return reduce_max(
        queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> Number {
          return x.data[i] < Number() ? -x.data[i] : x.data[i];
        });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct VectorOperations
    {
      static constexpr auto fill        = &vector_fill<Queue, Number>;
      static constexpr auto shift       = &vector_shift<Queue, Number>;
      static constexpr auto scale       = &vector_scale<Queue, Number>;
      static constexpr auto sadd        = &vector_sadd<Queue, Number>;
      static constexpr auto multiply    = &vector_multiply<Queue, Number>;
      static constexpr auto dot         = &vector_dot<Queue, Number>;
      static constexpr auto sum         = &vector_sum<Queue, Number>;
      static constexpr auto l1_norm     = &vector_l1_norm<Queue, Number>;
      static constexpr auto linfty_norm = &vector_linfty_norm<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
