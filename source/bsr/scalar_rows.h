// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_bsr_scalar_rows_h
#define tessera_source_bsr_scalar_rows_h

#include <tessera/bsr/bsr_matrix.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** Collects the rows of a scalar matrix of another library. */
    class ScalarRows
    {
    public:
      explicit ScalarRows(const std::size_t n_nonzeros)
      {
        columns.reserve(n_nonzeros);
        values.reserve(n_nonzeros);
      }

      /** Appends a row of (column, value) in any order; sorts @p row. */
      void add_row(std::vector<std::pair<std::int32_t, double>> &row)
      {
        std::sort(row.begin(), row.end());
        for (const auto &entry : row)
          {
            columns.push_back(entry.first);
            values.push_back(entry.second);
          }
        offsets.push_back(static_cast<std::int64_t>(columns.size()));
      }

      /** The rows as a matrix of 1x1 blocks on the host. */
      BsrMatrix<double> make_matrix(const std::size_t n_columns) const
      {
        return BsrMatrix<double>(Device::host(),
                                 static_cast<std::int64_t>(n_columns),
                                 1,
                                 1,
                                 offsets,
                                 columns,
                                 values);
      }

    private:
      std::vector<std::int64_t> offsets = {0};
      std::vector<std::int32_t> columns;
      std::vector<double> values;
    };
  } // namespace internal
} // namespace tessera

#endif
