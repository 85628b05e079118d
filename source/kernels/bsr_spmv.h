// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_bsr_spmv_h
#define tessera_kernels_bsr_spmv_h

#include <tessera/bsr/bsr_matrix.h>

#include "kernels/queue.h"

namespace tessera
{
  namespace internal
  {
    enum class ProductMode
    {
      assign,  // y = A x
      add,     // y = y + A x
      residual // y = b - A x
    };

    // Products with a block sparse matrix. x has block_width values for each
    // block column, y and b have block_height values for each block row. y may
    // be b (which is read in mode `residual' only) but not x. Numbers are float
    // or double.
    //
    // Bytes: A once (4 + sizeof(Number) r c a block, 8 a block row), x at
    // least once, y and where it is read b once. Flops: 2 r c a block. The
    // terms of a row are added in a fixed order, which differs between the
    // backends.

    template <typename Number>
    void bsr_spmv(const PortableQueue &queue,
                  const BsrView<const Number> A,
                  ArrayView<const Number> x,
                  ArrayView<const Number> b,
                  ArrayView<Number> y,
                  const ProductMode mode);

    template <typename Number>
    void bsr_spmv(const CudaQueue &queue,
                  const BsrView<const Number> A,
                  ArrayView<const Number> x,
                  ArrayView<const Number> b,
                  ArrayView<Number> y,
                  const ProductMode mode);

    // y = y + A^T x, with x and y exchanged in size. The terms are scattered
    // with atomic additions, so that on a GPU the last bits may differ between
    // calls.

    template <typename Number>
    void bsr_transposed_spmv(const PortableQueue &queue,
                             const BsrView<const Number> A,
                             ArrayView<const Number> x,
                             ArrayView<Number> y);

    template <typename Number>
    void bsr_transposed_spmv(const CudaQueue &queue,
                             const BsrView<const Number> A,
                             ArrayView<const Number> x,
                             ArrayView<Number> y);
  } // namespace internal
} // namespace tessera

#endif
