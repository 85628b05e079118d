// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_bsr_h
#define tessera_tests_reference_bsr_h

#include "reference/random.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace reference
{
  /** A block matrix in host memory, as BsrMatrix stores it. */
  template <typename Number>
  struct Bsr
  {
    std::int64_t n_columns = 0;
    int height             = 1;
    int width              = 1;
    std::vector<std::int64_t> offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<Number> values;

    std::int64_t n_rows() const
    {
      return static_cast<std::int64_t>(offsets.size()) - 1;
    }
  };



  /**
   * A matrix with 0 to @p max_row_length blocks in a row (every fifth row is
   * empty, and so are some others) and values in [-1, 1].
   */
  template <typename Number>
  Bsr<Number> random_bsr(const std::int64_t n_rows,
                         const std::int64_t n_columns,
                         const int height,
                         const int width,
                         const int max_row_length,
                         const unsigned int seed)
  {
    std::mt19937 generator(seed);
    Bsr<Number> A;
    A.n_columns = n_columns;
    A.height    = height;
    A.width     = width;
    for (std::int64_t i = 0; i < n_rows; ++i)
      {
        std::set<std::int32_t> row;
        const int length =
          i % 5 == 4 ? 0 : static_cast<int>(generator() % (max_row_length + 1));
        for (int k = 0; k < length && n_columns > 0; ++k)
          row.insert(static_cast<std::int32_t>(generator() % n_columns));
        A.columns.insert(A.columns.end(), row.begin(), row.end());
        A.offsets.push_back(static_cast<std::int64_t>(A.columns.size()));
      }
    A.values =
      random_vector<Number>(A.columns.size() * height * width, seed + 1);
    return A;
  }



  /** The scalar entries by row and column. */
  template <typename Number>
  std::map<std::pair<std::int64_t, std::int64_t>, double>
  entries(const Bsr<Number> &A)
  {
    std::map<std::pair<std::int64_t, std::int64_t>, double> result;
    for (std::int64_t i = 0; i < A.n_rows(); ++i)
      for (std::int64_t k = A.offsets[i]; k < A.offsets[i + 1]; ++k)
        for (int r = 0; r < A.height; ++r)
          for (int c = 0; c < A.width; ++c)
            result[{i * A.height + r,
                    std::int64_t(A.columns[k]) * A.width + c}] =
              A.values[(k * A.height + r) * A.width + c];
    return result;
  }



  /** A x, in double. */
  template <typename Number>
  std::vector<Number> multiply(const Bsr<Number> &A,
                               const std::vector<Number> &x)
  {
    std::vector<double> sum(A.n_rows() * A.height, 0.);
    for (const auto &entry : entries(A))
      sum[entry.first.first] += entry.second * x[entry.first.second];
    return std::vector<Number>(sum.begin(), sum.end());
  }



  /** A^T x, in double. */
  template <typename Number>
  std::vector<Number> multiply_transposed(const Bsr<Number> &A,
                                          const std::vector<Number> &x)
  {
    std::vector<double> sum(A.n_columns * A.width, 0.);
    for (const auto &entry : entries(A))
      sum[entry.first.second] += entry.second * x[entry.first.first];
    return std::vector<Number>(sum.begin(), sum.end());
  }



  /** A B: the blocks that exist are those where blocks of A and B meet. */
  template <typename Number>
  Bsr<Number> multiply(const Bsr<Number> &A, const Bsr<Number> &B)
  {
    Bsr<Number> C;
    C.n_columns = B.n_columns;
    C.height    = A.height;
    C.width     = B.width;
    for (std::int64_t i = 0; i < A.n_rows(); ++i)
      {
        std::map<std::int32_t, std::vector<double>> row;
        for (std::int64_t a = A.offsets[i]; a < A.offsets[i + 1]; ++a)
          for (std::int64_t b = B.offsets[A.columns[a]];
               b < B.offsets[A.columns[a] + 1];
               ++b)
            {
              auto &block = row[B.columns[b]];
              block.resize(C.height * C.width, 0.);
              for (int r = 0; r < C.height; ++r)
                for (int c = 0; c < C.width; ++c)
                  for (int k = 0; k < A.width; ++k)
                    block[r * C.width + c] +=
                      double(A.values[(a * A.height + r) * A.width + k]) *
                      B.values[(b * B.height + k) * B.width + c];
            }
        for (const auto &entry : row)
          {
            C.columns.push_back(entry.first);
            C.values.insert(C.values.end(),
                            entry.second.begin(),
                            entry.second.end());
          }
        C.offsets.push_back(static_cast<std::int64_t>(C.columns.size()));
      }
    return C;
  }
} // namespace reference

#endif
