// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_block_diagonal_h
#define tessera_kernels_generic_block_diagonal_h

#include "kernels/block_diagonal.h"
#include "kernels/generic/bsr_search.h"
#include "kernels/host_device.h"

#include <cmath>
#include <limits>

namespace tessera
{
  namespace internal
  {
    /** NaN and infinity are the numbers that differ from themselves less one.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline bool is_finite(const Number x)
    {
      return x - x == Number();
    }



    /**
     * Inverts a symmetric positive definite n x n matrix with a unit diagonal
     * in place by Gauss-Jordan elimination; returns whether it is one.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline bool
    invert_in_place(Number *a, const int n, const Number smallest_pivot)
    {
      for (int k = 0; k < n; ++k)
        {
          const Number pivot = a[k * n + k];
          if (!(pivot > smallest_pivot))
            return false;
          a[k * n + k] = Number(1);
          for (int c = 0; c < n; ++c)
            a[k * n + c] /= pivot;
          for (int r = 0; r < n; ++r)
            if (r != k)
              {
                const Number factor = a[r * n + k];
                a[r * n + k]        = Number();
                for (int c = 0; c < n; ++c)
                  a[r * n + c] -= factor * a[k * n + c];
              }
        }
      return true;
    }



    /** @p inverse = the inverse of @p block, scaled to a unit diagonal. */
    template <typename Number>
    TESSERA_HOST_DEVICE inline DiagonalDefect invert_block(const Number *block,
                                                           const int n,
                                                           const Number epsilon,
                                                           Number *inverse)
    {
      for (int e = 0; e < n * n; ++e)
        if (!is_finite(block[e]))
          return DiagonalDefect::not_finite;
      for (int r = 0; r < n; ++r)
        if (!(block[r * n + r] > Number()))
          return DiagonalDefect::not_positive;
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
          inverse[r * n + c] =
            block[r * n + c] / sqrt(block[r * n + r]) / sqrt(block[c * n + c]);
      if (!invert_in_place(inverse, n, n * epsilon))
        return DiagonalDefect::not_positive;
      for (int r = 0; r < n; ++r)
        for (int c = 0; c < n; ++c)
          inverse[r * n + c] /= sqrt(block[r * n + r]) * sqrt(block[c * n + c]);
      return DiagonalDefect::none;
    }



    template <typename Queue, typename Number>
    DefectiveRow block_diagonal_invert(const Queue &queue,
                                       const BsrView<const Number> A,
                                       ArrayView<Number> inverse)
    {
      const int n                = A.block_height;
      const std::int64_t size    = n * n;
      const std::int64_t n_rows  = A.n_block_rows;
      const std::int64_t n_codes = int(DiagonalDefect::first_unused_code);
      const Number epsilon       = std::numeric_limits<Number>::epsilon();
      for_each(queue, n_rows, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        const std::int64_t k  = find_block(A, i, static_cast<int>(i));
        DiagonalDefect defect = DiagonalDefect::missing;
        if (k >= 0)
          defect = invert_block(A.values + k * size,
                                n,
                                epsilon,
                                inverse.data + i * size);
        // A defect is left behind as a first value that no inverse has.
        if (defect != DiagonalDefect::none)
          inverse.data[i * size] = -static_cast<Number>(int(defect));
      });
      // The first row has the largest code; 0 if there is none.
      const std::int64_t code = reduce_max(
        queue,
        n_rows,
        [=] TESSERA_HOST_DEVICE(const std::int64_t i) -> std::int64_t {
          const Number first = inverse.data[i * size];
          return first > Number()
                   ? 0
                   : (n_rows - i) * n_codes - static_cast<std::int64_t>(first);
        });
      if (code == 0)
        return {-1, DiagonalDefect::none};
      return {n_rows - code / n_codes,
              static_cast<DiagonalDefect>(code % n_codes)};
    }



    template <typename Number>
    TESSERA_HOST_DEVICE inline Number diagonal_row(const Number *inverse,
                                                   const Number *x,
                                                   const std::int64_t row,
                                                   const int n)
    {
      const Number *values  = inverse + row * n;
      const Number *x_block = x + row / n * n;
      Number sum            = Number();
      for (int c = 0; c < n; ++c)
        sum += values[c] * x_block[c];
      return sum;
    }



    template <typename Queue, typename Number>
    void block_diagonal_apply(const Queue &queue,
                              const int block_size,
                              ArrayView<const Number> inverse,
                              const Number factor,
                              ArrayView<const Number> x,
                              ArrayView<Number> y)
    {
      for_each(queue, y.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        y.data[i] = factor * diagonal_row(inverse.data, x.data, i, block_size);
      });
    }



    template <typename Queue, typename Number>
    void block_diagonal_step(const Queue &queue,
                             const int block_size,
                             ArrayView<const Number> inverse,
                             const Number momentum,
                             const Number factor,
                             ArrayView<const Number> r,
                             ArrayView<Number> d,
                             ArrayView<Number> x,
                             const bool overwrite)
    {
      for_each(queue, x.size, [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
        Number step =
          factor * diagonal_row(inverse.data, r.data, i, block_size);
        if (momentum != Number())
          step += momentum * d.data[i];
        d.data[i] = step;
        x.data[i] = overwrite ? step : x.data[i] + step;
      });
    }



    template <typename Queue, typename Number>
    std::int64_t bsr_first_nonfinite_row(const Queue &queue,
                                         const BsrView<const Number> A)
    {
      const std::int64_t size   = A.block_height * A.block_width;
      const std::int64_t n_rows = A.n_block_rows;
      return n_rows -
             reduce_max(queue,
                        n_rows,
                        [=] TESSERA_HOST_DEVICE(
                          const std::int64_t i) -> std::int64_t {
                          for (std::int64_t e = A.row_offsets[i] * size;
                               e < A.row_offsets[i + 1] * size;
                               ++e)
                            if (!is_finite(A.values[e]))
                              return n_rows - i;
                          return 0;
                        });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue, typename Number>
    struct BlockDiagonal
    {
      static constexpr auto invert = &block_diagonal_invert<Queue, Number>;
      static constexpr auto apply  = &block_diagonal_apply<Queue, Number>;
      static constexpr auto step   = &block_diagonal_step<Queue, Number>;
      static constexpr auto first_nonfinite_row =
        &bsr_first_nonfinite_row<Queue, Number>;
    };
  } // namespace internal
} // namespace tessera

#endif
