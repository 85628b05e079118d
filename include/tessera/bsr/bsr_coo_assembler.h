// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_bsr_coo_assembler_h
#define tessera_bsr_bsr_coo_assembler_h

#include <tessera/base/array.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  /**
   * Assembles a BsrMatrix from a stream of dense blocks in coordinate form:
   * contribution k adds a block to block row rows[k] and block column
   * columns[k]; several contributions to one block are summed.
   *
   * The constructor sorts the coordinates and keeps the plan: the pattern, and
   * for each block of the matrix the list of its contributions in ascending
   * order. Each assemble() is then one kernel in which every block of the
   * matrix adds up its own contributions in that order, so that the result is
   * the same, bit for bit, whenever it is repeated.
   */
  class BsrCooAssembler
  {
  public:
    /**
     * Makes the plan on @p device for a matrix of the given block shape.
     *
     * @throws InvalidInput, naming the contribution, if a coordinate is
     * negative or too large, or if the lists differ in length.
     */
    BsrCooAssembler(const Device &device,
                    const std::int64_t n_block_rows,
                    const std::int64_t n_block_columns,
                    const int block_height,
                    const int block_width,
                    const std::vector<std::int32_t> &rows,
                    const std::vector<std::int32_t> &columns);

    /** Number of contributions of each assembly. */
    std::int64_t n_contributions() const;

    /** A matrix with the planned pattern and zero values. */
    template <typename Number>
    BsrMatrix<Number> make_matrix() const;

    /**
     * Replaces the values of @p matrix, made by make_matrix(), by the sums of
     * @p contributions: one block of block_height x block_width values, row by
     * row, for each contribution, on the device of the plan.
     */
    template <typename Number>
    void assemble(const Array<Number> &contributions,
                  BsrMatrix<Number> &matrix) const;

    /** Bytes of the plan on its device. */
    std::size_t memory_consumption() const;

  private:
    std::int64_t n_rows;
    std::int64_t n_columns;
    int height;
    int width;
    Array<std::int64_t> row_offsets;
    Array<std::int32_t> block_columns;

    // Contributions of block b of the matrix:
    // source[source_offsets[b]], ..., source[source_offsets[b+1]-1].
    Array<std::int64_t> source_offsets;
    Array<std::int64_t> source;
  };
} // namespace tessera

#endif
