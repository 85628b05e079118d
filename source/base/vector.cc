// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/vector.h>

#include "kernels/dispatch.h"
#include "kernels/vector_operations.h"

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



    std::int64_t
    stored_size(const std::shared_ptr<const Partitioner> &partitioner)
    {
      TESSERA_REQUIRE(partitioner != nullptr,
                      InvalidInput,
                      "A Vector was given a null pointer, expected a "
                      "Partitioner; without one, give the size.");
      return partitioner->locally_owned_size() + partitioner->n_ghost_entries();
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
  Vector<Number>::Vector(const Device &device,
                         const std::shared_ptr<const Partitioner> &partitioner)
  {
    reinit(device, partitioner);
  }



  template <typename Number>
  void Vector<Number>::reinit(const Device &device, const std::int64_t size)
  {
    resize(entries, device, size);
    entries.set_zero();
    distribution = nullptr;
  }



  template <typename Number>
  void
  Vector<Number>::reinit(const Device &device,
                         const std::shared_ptr<const Partitioner> &partitioner)
  {
    resize(entries, device, stored_size(partitioner));
    entries.set_zero();
    distribution = partitioner;
  }



  template <typename Number>
  void Vector<Number>::reinit(const Vector &other,
                              const bool omit_zeroing_entries)
  {
    resize(entries, other.device(), other.entries.size());
    distribution = other.distribution;
    if (!omit_zeroing_entries)
      entries.set_zero();
  }



  template <typename Number>
  void Vector<Number>::swap(Vector &other) noexcept
  {
    entries.swap(other.entries);
    distribution.swap(other.distribution);
  }



  template <typename Number>
  void Vector<Number>::require_compatible(const Vector &other,
                                          const char *function) const
  {
    const auto hash = [](const Vector &vector) {
      return vector.distribution == nullptr
               ? 0
               : vector.distribution->distribution_hash();
    };
    TESSERA_REQUIRE(size() == other.size() && hash(*this) == hash(other) &&
                      locally_owned_size() == other.locally_owned_size() &&
                      device() == other.device(),
                    InvalidInput,
                    "Vector::" << function << " was called with a vector of "
                               << other.size() << " entries, "
                               << other.locally_owned_size()
                               << " of them owned here, on "
                               << other.device().name() << " for one of "
                               << size() << " entries, " << locally_owned_size()
                               << " of them owned here, on " << device().name()
                               << "; device and distribution over the ranks "
                                  "must agree, see reinit().");
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
      internal::vector_scale(queue, owned(), factor);
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
      internal::vector_shift(queue, owned(), value);
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
      internal::vector_sadd(queue, owned(), s, a, V.owned());
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
      internal::vector_multiply(queue, owned(), V.owned());
    });
  }



  template <typename Number>
  std::size_t Vector<Number>::size() const
  {
    return distribution == nullptr
             ? static_cast<std::size_t>(entries.size())
             : static_cast<std::size_t>(distribution->size());
  }



  template <typename Number>
  std::size_t Vector<Number>::locally_owned_size() const
  {
    return distribution == nullptr
             ? static_cast<std::size_t>(entries.size())
             : static_cast<std::size_t>(distribution->locally_owned_size());
  }



  template <typename Number>
  std::size_t Vector<Number>::n_ghost_entries() const
  {
    return static_cast<std::size_t>(entries.size()) - locally_owned_size();
  }



  template <typename Number>
  const std::shared_ptr<const Partitioner> &Vector<Number>::partitioner() const
  {
    return distribution;
  }



  template <typename Number>
  ArrayView<Number> Vector<Number>::owned()
  {
    return {entries.data(), static_cast<std::int64_t>(locally_owned_size())};
  }



  template <typename Number>
  ArrayView<const Number> Vector<Number>::owned() const
  {
    return {entries.data(), static_cast<std::int64_t>(locally_owned_size())};
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
    TESSERA_REQUIRE(values.size() == locally_owned_size(),
                    InvalidInput,
                    "Vector::copy_from_host was called with "
                      << values.size() << " values, but this rank owns "
                      << locally_owned_size()
                      << " entries; give one value for each of them.");
    internal::copy_bytes(device(),
                         entries.data(),
                         Device::host(),
                         values.data(),
                         owned().size * std::int64_t(sizeof(Number)));
  }



  template <typename Number>
  std::vector<Number> Vector<Number>::copy_to_host() const
  {
    std::vector<Number> values(locally_owned_size());
    internal::copy_bytes(Device::host(),
                         values.data(),
                         device(),
                         entries.data(),
                         owned().size * std::int64_t(sizeof(Number)));
    return values;
  }



  template <typename Number>
  std::size_t Vector<Number>::memory_consumption() const
  {
    return entries.memory_consumption();
  }



  template class Vector<float>;
  template class Vector<double>;
} // namespace tessera
