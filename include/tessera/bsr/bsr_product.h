// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_bsr_product_h
#define tessera_bsr_bsr_product_h

#include <tessera/base/array.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  /**
   * Products C = A B of block matrices of fixed patterns. The constructor is
   * the symbolic phase: it lists all pairs of blocks A_ij, B_jk that meet,
   * sorts them by (i, k), and keeps the pattern of C with the pairs of each of
   * its blocks. compute() is the numeric phase: one kernel in which every
   * block row of every block of C adds up its own pairs in ascending j, so that
   * the result is the same, bit for bit, whenever it is repeated.
   *
   * The plan keeps 8 bytes a pair and 16 a block of C; the constructor needs
   * some 50 bytes a pair for a while. A numeric phase costs 2 r q c flops a
   * pair of an r x q and a q x c block.
   */
  class BsrProduct
  {
  public:
    /**
     * Makes the plan on the device of @p A and @p B.
     *
     * @throws InvalidInput if their sizes, blocks or devices do not fit.
     */
    template <typename Number>
    BsrProduct(const BsrMatrix<Number> &A, const BsrMatrix<Number> &B);

    /** Number of block products of each compute(). */
    std::int64_t n_pairs() const;

    /** A matrix with the pattern of C and zero values. */
    template <typename Number>
    BsrMatrix<Number> make_matrix() const;

    /**
     * Replaces the values of @p C, made by make_matrix(), by those of A B.
     *
     * @throws InvalidInput if the sizes or the devices are not those of the
     * plan; that the patterns are the planned ones is up to the caller.
     */
    template <typename Number>
    void compute(const BsrMatrix<Number> &A,
                 const BsrMatrix<Number> &B,
                 BsrMatrix<Number> &C) const;

    /** Bytes of the plan on its device. */
    std::size_t memory_consumption() const;

  private:
    std::int64_t n_columns;
    std::int64_t n_blocks_A;
    std::int64_t n_blocks_B;
    int height;
    int inner;
    int width;
    Array<std::int64_t> row_offsets;
    Array<std::int32_t> block_columns;

    // Block row of each block of C, and its pairs: pairs[pair_offsets[b]], ...
    // A pair is the position of a block in its row of A, times 2^32, plus that
    // of a block in its row of B.
    Array<std::int32_t> block_rows;
    Array<std::int64_t> pair_offsets;
    Array<std::int64_t> pairs;
  };
} // namespace tessera

#endif
