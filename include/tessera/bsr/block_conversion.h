// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_bsr_block_conversion_h
#define tessera_bsr_block_conversion_h

#include <tessera/base/device.h>
#include <tessera/bsr/bsr_matrix.h>

namespace tessera
{
  /**
   * The same matrix on @p device, stored in blocks of @p block_height rows and
   * @p block_width columns. Blocks of 1 x 1 are scalar compressed rows, so that
   * this converts from and to them.
   *
   * A block is stored if @p matrix stores at least one of its entries, zero or
   * not; its other entries become explicit zeros. So a matrix whose scalar
   * pattern fills its blocks returns unchanged from 1 x 1 blocks, and one that
   * does not needs more memory than before.
   *
   * Runs on the host in O(n log n) for n stored entries: this is for the set-up
   * of a program, and costs a copy in each direction that is not on the host.
   *
   * @throws InvalidInput if a block size is less than one or does not divide
   * the number of scalar rows or columns.
   */
  BsrMatrix<double> make_bsr_matrix(const BsrMatrix<double> &matrix,
                                    const int block_height,
                                    const int block_width,
                                    const Device &device);
} // namespace tessera

#endif
