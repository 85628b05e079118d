// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_ghost_exchange_h
#define tessera_kernels_ghost_exchange_h

#include <tessera/base/array.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * Who adds what: unit u_k of a vector gets the units positions_p of a
     * buffer for offsets_k <= p < offsets_{k+1}. No unit occurs twice.
     */
    struct UnitSumsView
    {
      ArrayView<const std::int32_t> units;
      const std::int32_t *offsets;
      const std::int32_t *positions;
    };

    // Copies between the units of a vector, n consecutive entries each, and a
    // buffer without gaps, for Number = float and double. The vector is on the
    // device of the queue, the buffer is its staging memory. Each reads and
    // writes n numbers and reads 4 bytes a unit; adding also reads what it adds
    // to and 4 more bytes a unit of the buffer.

    /** buffer_{k n + i} = x_{units_k n + i} */
    template <typename Queue, typename Number>
    void pack_units(const Queue &queue,
                    const std::int64_t n,
                    ArrayView<const std::int32_t> units,
                    const Number *x,
                    Number *buffer);

    /** x_{units_k n + i} = buffer_{k n + i}; no unit occurs twice */
    template <typename Queue, typename Number>
    void unpack_units(const Queue &queue,
                      const std::int64_t n,
                      ArrayView<const std::int32_t> units,
                      const Number *buffer,
                      Number *x);

    /** x_{u_k n + i} += sum_p buffer_{positions_p n + i}, p ascending */
    template <typename Queue, typename Number>
    void add_units(const Queue &queue,
                   const std::int64_t n,
                   const UnitSumsView &sums,
                   const Number *buffer,
                   Number *x);
  } // namespace internal
} // namespace tessera

#endif
