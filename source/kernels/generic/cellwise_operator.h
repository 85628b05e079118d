// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_cellwise_operator_h
#define tessera_kernels_generic_cellwise_operator_h

#include "kernels/cellwise_operator.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    /** Factor k of @p cell. */
    template <typename Number>
    TESSERA_HOST_DEVICE inline Number
    coefficient_of(const ArrayView<const double> &coefficients,
                   const std::int64_t cell)
    {
      return coefficients.size == 0
               ? Number(1)
               : static_cast<Number>(coefficients.data[cell]);
    }



    template <typename Queue, typename Number>
    void cellwise_diagonal(const Queue &queue,
                           const CellDiagonal<Number> &diagonal,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst)
    {
      for_each(
        queue, dst.size, [=] TESSERA_HOST_DEVICE(const std::int64_t entry) {
          const std::int64_t i = entry & 63;
          const Number k = coefficient_of<Number>(coefficients, entry >> 6);
          const Number product =
            a * (k * diagonal.scaled[i] + diagonal.constant) * src.data[entry];
          dst.data[entry] =
            s == Number() ? product : s * base.data[entry] + product;
        });
    }



    template <typename Queue, typename Number>
    struct CellwiseDiagonal
    {
      static constexpr auto instance = &cellwise_diagonal<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
