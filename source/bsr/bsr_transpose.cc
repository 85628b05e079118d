// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_transpose.h>

#include "bsr/sorted_pattern.h"
#include "kernels/bsr_coo.h"
#include "kernels/dispatch.h"
#include "kernels/pattern.h"

namespace tessera
{
  namespace
  {
    template <typename Number>
    void require_planned(const char *name,
                         const BsrMatrix<Number> &matrix,
                         const std::int64_t n_rows,
                         const std::int64_t n_columns,
                         const int height,
                         const int width,
                         const Array<std::int64_t> &source)
    {
      TESSERA_REQUIRE(matrix.n_block_rows() == n_rows &&
                        matrix.n_block_columns() == n_columns &&
                        matrix.block_height() == height &&
                        matrix.block_width() == width &&
                        matrix.n_blocks() == source.size() &&
                        matrix.device() == source.device(),
                      InvalidInput,
                      "BsrTranspose::compute was given a matrix "
                        << name << " of " << matrix.n_block_rows() << " x "
                        << matrix.n_block_columns() << " blocks with "
                        << matrix.n_blocks() << " stored on "
                        << matrix.device().name() << "; planned were " << n_rows
                        << " x " << n_columns << " with " << source.size()
                        << " of " << height << " x " << width << " on "
                        << source.device().name() << ".");
    }
  } // namespace



  template <typename Number>
  BsrTranspose::BsrTranspose(const BsrMatrix<Number> &A)
    : n_rows(A.n_block_columns())
    , n_columns(A.n_block_rows())
    , height(A.block_width())
    , width(A.block_height())
    , row_offsets(A.device(), A.n_block_columns() + 1)
    , block_columns(A.device(), A.n_blocks())
    , source(A.device(), A.n_blocks())
  {
    // With one column, the key of a block is its column.
    Array<std::uint64_t> keys(A.device(), A.n_blocks());
    Array<std::int32_t> zeros(A.device(), A.n_blocks());
    zeros.set_zero();
    const Array<std::uint64_t> &sorted_keys = keys;
    const Array<std::int32_t> &no_columns   = zeros;
    internal::dispatch(A.device(), [&](const auto &queue) {
      internal::pattern_keys(queue,
                             A.columns().view(),
                             no_columns.view(),
                             1,
                             keys.view(),
                             source.view());
      internal::pattern_sort(queue,
                             keys.view(),
                             source.view(),
                             internal::n_key_bits(n_rows));
      internal::pattern_offsets(queue, sorted_keys.view(), row_offsets.view());
      Array<std::int32_t> rows(A.device(), A.n_blocks());
      internal::pattern_rows(queue, A.row_offsets().view(), rows.view());
      const Array<std::int64_t> &order   = source;
      const Array<std::int32_t> &rows_of = rows;
      internal::pattern_gather(queue,
                               order.view(),
                               rows_of.view(),
                               block_columns.view());
    });
  }



  template <typename Number>
  BsrMatrix<Number> BsrTranspose::make_matrix() const
  {
    return internal::make_zero_matrix<Number>(
      n_columns, height, width, row_offsets, block_columns);
  }



  template <typename Number>
  void BsrTranspose::compute(const BsrMatrix<Number> &A,
                             BsrMatrix<Number> &T) const
  {
    require_planned("A", A, n_columns, n_rows, width, height, source);
    require_planned("T", T, n_rows, n_columns, height, width, source);
    internal::dispatch(source.device(), [&](const auto &queue) {
      internal::bsr_transpose_blocks(queue,
                                     width,
                                     height,
                                     source.view(),
                                     A.values().view(),
                                     T.values().view());
    });
  }



  std::size_t BsrTranspose::memory_consumption() const
  {
    return row_offsets.memory_consumption() +
           block_columns.memory_consumption() + source.memory_consumption();
  }



  template BsrTranspose::BsrTranspose(const BsrMatrix<float> &);
  template BsrTranspose::BsrTranspose(const BsrMatrix<double> &);

  template BsrMatrix<float> BsrTranspose::make_matrix() const;
  template BsrMatrix<double> BsrTranspose::make_matrix() const;

  template void BsrTranspose::compute(const BsrMatrix<float> &,
                                      BsrMatrix<float> &) const;
  template void BsrTranspose::compute(const BsrMatrix<double> &,
                                      BsrMatrix<double> &) const;
} // namespace tessera
