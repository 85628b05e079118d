// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_matrix.h>

#include "base/vector_view.h"
#include "bsr/bsr_matrix_checks.h"
#include "kernels/bsr_spmv.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace
  {
    /** Also refuses that the product overwrites its own source. */
    template <typename Number>
    void check_vectors(const char *function,
                       const Device &device,
                       const Vector<Number> &dst,
                       const std::size_t dst_size,
                       const Vector<Number> &src,
                       const std::size_t src_size)
    {
      TESSERA_REQUIRE(dst.size() == dst_size && src.size() == src_size,
                      InvalidInput,
                      "BsrMatrix::" << function << " was given a dst of "
                                    << dst.size() << " and a src of "
                                    << src.size() << " entries; expected "
                                    << dst_size << " and " << src_size << ".");
      TESSERA_REQUIRE(dst.device() == device && src.device() == device,
                      InvalidInput,
                      "BsrMatrix::" << function << " on " << device.name()
                                    << " was given a dst on "
                                    << dst.device().name() << " and a src on "
                                    << src.device().name()
                                    << "; all must be on one device.");
      TESSERA_REQUIRE(&dst != &src,
                      InvalidInput,
                      "BsrMatrix::" << function
                                    << " was given one vector as dst and src; "
                                       "use two.");
    }



    /** Launches one of the products of bsr_spmv(); the vectors are checked. */
    template <typename Number>
    void multiply(const BsrMatrix<Number> &A,
                  const Vector<Number> &src,
                  const ArrayView<const Number> rhs,
                  Vector<Number> &dst,
                  const internal::ProductMode mode)
    {
      internal::dispatch(A.device(), [&](const auto &queue) {
        internal::bsr_spmv(queue,
                           A.view(),
                           internal::view_of(src),
                           rhs,
                           internal::view_of(dst),
                           mode);
      });
    }
  } // namespace



  template <typename Number>
  BsrMatrix<Number>::BsrMatrix(const Device &device)
    : offsets(device)
    , block_columns(device)
    , block_values(device)
  {}



  template <typename Number>
  BsrMatrix<Number>::BsrMatrix(const Device &device,
                               const std::int64_t n_block_columns,
                               const int block_height,
                               const int block_width,
                               const std::vector<std::int64_t> &row_offsets,
                               const std::vector<std::int32_t> &columns,
                               const std::vector<Number> &values)
    : BsrMatrix(device)
  {
    internal::check_shape(static_cast<std::int64_t>(row_offsets.size()) - 1,
                          n_block_columns,
                          block_height,
                          block_width);
    internal::check_pattern(n_block_columns, row_offsets, columns);
    internal::check_size("values",
                         static_cast<std::int64_t>(values.size()),
                         static_cast<std::int64_t>(columns.size()) *
                           block_height * block_width);
    n_columns     = n_block_columns;
    height        = block_height;
    width         = block_width;
    offsets       = Array<std::int64_t>(device, row_offsets);
    block_columns = Array<std::int32_t>(device, columns);
    block_values  = Array<Number>(device, values);
  }



  template <typename Number>
  BsrMatrix<Number>::BsrMatrix(const std::int64_t n_block_columns,
                               const int block_height,
                               const int block_width,
                               Array<std::int64_t> &&row_offsets,
                               Array<std::int32_t> &&columns,
                               Array<Number> &&values)
    : n_columns(n_block_columns)
    , height(block_height)
    , width(block_width)
  {
    internal::check_shape(row_offsets.size() - 1,
                          n_block_columns,
                          block_height,
                          block_width);
    TESSERA_REQUIRE(!row_offsets.empty(),
                    InvalidInput,
                    "BsrMatrix was given no row offsets; expected one more "
                    "than there are block rows.");
    TESSERA_REQUIRE(row_offsets.device() == columns.device() &&
                      row_offsets.device() == values.device(),
                    InvalidInput,
                    "BsrMatrix was given row offsets, columns and values on "
                      << row_offsets.device().name() << ", "
                      << columns.device().name() << " and "
                      << values.device().name()
                      << "; all must be on one device.");
    internal::check_size("values",
                         values.size(),
                         columns.size() * block_height * block_width);
    offsets.swap(row_offsets);
    block_columns.swap(columns);
    block_values.swap(values);
  }



  template <typename Number>
  std::int64_t BsrMatrix<Number>::n_block_rows() const
  {
    return offsets.empty() ? 0 : offsets.size() - 1;
  }



  template <typename Number>
  std::int64_t BsrMatrix<Number>::n_block_columns() const
  {
    return n_columns;
  }



  template <typename Number>
  int BsrMatrix<Number>::block_height() const
  {
    return height;
  }



  template <typename Number>
  int BsrMatrix<Number>::block_width() const
  {
    return width;
  }



  template <typename Number>
  std::int64_t BsrMatrix<Number>::n_blocks() const
  {
    return block_columns.size();
  }



  template <typename Number>
  std::size_t BsrMatrix<Number>::m() const
  {
    return static_cast<std::size_t>(n_block_rows()) * height;
  }



  template <typename Number>
  std::size_t BsrMatrix<Number>::n() const
  {
    return static_cast<std::size_t>(n_columns) * width;
  }



  template <typename Number>
  const Device &BsrMatrix<Number>::device() const
  {
    return block_values.device();
  }



  template <typename Number>
  void BsrMatrix<Number>::vmult(Vector<Number> &dst,
                                const Vector<Number> &src) const
  {
    check_vectors("vmult", device(), dst, m(), src, n());
    multiply(*this,
             src,
             ArrayView<const Number>(),
             dst,
             internal::ProductMode::assign);
  }



  template <typename Number>
  void BsrMatrix<Number>::vmult_add(Vector<Number> &dst,
                                    const Vector<Number> &src) const
  {
    check_vectors("vmult_add", device(), dst, m(), src, n());
    multiply(
      *this, src, ArrayView<const Number>(), dst, internal::ProductMode::add);
  }



  template <typename Number>
  void BsrMatrix<Number>::Tvmult(Vector<Number> &dst,
                                 const Vector<Number> &src) const
  {
    check_vectors("Tvmult", device(), dst, n(), src, m());
    dst = Number();
    internal::dispatch(device(), [&](const auto &queue) {
      internal::bsr_transposed_spmv(queue,
                                    view(),
                                    internal::view_of(src),
                                    internal::view_of(dst));
    });
  }



  template <typename Number>
  void BsrMatrix<Number>::residual(Vector<Number> &dst,
                                   const Vector<Number> &src,
                                   const Vector<Number> &rhs) const
  {
    check_vectors("residual", device(), dst, m(), src, n());
    TESSERA_REQUIRE(rhs.size() == m() && rhs.device() == device(),
                    InvalidInput,
                    "BsrMatrix::residual was given a rhs of "
                      << rhs.size() << " entries on " << rhs.device().name()
                      << "; expected " << m() << " on " << device().name()
                      << ".");
    multiply(
      *this, src, internal::view_of(rhs), dst, internal::ProductMode::residual);
  }



  template <typename Number>
  const Array<std::int64_t> &BsrMatrix<Number>::row_offsets() const
  {
    return offsets;
  }



  template <typename Number>
  const Array<std::int32_t> &BsrMatrix<Number>::columns() const
  {
    return block_columns;
  }



  template <typename Number>
  const Array<Number> &BsrMatrix<Number>::values() const
  {
    return block_values;
  }



  template <typename Number>
  Array<Number> &BsrMatrix<Number>::values()
  {
    return block_values;
  }



  template <typename Number>
  BsrView<const Number> BsrMatrix<Number>::view() const
  {
    return {static_cast<std::int32_t>(n_block_rows()),
            static_cast<std::int32_t>(n_columns),
            height,
            width,
            offsets.data(),
            block_columns.data(),
            block_values.data()};
  }



  template <typename Number>
  BsrView<Number> BsrMatrix<Number>::view()
  {
    return {static_cast<std::int32_t>(n_block_rows()),
            static_cast<std::int32_t>(n_columns),
            height,
            width,
            offsets.data(),
            block_columns.data(),
            block_values.data()};
  }



  template <typename Number>
  BsrMatrix<Number> BsrMatrix<Number>::copy_to(const Device &device) const
  {
    BsrMatrix copy(device);
    copy.n_columns     = n_columns;
    copy.height        = height;
    copy.width         = width;
    copy.offsets       = offsets.copy_to(device);
    copy.block_columns = block_columns.copy_to(device);
    copy.block_values  = block_values.copy_to(device);
    return copy;
  }



  template <typename Number>
  std::size_t BsrMatrix<Number>::memory_consumption() const
  {
    return offsets.memory_consumption() + block_columns.memory_consumption() +
           block_values.memory_consumption();
  }



  template class BsrMatrix<float>;
  template class BsrMatrix<double>;
} // namespace tessera
