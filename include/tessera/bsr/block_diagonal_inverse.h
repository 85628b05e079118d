// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_block_diagonal_inverse_h
#define tessera_bsr_block_diagonal_inverse_h

#include <tessera/base/array.h>
#include <tessera/base/vector.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  /**
   * The inverse D^{-1} of the block diagonal of a symmetric positive definite
   * matrix of square blocks, as dense n x n blocks on the device of the matrix.
   * Applying it reads these sizeof(Number) n bytes for each scalar row and the
   * vectors once.
   */
  template <typename Number>
  class BlockDiagonalInverse
  {
  public:
    /** Empty. */
    BlockDiagonalInverse() = default;

    /**
     * Inverts the diagonal blocks of @p matrix; no copy to the host.
     *
     * @throws InvalidInput, naming the block row, if the blocks or the matrix
     * are not square, or if a diagonal block is missing, has NaN or infinity,
     * or is not positive definite. A block is taken for singular if elimination
     * leaves less than n eps of one of its diagonal entries.
     */
    explicit BlockDiagonalInverse(const BsrMatrix<Number> &matrix);

    /** dst = D^{-1} src. */
    void vmult(Vector<Number> &dst, const Vector<Number> &src) const;

    /**
     * One step of an iteration with momentum:
     * direction = momentum direction + factor D^{-1} residual, and then
     * x += direction. With momentum = 0 the old direction is not read.
     */
    void step(Vector<Number> &x,
              Vector<Number> &direction,
              const Vector<Number> &residual,
              const Number momentum,
              const Number factor) const;

    /** direction = factor D^{-1} residual and x = direction. */
    void first_step(Vector<Number> &x,
                    Vector<Number> &direction,
                    const Vector<Number> &residual,
                    const Number factor) const;

    /** Rows of a block. */
    int block_size() const;

    /** The blocks, row by row. */
    const Array<Number> &values() const;

    std::size_t memory_consumption() const;

  private:
    int size = 1;
    Array<Number> inverse;
  };
} // namespace tessera

#endif
