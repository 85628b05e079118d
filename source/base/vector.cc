// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/vector.h>

#include "kernels/dispatch.h"
#include "kernels/vector_operations.h"

#include <cmath>

namespace tessera
{
  using internal::dispatch;



  namespace
  {
    /** Gives @p array this place and size; allocates only if they differ. */
    template <typename Number>
    void
    resize(Array<Number> &array, const Device &device, const std::int64_t size)
    {
      if (array.device() != device ||
          array.device().stream() != device.stream() || array.size() != size)
        array = Array<Number>(device, size);
    }
  } // namespace



  template <typename Number>
  Vector<Number>::Vector(const Device &device, const std::int64_t size)
  {
    reinit(device, size);
  }



  template <typename Number>
  Vector<Number>::Vector(const Device &device,
                         const std::vector<Number> &values)
    : entries(device, values)
  {}



  template <typename Number>
  void Vector<Number>::reinit(const Device &device, const std::int64_t size)
  {
    resize(entries, device, size);
    entries.set_zero();
  }



  template <typename Number>
  void Vector<Number>::reinit(const Vector &other,
                              const bool omit_zeroing_entries)
  {
    resize(entries, other.device(), other.entries.size());
    if (!omit_zeroing_entries)
      entries.set_zero();
  }



  template <typename Number>
  void Vector<Number>::swap(Vector &other) noexcept
  {
    entries.swap(other.entries);
  }



  template <typename Number>
  void Vector<Number>::require_compatible(const Vector &other,
                                          const char *function) const
  {
    TESSERA_REQUIRE(size() == other.size() && device() == other.device(),
                    InvalidInput,
                    "Vector::" << function << " was called with a vector of "
                               << other.size() << " entries on "
                               << other.device().name() << " for one of "
                               << size() << " entries on " << device().name()
                               << "; both must agree, see reinit().");
  }



  template <typename Number>
  Vector<Number> &Vector<Number>::operator=(const Number value)
  {
    if (value == Number())
      entries.set_zero();
    else
      dispatch(device(), [&](const auto &queue) {
        internal::vector_fill(queue, entries.view(), value);
      });
    return *this;
  }



  template <typename Number>
  Vector<Number> &Vector<Number>::operator*=(const Number factor)
  {
    dispatch(device(), [&](const auto &queue) {
      internal::vector_scale(queue, entries.view(), factor);
    });
    return *this;
  }



  template <typename Number>
  Vector<Number> &Vector<Number>::operator/=(const Number factor)
  {
    return *this *= Number(1) / factor;
  }



  template <typename Number>
  Vector<Number> &Vector<Number>::operator+=(const Vector &other)
  {
    sadd(Number(1), Number(1), other);
    return *this;
  }



  template <typename Number>
  Vector<Number> &Vector<Number>::operator-=(const Vector &other)
  {
    sadd(Number(1), Number(-1), other);
    return *this;
  }



  template <typename Number>
  void Vector<Number>::add(const Number value)
  {
    dispatch(device(), [&](const auto &queue) {
      internal::vector_shift(queue, entries.view(), value);
    });
  }



  template <typename Number>
  void Vector<Number>::add(const Number a, const Vector &V)
  {
    sadd(Number(1), a, V);
  }



  template <typename Number>
  void Vector<Number>::add(const Number a,
                           const Vector &V,
                           const Number b,
                           const Vector &W)
  {
    require_compatible(V, "add");
    require_compatible(W, "add");
    sadd(Number(1), a, V);
    sadd(Number(1), b, W);
  }



  template <typename Number>
  void Vector<Number>::sadd(const Number s, const Vector &V)
  {
    sadd(s, Number(1), V);
  }



  template <typename Number>
  void Vector<Number>::sadd(const Number s, const Number a, const Vector &V)
  {
    require_compatible(V, "sadd");
    dispatch(device(), [&](const auto &queue) {
      internal::vector_sadd(queue, entries.view(), s, a, V.entries.view());
    });
  }



  template <typename Number>
  void Vector<Number>::equ(const Number a, const Vector &V)
  {
    sadd(Number(0), a, V);
  }



  template <typename Number>
  void Vector<Number>::scale(const Vector &V)
  {
    require_compatible(V, "scale");
    dispatch(device(), [&](const auto &queue) {
      internal::vector_multiply(queue, entries.view(), V.entries.view());
    });
  }



  template <typename Number>
  Number Vector<Number>::operator*(const Vector &V) const
  {
    require_compatible(V, "operator*");
    return dispatch(device(), [&](const auto &queue) {
      return internal::vector_dot(queue, entries.view(), V.entries.view());
    });
  }



  template <typename Number>
  Number
  Vector<Number>::add_and_dot(const Number a, const Vector &V, const Vector &W)
  {
    require_compatible(W, "add_and_dot");
    add(a, V);
    return *this * W;
  }



  template <typename Number>
  Number Vector<Number>::mean_value() const
  {
    return dispatch(device(),
                    [&](const auto &queue) {
                      return internal::vector_sum(queue, entries.view());
                    }) /
           static_cast<Number>(size());
  }



  template <typename Number>
  Number Vector<Number>::l1_norm() const
  {
    return dispatch(device(), [&](const auto &queue) {
      return internal::vector_l1_norm(queue, entries.view());
    });
  }



  template <typename Number>
  Number Vector<Number>::l2_norm() const
  {
    return std::sqrt(*this * *this);
  }



  template <typename Number>
  Number Vector<Number>::linfty_norm() const
  {
    return dispatch(device(), [&](const auto &queue) {
      return internal::vector_linfty_norm(queue, entries.view());
    });
  }



  template <typename Number>
  bool Vector<Number>::all_zero() const
  {
    return linfty_norm() == Number();
  }



  template <typename Number>
  std::size_t Vector<Number>::size() const
  {
    return static_cast<std::size_t>(entries.size());
  }



  template <typename Number>
  const Device &Vector<Number>::device() const
  {
    return entries.device();
  }



  template <typename Number>
  Number *Vector<Number>::data()
  {
    return entries.data();
  }



  template <typename Number>
  const Number *Vector<Number>::data() const
  {
    return entries.data();
  }



  template <typename Number>
  void Vector<Number>::copy_from_host(const std::vector<Number> &values)
  {
    entries.copy_from_host(values);
  }



  template <typename Number>
  std::vector<Number> Vector<Number>::copy_to_host() const
  {
    return entries.copy_to_host();
  }



  template <typename Number>
  std::size_t Vector<Number>::memory_consumption() const
  {
    return entries.memory_consumption();
  }



  template class Vector<float>;
  template class Vector<double>;
} // namespace tessera
