// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_bsr_transpose_h
#define tessera_bsr_bsr_transpose_h

#include <tessera/base/array.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  /**
   * Transposes matrices of one pattern. The constructor sorts the blocks by
   * column and keeps where each block comes from (8 bytes a block); compute()
   * is then one kernel that reads and writes every value once.
   */
  class BsrTranspose
  {
  public:
    /** Makes the plan on the device of @p A. */
    template <typename Number>
    explicit BsrTranspose(const BsrMatrix<Number> &A);

    /** A matrix with the pattern of A^T and zero values. */
    template <typename Number>
    BsrMatrix<Number> make_matrix() const;

    /**
     * Replaces the values of @p T, made by make_matrix(), by those of A^T.
     *
     * @throws InvalidInput if the sizes or the devices are not those of the
     * plan; that the pattern is the planned one is up to the caller.
     */
    template <typename Number>
    void compute(const BsrMatrix<Number> &A, BsrMatrix<Number> &T) const;

    /** Bytes of the plan on its device. */
    std::size_t memory_consumption() const;

  private:
    std::int64_t n_rows;
    std::int64_t n_columns;
    int height;
    int width;
    Array<std::int64_t> row_offsets;
    Array<std::int32_t> block_columns;

    // Block k of the transpose is block source[k] of the matrix.
    Array<std::int64_t> source;
  };
} // namespace tessera

#endif
