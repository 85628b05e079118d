// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tpetra_bsr_conversion_h
#define tessera_tpetra_bsr_conversion_h

#include <tessera/base/device.h>
#include <tessera/bsr/bsr_matrix.h>

#include <Teuchos_Comm.hpp>
#include <Teuchos_RCP.hpp>
#include <Tpetra_CrsMatrix.hpp>

namespace tessera
{
  /** The matrix type that the packaged Tpetra is instantiated for. */
  using TpetraCrsMatrix = Tpetra::CrsMatrix<double, int, long long>;

  /**
   * A copy of @p matrix on @p device in square blocks of @p block_size, rows
   * and columns in the order of its range and domain maps. Entries of a block
   * that the graph lacks become explicit zeros; see
   * make_bsr_matrix(const BsrMatrix<double> &, ...).
   *
   * @throws InvalidInput if the matrix is not fill complete, if it is spread
   * over several processes, if its row map is not its range map, or if
   * @p block_size does not divide the number of rows or columns.
   */
  BsrMatrix<double> make_bsr_matrix(const TpetraCrsMatrix &matrix,
                                    const int block_size,
                                    const Device &device);

  /**
   * A copy of @p matrix as a fill-complete scalar Tpetra matrix on the one
   * process of @p communicator, with contiguous maps that start at zero. All
   * entries of the blocks are kept, zero or not. The matrix may be rectangular
   * and its blocks too. A matrix on another device than the host is copied.
   *
   * @throws InvalidInput if @p communicator has several processes.
   */
  Teuchos::RCP<TpetraCrsMatrix>
  make_crs_matrix(const BsrMatrix<double> &matrix,
                  const Teuchos::RCP<const Teuchos::Comm<int>> &communicator);
} // namespace tessera

#endif
