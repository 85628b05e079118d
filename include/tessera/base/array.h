// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_array_h
#define tessera_base_array_h

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>

#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** @p bytes of 256-byte aligned, uninitialised memory on @p device. */
    void *allocate(const Device &device, const std::int64_t bytes);

    /** Gives back what allocate() returned; @p data may be null. */
    void deallocate(const Device &device, void *data) noexcept;

    /**
     * Copies and, if one end is the host, waits and counts the copy in
     * Device::transfer_statistics().
     */
    void copy_bytes(const Device &destination_device,
                    void *destination,
                    const Device &source_device,
                    const void *source,
                    const std::int64_t bytes);

    /** Sets all @p bytes to zero. */
    void zero_bytes(const Device &device, void *data, const std::int64_t bytes);
  } // namespace internal



  /** Borrowed contiguous memory on some device; passed to kernels by value. */
  template <typename T>
  struct ArrayView
  {
    T *data;
    std::int64_t size;
  };



  /**
   * Owns a contiguous array of @p T on one device. @p T is copied bitwise.
   *
   * Nothing is copied between memories unless a function with `copy`, `to` or
   * `host` in its name is called; each such copy is counted in
   * Device::transfer_statistics() and waits for the device.
   */
  template <typename T>
  class Array
  {
    static_assert(std::is_trivially_copyable<T>::value,
                  "An Array holds types that may be copied bitwise.");

  public:
    using value_type = T;

    /** An empty array on the host. */
    Array() = default;

    /** @p size uninitialised elements on @p device. */
    explicit Array(const Device &device, const std::int64_t size = 0)
      : array_device(device)
    {
      reinit(size);
    }

    /** A copy of @p values on @p device. */
    Array(const Device &device, const std::vector<T> &values)
      : Array(device, static_cast<std::int64_t>(values.size()))
    {
      copy_from_host(values);
    }

    /** A copy on the same device. */
    Array(const Array &other)
      : Array(other.array_device, other.array_size)
    {
      copy_from(other);
    }

    Array(Array &&other) noexcept
    {
      swap(other);
    }

    /** Becomes a copy of @p other, on the device of @p other. */
    Array &operator=(const Array &other)
    {
      if (this != &other)
        {
          Array copy(other);
          swap(copy);
        }
      return *this;
    }

    Array &operator=(Array &&other) noexcept
    {
      swap(other);
      return *this;
    }

    ~Array()
    {
      internal::deallocate(array_device, array_data);
    }

    /**
     * Changes the size; the elements are uninitialised afterwards unless the
     * size stays the same, in which case nothing happens.
     */
    void reinit(const std::int64_t size)
    {
      TESSERA_REQUIRE(size >= 0,
                      InvalidInput,
                      "The size of an Array is " << size
                                                 << ", expected at least 0.");
      if (size == array_size)
        return;
      internal::deallocate(array_device, array_data);
      array_data = nullptr;
      array_size = 0;
      if (size > 0)
        array_data = static_cast<T *>(
          internal::allocate(array_device,
                             size * static_cast<std::int64_t>(sizeof(T))));
      array_size = size;
    }

    void swap(Array &other) noexcept
    {
      std::swap(array_device, other.array_device);
      std::swap(array_data, other.array_data);
      std::swap(array_size, other.array_size);
    }

    /** Sets every byte, and so every number, to zero. */
    void set_zero()
    {
      internal::zero_bytes(array_device, array_data, n_bytes());
    }

    /** Copies all elements of @p other, which has the same size. */
    void copy_from(const Array &other)
    {
      require_size(other.array_size);
      internal::copy_bytes(array_device,
                           array_data,
                           other.array_device,
                           other.array_data,
                           n_bytes());
    }

    /** Copies @p values, which has the size of this array. */
    void copy_from_host(const std::vector<T> &values)
    {
      require_size(static_cast<std::int64_t>(values.size()));
      internal::copy_bytes(
        array_device, array_data, Device::host(), values.data(), n_bytes());
    }

    /** A copy of all elements in host memory. */
    std::vector<T> copy_to_host() const
    {
      std::vector<T> values(static_cast<std::size_t>(array_size));
      internal::copy_bytes(
        Device::host(), values.data(), array_device, array_data, n_bytes());
      return values;
    }

    /** A copy on @p device. */
    Array copy_to(const Device &device) const
    {
      Array copy(device, array_size);
      copy.copy_from(*this);
      return copy;
    }

    std::int64_t size() const
    {
      return array_size;
    }

    bool empty() const
    {
      return array_size == 0;
    }

    const Device &device() const
    {
      return array_device;
    }

    /** Address on device(); host code may follow it only on the host. */
    T *data()
    {
      return array_data;
    }

    const T *data() const
    {
      return array_data;
    }

    ArrayView<T> view()
    {
      return {array_data, array_size};
    }

    ArrayView<const T> view() const
    {
      return {array_data, array_size};
    }

    /** Bytes owned on device(). */
    std::size_t memory_consumption() const
    {
      return static_cast<std::size_t>(n_bytes());
    }

  private:
    std::int64_t n_bytes() const
    {
      return array_size * static_cast<std::int64_t>(sizeof(T));
    }

    void require_size(const std::int64_t size) const
    {
      TESSERA_REQUIRE(size == array_size,
                      InvalidInput,
                      "Copy of " << size << " elements into an Array of size "
                                 << array_size
                                 << "; call reinit() with the right size.");
    }

    Device array_device;
    T *array_data           = nullptr;
    std::int64_t array_size = 0;
  };
} // namespace tessera

#endif
