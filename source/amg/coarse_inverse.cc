// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/coarse_inverse.h"

#include "amg/lapack.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr double tolerance = 1e-12;



      /** Calls f(row, column, value) for every stored value of @p A. */
      template <typename Function>
      void for_all_values(const BsrMatrix<double> &A, const Function &f)
      {
        const std::vector<std::int64_t> offsets =
          A.row_offsets().copy_to_host();
        const std::vector<std::int32_t> columns = A.columns().copy_to_host();
        const std::vector<double> values        = A.values().copy_to_host();
        const std::size_t n                     = A.block_height();
        for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
          for (std::size_t k = offsets[i]; k < std::size_t(offsets[i + 1]); ++k)
            for (std::size_t r = 0; r < n; ++r)
              for (std::size_t c = 0; c < n; ++c)
                f(i * n + r, columns[k] * n + c, values[(k * n + r) * n + c]);
      }



      /** The values of a dense matrix, ordered by blocks of size @p b. */
      std::vector<double> order_by_blocks(const std::vector<double> &a,
                                          const std::size_t n,
                                          const std::size_t b)
      {
        std::vector<double> values(a.size());
        std::size_t next = 0;
        for (std::size_t i = 0; i < n / b; ++i)
          for (std::size_t j = 0; j < n / b; ++j)
            for (std::size_t r = 0; r < b; ++r)
              for (std::size_t c = 0; c < b; ++c)
                values[next++] = a[(i * b + r) * n + j * b + c];
        return values;
      }



      /** 1 / sqrt(a_ii) */
      std::vector<double> diagonal_scaling(const std::vector<double> &a,
                                           const std::size_t n)
      {
        std::vector<double> scaling(n);
        for (std::size_t i = 0; i < n; ++i)
          {
            TESSERA_REQUIRE(a[i * n + i] > 0.,
                            InvalidInput,
                            "The matrix of the coarsest level has "
                              << a[i * n + i] << " on the diagonal in row " << i
                              << "; expected a positive number.");
            scaling[i] = 1. / std::sqrt(a[i * n + i]);
          }
        return scaling;
      }



      void scale(const std::vector<double> &scaling, std::vector<double> &a)
      {
        const std::size_t n = scaling.size();
        for (std::size_t r = 0; r < n; ++r)
          for (std::size_t c = 0; c < n; ++c)
            a[r * n + c] *= scaling[r] * scaling[c];
      }
    } // namespace



    BsrMatrix<double> make_dense_inverse(const BsrMatrix<double> &A)
    {
      const std::size_t n = A.m();
      std::vector<double> a(n * n, 0.);
      for_all_values(A, [&](const auto row, const auto column, const auto v) {
        a[row * n + column] = v;
      });
      const std::vector<double> scaling = diagonal_scaling(a, n);
      scale(scaling, a);
      std::vector<double> inverse = a;
      if (!invert_positive_definite(static_cast<int>(n), tolerance, inverse))
        {
          inverse.swap(a);
          pseudo_invert(static_cast<int>(n), tolerance, inverse);
        }
      scale(scaling, inverse);

      const std::int64_t n_rows = A.n_block_rows();
      std::vector<std::int64_t> offsets(n_rows + 1);
      std::vector<std::int32_t> columns(n_rows * n_rows);
      for (std::int64_t i = 0; i <= n_rows; ++i)
        offsets[i] = i * n_rows;
      for (std::size_t k = 0; k < columns.size(); ++k)
        columns[k] = static_cast<std::int32_t>(k % n_rows);
      return BsrMatrix<double>(A.device(),
                               n_rows,
                               A.block_height(),
                               A.block_height(),
                               offsets,
                               columns,
                               order_by_blocks(inverse, n, A.block_height()));
    }
  } // namespace internal
} // namespace tessera
