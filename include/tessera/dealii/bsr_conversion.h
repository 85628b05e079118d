// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_bsr_conversion_h
#define tessera_dealii_bsr_conversion_h

#include <tessera/base/device.h>
#include <tessera/bsr/bsr_matrix.h>

#include <deal.II/lac/sparse_matrix.h>

namespace tessera
{
  /**
   * A copy of @p matrix on @p device in square blocks of @p block_size. Entries
   * of a block that the sparsity pattern lacks become explicit zeros; see
   * make_bsr_matrix(const BsrMatrix<double> &, ...).
   *
   * For a matrix of a vector-valued problem call require_grouped_by_node()
   * first: this function cannot see whether a block is a node.
   *
   * @throws InvalidInput if @p block_size does not divide the number of rows
   * or columns.
   */
  BsrMatrix<double> make_bsr_matrix(const dealii::SparseMatrix<double> &matrix,
                                    const int block_size,
                                    const Device &device);
} // namespace tessera

#endif
