// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_bsr_bsr_matrix_checks_h
#define tessera_source_bsr_bsr_matrix_checks_h

#include <cstdint>
#include <vector>

namespace tessera
{
  namespace internal
  {
    // Checks of what a BsrMatrix is made from; each throws InvalidInput.

    void check_shape(const std::int64_t n_block_rows,
                     const std::int64_t n_block_columns,
                     const int height,
                     const int width);

    /** @p size of the things called @p what must be @p expected. */
    void check_size(const char *what,
                    const std::int64_t size,
                    const std::int64_t expected);

    void check_pattern(const std::int64_t n_block_columns,
                       const std::vector<std::int64_t> &offsets,
                       const std::vector<std::int32_t> &columns);
  } // namespace internal
} // namespace tessera

#endif
