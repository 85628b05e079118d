// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_ghost_exchange_h
#define tessera_kernels_generic_ghost_exchange_h

#include "kernels/ghost_exchange.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    template <typename Queue, typename Number>
    void pack_units(const Queue &queue,
                    const std::int64_t n,
                    ArrayView<const std::int32_t> units,
                    const Number *x,
                    Number *buffer)
    {
      for_each(queue,
               units.size,
               n,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k,
                                       const std::int64_t i) {
                 buffer[k * n + i] = x[units.data[k] * n + i];
               });
    }



    template <typename Queue, typename Number>
    void unpack_units(const Queue &queue,
                      const std::int64_t n,
                      ArrayView<const std::int32_t> units,
                      const Number *buffer,
                      Number *x)
    {
      for_each(queue,
               units.size,
               n,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k,
                                       const std::int64_t i) {
                 x[units.data[k] * n + i] = buffer[k * n + i];
               });
    }



    template <typename Queue, typename Number>
    void add_units(const Queue &queue,
                   const std::int64_t n,
                   const UnitSumsView &sums,
                   const Number *buffer,
                   Number *x)
    {
      for_each(queue,
               sums.units.size,
               n,
               [=] TESSERA_HOST_DEVICE(const std::int64_t k,
                                       const std::int64_t i) {
                 Number *entry = x + sums.units.data[k] * n + i;
                 Number sum    = *entry;
                 for (std::int32_t p = sums.offsets[k]; p < sums.offsets[k + 1];
                      ++p)
                   sum += buffer[sums.positions[p] * n + i];
                 *entry = sum;
               });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct GhostExchangeKernels
    {
      static constexpr auto pack   = &pack_units<Queue, Number>;
      static constexpr auto unpack = &unpack_units<Queue, Number>;
      static constexpr auto add    = &add_units<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
