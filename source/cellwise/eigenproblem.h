// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_cellwise_eigenproblem_h
#define tessera_source_cellwise_eigenproblem_h

#include <vector>

namespace tessera
{
  namespace internal
  {
    struct Eigenpairs
    {
      /** Ascending. */
      std::vector<double> values;

      /** n x n, row by row: the columns are the vectors. */
      std::vector<double> vectors;
    };



    /**
     * Solves K v = lambda M v for symmetric n x n matrices, M positive
     * definite. The matrix V of the vectors fulfils V^T M V = I.
     *
     * @throws BackendFailure if LAPACK cannot.
     */
    Eigenpairs solve_eigenproblem(const int n,
                                  std::vector<double> stiffness,
                                  std::vector<double> mass);
  } // namespace internal
} // namespace tessera

#endif
