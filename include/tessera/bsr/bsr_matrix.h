// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_bsr_matrix_h
#define tessera_bsr_bsr_matrix_h

#include <tessera/base/array.h>
#include <tessera/base/vector.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  /**
   * Borrowed block sparse matrix, passed to kernels by value. Block k of block
   * row i, row_offsets[i] <= k < row_offsets[i+1], stands in block column
   * columns[k] and has its block_height x block_width values, row by row, at
   * values + k * block_height * block_width. The columns of a block row ascend.
   */
  template <typename Number>
  struct BsrView
  {
    std::int32_t n_block_rows;
    std::int32_t n_block_columns;
    int block_height;
    int block_width;
    const std::int64_t *row_offsets;
    const std::int32_t *columns;
    Number *values;
  };



  /**
   * Sparse matrix of dense blocks of equal, not necessarily square, size in
   * block compressed row storage on one device: `int64_t` row offsets, one
   * `int32_t` column and block_height() x block_width() values, stored row by
   * row, for each block. The columns of a block row ascend and differ.
   *
   * @p Number is float or double. A product reads
   * (4 + sizeof(Number) r c) bytes for each r x c block and 8 for each block
   * row, and the vectors once.
   */
  template <typename Number>
  class BsrMatrix
  {
  public:
    using value_type = Number;

    /** An empty matrix on the host. */
    BsrMatrix() = default;

    /** An empty matrix on @p device. */
    explicit BsrMatrix(const Device &device);

    /**
     * Takes the pattern (@p row_offsets with n_block_rows + 1 entries,
     * @p columns) and @p values from host memory to @p device.
     *
     * @throws InvalidInput, naming the block row, if the offsets do not ascend
     * from zero to the number of columns, if a column is out of range, if the
     * columns of a row do not ascend, or if the number of values does not fit.
     */
    BsrMatrix(const Device &device,
              const std::int64_t n_block_columns,
              const int block_height,
              const int block_width,
              const std::vector<std::int64_t> &row_offsets,
              const std::vector<std::int32_t> &columns,
              const std::vector<Number> &values);

    /**
     * The same from arrays that are already on one device; the pattern is not
     * checked, since that would need a copy.
     */
    BsrMatrix(const std::int64_t n_block_columns,
              const int block_height,
              const int block_width,
              Array<std::int64_t> &&row_offsets,
              Array<std::int32_t> &&columns,
              Array<Number> &&values);

    std::int64_t n_block_rows() const;

    std::int64_t n_block_columns() const;

    /** Rows of a block. */
    int block_height() const;

    /** Columns of a block. */
    int block_width() const;

    /** Number of stored blocks. */
    std::int64_t n_blocks() const;

    /** Number of scalar rows. */
    std::size_t m() const;

    /** Number of scalar columns. */
    std::size_t n() const;

    const Device &device() const;

    /** dst = A src. */
    void vmult(Vector<Number> &dst, const Vector<Number> &src) const;

    /** dst += A src. */
    void vmult_add(Vector<Number> &dst, const Vector<Number> &src) const;

    /** dst = A^T src; needs no transposed copy, but is slower than vmult(). */
    void Tvmult(Vector<Number> &dst, const Vector<Number> &src) const;

    /** dst = rhs - A src; returns nothing, unlike deal.II's. */
    void residual(Vector<Number> &dst,
                  const Vector<Number> &src,
                  const Vector<Number> &rhs) const;

    const Array<std::int64_t> &row_offsets() const;

    const Array<std::int32_t> &columns() const;

    const Array<Number> &values() const;

    Array<Number> &values();

    BsrView<const Number> view() const;

    BsrView<Number> view();

    /** A copy on @p device. */
    BsrMatrix copy_to(const Device &device) const;

    /** Bytes owned on device(). */
    std::size_t memory_consumption() const;

  private:
    std::int64_t n_columns = 0;
    int height             = 1;
    int width              = 1;
    Array<std::int64_t> offsets;
    Array<std::int32_t> block_columns;
    Array<Number> block_values;
  };
} // namespace tessera

#endif
