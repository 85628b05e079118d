// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/bsr/block_conversion.h>
#include <tessera/dealii/bsr_conversion.h>

#include "bsr/scalar_rows.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tessera
{
  BsrMatrix<double> make_bsr_matrix(const dealii::SparseMatrix<double> &matrix,
                                    const int block_size,
                                    const Device &device)
  {
    TESSERA_REQUIRE(!matrix.empty(),
                    InvalidInput,
                    "The SparseMatrix has no sparsity pattern; call reinit() "
                    "first.");
    TESSERA_REQUIRE(std::max(matrix.m(), matrix.n()) <=
                      static_cast<std::size_t>(
                        std::numeric_limits<std::int32_t>::max()),
                    InvalidInput,
                    "The SparseMatrix is "
                      << matrix.m() << " x " << matrix.n()
                      << ", the conversion takes at most 2^31 - 1 scalar rows "
                      << "and columns; assemble with BsrCellAssembler.");

    internal::ScalarRows rows(matrix.n_nonzero_elements());
    // A square matrix has its diagonal entry first.
    std::vector<std::pair<std::int32_t, double>> row;
    for (std::size_t i = 0; i < matrix.m(); ++i)
      {
        row.clear();
        for (auto entry = matrix.begin(i); entry != matrix.end(i); ++entry)
          row.emplace_back(static_cast<std::int32_t>(entry->column()),
                           entry->value());
        rows.add_row(row);
      }
    return make_bsr_matrix(rows.make_matrix(matrix.n()),
                           block_size,
                           block_size,
                           device);
  }
} // namespace tessera
