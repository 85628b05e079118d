// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_dof_copies_h
#define tessera_kernels_generic_dof_copies_h

#include "kernels/dof_copies.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    template <typename Queue, typename Number>
    void copy_values_to_cells(const Queue &queue,
                              ArrayView<const std::int32_t> table,
                              const Number *x,
                              Number *u)
    {
      for_each(queue,
               table.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::int32_t d = table.data[i];
                 u[i]                 = x[d >= 0 ? d : -1 - d];
               });
    }



    template <typename Queue, typename Number>
    void copy_sums_to_cells(const Queue &queue,
                            ArrayView<const std::int32_t> table,
                            const Number *x,
                            Number *u)
    {
      for_each(queue,
               table.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::int32_t d = table.data[i];
                 u[i]                 = d >= 0 ? x[d] : Number();
               });
    }



    template <typename Queue, typename Number>
    void copy_values_from_cells(const Queue &queue,
                                ArrayView<const std::int32_t> table,
                                const Number *u,
                                Number *x)
    {
      for_each(queue,
               table.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 const std::int32_t d = table.data[i];
                 if (d >= 0)
                   x[d] = u[i];
               });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct DoFCopies
    {
      static constexpr auto values_to_cells =
        &copy_values_to_cells<Queue, Number>;
      static constexpr auto sums_to_cells = &copy_sums_to_cells<Queue, Number>;
      static constexpr auto values_from_cells =
        &copy_values_from_cells<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
