// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/eigenproblem.h"

#include <tessera/base/exceptions.h>

#include <cstddef>

extern "C"
{
  // LAPACK: A x = lambda B x for symmetric A and positive definite B.
  void dsygv_(const int *itype,
              const char *jobz,
              const char *uplo,
              const int *n,
              double *a,
              const int *lda,
              double *b,
              const int *ldb,
              double *w,
              double *work,
              const int *lwork,
              int *info);
}

namespace tessera
{
  namespace internal
  {
    Eigenpairs solve_eigenproblem(const int n,
                                  std::vector<double> stiffness,
                                  std::vector<double> mass)
    {
      const auto size     = static_cast<std::size_t>(n);
      const int problem   = 1;
      const int work_size = 64 * n;
      int info            = 0;
      std::vector<double> work(static_cast<std::size_t>(work_size));
      Eigenpairs result{std::vector<double>(size),
                        std::vector<double>(size * size)};
      dsygv_(&problem,
             "V",
             "U",
             &n,
             stiffness.data(),
             &n,
             mass.data(),
             &n,
             result.values.data(),
             work.data(),
             &work_size,
             &info);
      TESSERA_REQUIRE(info == 0,
                      BackendFailure,
                      "LAPACK's dsygv returned "
                        << info << " for a matrix of size " << n << ".");
      // LAPACK stores column by column.
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j)
          result.vectors[i * size + j] = stiffness[j * size + i];
      return result;
    }
  } // namespace internal
} // namespace tessera
