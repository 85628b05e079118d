// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/lapack.h"

#include <tessera/base/exceptions.h>

#include <cmath>
#include <cstddef>

extern "C"
{
  void dsterf_(const int *n, double *d, double *e, int *info);
  void
  dpotrf_(const char *uplo, const int *n, double *a, const int *lda, int *info);
  void
  dpotri_(const char *uplo, const int *n, double *a, const int *lda, int *info);
  void dpocon_(const char *uplo,
               const int *n,
               const double *a,
               const int *lda,
               const double *a_norm,
               double *rcond,
               double *work,
               int *iwork,
               int *info);
  void dsyev_(const char *job,
              const char *uplo,
              const int *n,
              double *a,
              const int *lda,
              double *w,
              double *work,
              const int *lwork,
              int *info);
}

namespace tessera
{
  namespace internal
  {
    namespace
    {
      double one_norm(const int n, const std::vector<double> &a)
      {
        double largest = 0.;
        for (int r = 0; r < n; ++r)
          {
            double sum = 0.;
            for (int c = 0; c < n; ++c)
              sum += std::fabs(a[static_cast<std::size_t>(r) * n + c]);
            largest = std::fmax(largest, sum);
          }
        return largest;
      }



      /** Copies the triangle that LAPACK calls lower to the other one. */
      void make_full(const int n, std::vector<double> &a)
      {
        for (std::size_t c = 0; c < static_cast<std::size_t>(n); ++c)
          for (std::size_t r = c + 1; r < static_cast<std::size_t>(n); ++r)
            a[r * n + c] = a[c * n + r];
      }



      /** Eigenvalues; the eigenvectors replace @p a, one after the other. */
      std::vector<double> decompose(const int n, std::vector<double> &a)
      {
        std::vector<double> eigenvalues(n);
        const int lwork = 64 * n + 64;
        std::vector<double> work(lwork);
        int info = 0;
        dsyev_("V",
               "L",
               &n,
               a.data(),
               &n,
               eigenvalues.data(),
               work.data(),
               &lwork,
               &info);
        TESSERA_REQUIRE(info == 0,
                        BackendFailure,
                        "LAPACK's dsyev returned "
                          << info << " for a matrix of size " << n << ".");
        return eigenvalues;
      }
    } // namespace



    std::vector<double>
    tridiagonal_eigenvalues(std::vector<double> diagonal,
                            std::vector<double> off_diagonal)
    {
      const int n = static_cast<int>(diagonal.size());
      int info    = 0;
      off_diagonal.resize(n);
      dsterf_(&n, diagonal.data(), off_diagonal.data(), &info);
      TESSERA_REQUIRE(info == 0,
                      BackendFailure,
                      "LAPACK's dsterf returned " << info << ".");
      return diagonal;
    }



    bool invert_positive_definite(const int n,
                                  const double tolerance,
                                  std::vector<double> &a)
    {
      const double norm = one_norm(n, a);
      double rcond      = 0.;
      int info          = 0;
      std::vector<double> work(3 * static_cast<std::size_t>(n));
      std::vector<int> iwork(n);
      dpotrf_("L", &n, a.data(), &n, &info);
      if (info != 0)
        return false;
      dpocon_(
        "L", &n, a.data(), &n, &norm, &rcond, work.data(), iwork.data(), &info);
      if (info != 0 || !(rcond > tolerance))
        return false;
      dpotri_("L", &n, a.data(), &n, &info);
      make_full(n, a);
      return info == 0;
    }



    void
    pseudo_invert(const int n, const double tolerance, std::vector<double> &a)
    {
      std::vector<double> vectors           = a;
      const std::vector<double> eigenvalues = decompose(n, vectors);
      const double bound = tolerance * std::fabs(eigenvalues.back());
      TESSERA_REQUIRE(eigenvalues.front() >= -bound,
                      NumericalFailure,
                      "The matrix of the coarsest level has the eigenvalue "
                        << eigenvalues.front() << " beside the largest, "
                        << eigenvalues.back()
                        << "; the matrix must be positive semidefinite.");
      a.assign(a.size(), 0.);
      for (std::size_t e = 0; e < eigenvalues.size(); ++e)
        if (eigenvalues[e] > bound)
          for (std::size_t r = 0; r < eigenvalues.size(); ++r)
            {
              const double factor = vectors[e * n + r] / eigenvalues[e];
              for (std::size_t c = 0; c < eigenvalues.size(); ++c)
                a[r * n + c] += factor * vectors[e * n + c];
            }
    }
  } // namespace internal
} // namespace tessera
