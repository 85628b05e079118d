// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/bsr/block_conversion.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace tessera
{
  namespace
  {
    /** Pattern and values in host memory. */
    struct HostMatrix
    {
      int height;
      int width;
      std::vector<std::int64_t> offsets;
      std::vector<std::int32_t> columns;
      std::vector<double> values;
    };



    void
    require_divides(const int block_size, const std::size_t n, const char *what)
    {
      TESSERA_REQUIRE(block_size >= 1 && n % block_size == 0,
                      InvalidInput,
                      "The block size "
                        << block_size << " was asked for a matrix of " << n
                        << ' ' << what << "; expected a block size of at "
                        << "least one that divides this number.");
      TESSERA_REQUIRE(n / block_size <=
                        std::numeric_limits<std::int32_t>::max(),
                      InvalidInput,
                      "A matrix of "
                        << n << ' ' << what << " in blocks of " << block_size
                        << " has more than 2^31 - 1 of them, which a BsrMatrix "
                        << "cannot index; use larger blocks.");
    }



    /** Adds the sorted block columns of block row @p row to @p result. */
    void append_pattern(const HostMatrix &source,
                        const std::int64_t row,
                        HostMatrix &result)
    {
      const std::size_t begin = result.columns.size();
      for (std::int64_t i = row * result.height; i < (row + 1) * result.height;
           ++i)
        {
          const std::int64_t source_row = i / source.height;
          // Rows of one source block row have the same pattern.
          if (i > row * result.height && i % source.height != 0)
            continue;
          for (std::int64_t k = source.offsets[source_row];
               k < source.offsets[source_row + 1];
               ++k)
            {
              const std::int64_t first =
                static_cast<std::int64_t>(source.columns[k]) * source.width;
              const std::int64_t last = first + source.width - 1;
              for (std::int64_t c = first / result.width;
                   c <= last / result.width;
                   ++c)
                result.columns.push_back(static_cast<std::int32_t>(c));
            }
        }
      std::sort(result.columns.begin() + begin, result.columns.end());
      result.columns.erase(std::unique(result.columns.begin() + begin,
                                       result.columns.end()),
                           result.columns.end());
      result.offsets.push_back(
        static_cast<std::int64_t>(result.columns.size()));
    }



    /** Copies the scalar row @p i of @p source to @p result. */
    void
    copy_row(const HostMatrix &source, const std::int64_t i, HostMatrix &result)
    {
      const std::int64_t row = i / result.height;
      const auto begin       = result.columns.begin() + result.offsets[row];
      const auto end         = result.columns.begin() + result.offsets[row + 1];
      const std::int64_t source_row = i / source.height;
      for (std::int64_t k = source.offsets[source_row];
           k < source.offsets[source_row + 1];
           ++k)
        for (int c = 0; c < source.width; ++c)
          {
            const std::int64_t j =
              static_cast<std::int64_t>(source.columns[k]) * source.width + c;
            const std::int64_t block =
              std::lower_bound(begin, end, j / result.width) -
              result.columns.begin();
            result.values[(block * result.height + i % result.height) *
                            result.width +
                          j % result.width] =
              source
                .values[(k * source.height + i % source.height) * source.width +
                        c];
          }
    }
  } // namespace



  BsrMatrix<double> make_bsr_matrix(const BsrMatrix<double> &matrix,
                                    const int block_height,
                                    const int block_width,
                                    const Device &device)
  {
    require_divides(block_height, matrix.m(), "rows");
    require_divides(block_width, matrix.n(), "columns");

    const HostMatrix source = {matrix.block_height(),
                               matrix.block_width(),
                               matrix.row_offsets().copy_to_host(),
                               matrix.columns().copy_to_host(),
                               matrix.values().copy_to_host()};
    HostMatrix result       = {block_height, block_width, {0}, {}, {}};

    const auto n_rows = static_cast<std::int64_t>(matrix.m());
    for (std::int64_t row = 0; row < n_rows / block_height; ++row)
      append_pattern(source, row, result);

    result.values.resize(result.columns.size() * block_height * block_width);
    for (std::int64_t i = 0; i < n_rows; ++i)
      copy_row(source, i, result);

    return BsrMatrix<double>(device,
                             static_cast<std::int64_t>(matrix.n()) /
                               block_width,
                             block_height,
                             block_width,
                             result.offsets,
                             result.columns,
                             result.values);
  }
} // namespace tessera
