// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bsr/bsr_matrix_checks.h"

#include <tessera/base/exceptions.h>

#include <limits>
#include <string>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr std::int64_t max_index =
        std::numeric_limits<std::int32_t>::max();



      void check_row(const std::int64_t i,
                     const std::int64_t n_block_columns,
                     const std::vector<std::int64_t> &offsets,
                     const std::vector<std::int32_t> &columns)
      {
        for (std::int64_t k = offsets[i]; k < offsets[i + 1]; ++k)
          {
            TESSERA_REQUIRE(columns[k] >= 0 && columns[k] < n_block_columns,
                            InvalidInput,
                            "Block row "
                              << i << " of a BsrMatrix has a block in "
                              << "block column " << columns[k]
                              << "; expected 0 to " << n_block_columns - 1
                              << ".");
            TESSERA_REQUIRE(k == offsets[i] || columns[k - 1] < columns[k],
                            InvalidInput,
                            "Block row "
                              << i << " of a BsrMatrix has block column "
                              << columns[k] << " after " << columns[k - 1]
                              << "; sort the columns of each row and add up "
                                 "duplicates, or use BsrCooAssembler.");
          }
      }
    } // namespace



    void check_shape(const std::int64_t n_block_rows,
                     const std::int64_t n_block_columns,
                     const int height,
                     const int width)
    {
      TESSERA_REQUIRE(height > 0 && width > 0,
                      InvalidInput,
                      "BsrMatrix was given blocks of "
                        << height << " x " << width
                        << "; both sizes must be at least 1.");
      TESSERA_REQUIRE(n_block_rows <= max_index && n_block_columns >= 0 &&
                        n_block_columns <= max_index,
                      InvalidInput,
                      "BsrMatrix was given "
                        << n_block_rows << " block rows and " << n_block_columns
                        << " block columns; expected 0 to 2^31 - 1 of each.");
    }



    void check_size(const char *what,
                    const std::int64_t size,
                    const std::int64_t expected)
    {
      TESSERA_REQUIRE(size == expected,
                      InvalidInput,
                      "BsrMatrix was given " << size << " " << what
                                             << ", expected " << expected
                                             << ".");
    }



    void check_pattern(const std::int64_t n_block_columns,
                       const std::vector<std::int64_t> &offsets,
                       const std::vector<std::int32_t> &columns)
    {
      TESSERA_REQUIRE(!offsets.empty() && offsets[0] == 0,
                      InvalidInput,
                      "The row offsets of a BsrMatrix start with "
                        << (offsets.empty() ? "nothing"
                                            : std::to_string(offsets[0]))
                        << "; expected 0 and one more for each block row.");
      const std::int64_t n_blocks = static_cast<std::int64_t>(columns.size());
      const std::int64_t n_rows = static_cast<std::int64_t>(offsets.size()) - 1;
      for (std::int64_t i = 0; i < n_rows; ++i)
        {
          TESSERA_REQUIRE(offsets[i + 1] >= offsets[i] &&
                            offsets[i + 1] <= n_blocks,
                          InvalidInput,
                          "Block row " << i << " of a BsrMatrix goes from "
                                       << offsets[i] << " to " << offsets[i + 1]
                                       << "; row offsets must ascend and not "
                                          "exceed the number of columns, "
                                       << n_blocks << ".");
          check_row(i, n_block_columns, offsets, columns);
        }
      check_size("block columns", n_blocks, offsets.back());
    }
  } // namespace internal
} // namespace tessera
