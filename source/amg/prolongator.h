// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_prolongator_h
#define tessera_source_amg_prolongator_h

#include <tessera/bsr/block_diagonal_inverse.h>
#include <tessera/bsr/bsr_matrix.h>

#include "amg/aggregation.h"

namespace tessera
{
  namespace internal
  {
    /** The tentative prolongator and what belongs to the coarse level. */
    struct TentativeProlongator
    {
      /** One block, n x n_modes, in the row of each aggregated block row. */
      BsrMatrix<double> P;

      /** n_modes x n_modes values for each aggregate: P times this is B. */
      Array<double> near_null_space;

      /** n_modes numbers for each aggregate, 1 for a zero column of P. */
      Array<std::int32_t> dropped;
    };

    /**
     * Orthonormal columns that span the near-null vectors, restricted to each
     * aggregate. @p block_size rows of @p n_modes values, row by row, are given
     * for each block row.
     */
    TentativeProlongator
    make_tentative_prolongator(const Aggregates &aggregates,
                               const int block_size,
                               const int n_modes,
                               const Array<double> &near_null_space);

    /** P = (I - omega D^{-1} A) P~, with the pattern of A P~. */
    BsrMatrix<double>
    smooth_prolongator(const BsrMatrix<double> &A,
                       const BlockDiagonalInverse<double> &inverse,
                       const double omega,
                       const BsrMatrix<double> &tentative);
  } // namespace internal
} // namespace tessera

#endif
