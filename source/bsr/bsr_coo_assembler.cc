// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_coo_assembler.h>

#include "bsr/bsr_matrix_checks.h"
#include "bsr/sorted_pattern.h"
#include "kernels/bsr_coo.h"
#include "kernels/dispatch.h"
#include "kernels/pattern.h"

namespace tessera
{
  namespace
  {
    void check_coordinates(const std::int64_t n_block_rows,
                           const std::int64_t n_block_columns,
                           const std::vector<std::int32_t> &rows,
                           const std::vector<std::int32_t> &columns)
    {
      TESSERA_REQUIRE(rows.size() == columns.size(),
                      InvalidInput,
                      "BsrCooAssembler was given "
                        << rows.size() << " block rows and " << columns.size()
                        << " block columns; expected one of each for every "
                           "contribution.");
      for (std::size_t k = 0; k < rows.size(); ++k)
        TESSERA_REQUIRE(rows[k] >= 0 && rows[k] < n_block_rows &&
                          columns[k] >= 0 && columns[k] < n_block_columns,
                        InvalidInput,
                        "Contribution " << k << " of a BsrCooAssembler is for "
                                        << "block (" << rows[k] << ", "
                                        << columns[k] << ") of a matrix of "
                                        << n_block_rows << " x "
                                        << n_block_columns << " blocks.");
    }



    /** Fills @p source with the contributions in the order of the blocks. */
    internal::SortedPattern
    sort_coordinates(const Device &device,
                     const std::int64_t n_rows,
                     const std::int64_t n_columns,
                     const std::vector<std::int32_t> &rows,
                     const std::vector<std::int32_t> &columns,
                     Array<std::int64_t> &source)
    {
      const Array<std::int32_t> device_rows(device, rows);
      const Array<std::int32_t> device_columns(device, columns);
      Array<std::uint64_t> keys(device, device_rows.size());
      internal::dispatch(device, [&](const auto &queue) {
        internal::pattern_keys(queue,
                               device_rows.view(),
                               device_columns.view(),
                               n_columns,
                               keys.view(),
                               source.view());
      });
      return internal::sort_pattern(n_rows, n_columns, keys, source);
    }
  } // namespace



  BsrCooAssembler::BsrCooAssembler(const Device &device,
                                   const std::int64_t n_rows,
                                   const std::int64_t n_columns,
                                   const int height,
                                   const int width,
                                   const std::vector<std::int32_t> &rows,
                                   const std::vector<std::int32_t> &columns)
    : n_rows(n_rows)
    , n_columns(n_columns)
    , height(height)
    , width(width)
  {
    internal::check_shape(n_rows, n_columns, height, width);
    check_coordinates(n_rows, n_columns, rows, columns);
    source =
      Array<std::int64_t>(device, static_cast<std::int64_t>(rows.size()));
    internal::SortedPattern pattern =
      sort_coordinates(device, n_rows, n_columns, rows, columns, source);
    row_offsets.swap(pattern.row_offsets);
    block_columns.swap(pattern.columns);
    source_offsets.swap(pattern.group_offsets);
  }



  std::int64_t BsrCooAssembler::n_contributions() const
  {
    return source.size();
  }



  template <typename Number>
  BsrMatrix<Number> BsrCooAssembler::make_matrix() const
  {
    return internal::make_zero_matrix<Number>(
      n_columns, height, width, row_offsets, block_columns);
  }



  template <typename Number>
  void BsrCooAssembler::assemble(const Array<Number> &contributions,
                                 BsrMatrix<Number> &matrix) const
  {
    const Device &device          = source.device();
    const std::int64_t block_size = static_cast<std::int64_t>(height) * width;
    TESSERA_REQUIRE(contributions.size() == n_contributions() * block_size,
                    InvalidInput,
                    "BsrCooAssembler::assemble was given "
                      << contributions.size() << " values; expected "
                      << n_contributions() << " contributions of " << height
                      << " x " << width << ".");
    TESSERA_REQUIRE(contributions.device() == device &&
                      matrix.device() == device,
                    InvalidInput,
                    "BsrCooAssembler::assemble on "
                      << device.name() << " was given contributions on "
                      << contributions.device().name() << " and a matrix on "
                      << matrix.device().name()
                      << "; all must be on one device.");
    TESSERA_REQUIRE(matrix.n_block_rows() == n_rows &&
                      matrix.n_block_columns() == n_columns &&
                      matrix.block_height() == height &&
                      matrix.block_width() == width &&
                      matrix.n_blocks() == block_columns.size(),
                    InvalidInput,
                    "BsrCooAssembler::assemble was given a matrix with "
                      << matrix.n_blocks() << " blocks of "
                      << matrix.block_height() << " x " << matrix.block_width()
                      << " for a plan with " << block_columns.size()
                      << " blocks of " << height << " x " << width
                      << "; use one from make_matrix() of this plan.");
    internal::dispatch(device, [&](const auto &queue) {
      internal::bsr_coo_sum(queue,
                            static_cast<int>(block_size),
                            source_offsets.view(),
                            source.view(),
                            contributions.view(),
                            matrix.values().view());
    });
  }



  std::size_t BsrCooAssembler::memory_consumption() const
  {
    return row_offsets.memory_consumption() +
           block_columns.memory_consumption() +
           source_offsets.memory_consumption() + source.memory_consumption();
  }



  template BsrMatrix<float> BsrCooAssembler::make_matrix() const;
  template BsrMatrix<double> BsrCooAssembler::make_matrix() const;

  template void BsrCooAssembler::assemble(const Array<float> &,
                                          BsrMatrix<float> &) const;
  template void BsrCooAssembler::assemble(const Array<double> &,
                                          BsrMatrix<double> &) const;
} // namespace tessera
