// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_store_product_h
#define tessera_kernels_generic_store_product_h

#include "kernels/bsr_spmv.h"
#include "kernels/host_device.h"

namespace tessera
{
  namespace internal
  {
    /** Ends a row of a product: *y from the sum of A x in it and from *b. */
    template <typename Number>
    TESSERA_HOST_DEVICE inline void store_product(const Number sum,
                                                  const Number *b,
                                                  Number *y,
                                                  const ProductMode mode)
    {
      if (mode == ProductMode::assign)
        *y = sum;
      else if (mode == ProductMode::add)
        *y += sum;
      else
        *y = *b - sum;
    }
  } // namespace internal
} // namespace tessera

#endif
