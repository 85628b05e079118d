// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/eigenvalue_estimate.h"

#include "amg/lapack.h"
#include "base/vector_view.h"
#include "kernels/aggregation.h"
#include "kernels/dispatch.h"

#include <cmath>
#include <vector>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      constexpr unsigned int max_steps = 25;

      /** Least number of steps and increase in a step that are not enough. */
      constexpr unsigned int min_steps = 10;
      constexpr double min_increase    = 2e-3;



      void require_step(const double curvature)
      {
        TESSERA_REQUIRE(std::isfinite(curvature),
                        NumericalFailure,
                        "The eigenvalue estimate of the matrix met NaN or "
                        "infinity; are its values near the limits of double?");
        TESSERA_REQUIRE(curvature >= 0.,
                        InvalidInput,
                        "The matrix is not positive semidefinite: a vector x "
                        "was found with x.Ax = "
                          << curvature
                          << ". Check signs and boundary conditions.");
      }



      /** Conjugate gradients, of which only the coefficients matter. */
      class Lanczos
      {
      public:
        Lanczos(const BsrMatrix<double> &A,
                const BlockDiagonalInverse<double> &inverse)
          : A(A)
          , inverse(inverse)
          , r(A.device(), static_cast<std::int64_t>(A.m()))
          , z(r)
          , p(r)
          , Ap(r)
        {
          dispatch(A.device(), [&](const auto &queue) {
            fill_with_hashes(queue, view_of(r));
          });
          inverse.vmult(z, r);
          p  = z;
          rz = r * z;
        }



        /** Returns whether the space grew. */
        bool step()
        {
          A.vmult(Ap, p);
          const double curvature = p * Ap;
          require_step(curvature);
          if (curvature <= 1e-14 * rz)
            return false;
          const double alpha = rz / curvature;
          diagonal.push_back(1. / alpha + last_part);
          r.add(-alpha, Ap);
          inverse.vmult(z, r);
          const double new_rz = r * z;
          const double beta   = new_rz / rz;
          if (!(beta > 1e-20))
            return false;
          off_diagonal.push_back(std::sqrt(beta) / alpha);
          last_part = beta / alpha;
          p.sadd(beta, z);
          rz = new_rz;
          return true;
        }



        double largest_ritz_value() const
        {
          return diagonal.empty()
                   ? 0.
                   : tridiagonal_eigenvalues(diagonal, off_diagonal).back();
        }

      private:
        const BsrMatrix<double> &A;
        const BlockDiagonalInverse<double> &inverse;
        Vector<double> r, z, p, Ap;
        double rz        = 0.;
        double last_part = 0.;
        std::vector<double> diagonal, off_diagonal;
      };
    } // namespace



    double estimate_max_eigenvalue(const BsrMatrix<double> &A,
                                   const BlockDiagonalInverse<double> &inverse)
    {
      Lanczos lanczos(A, inverse);
      double estimate = 0.;
      for (unsigned int step = 1; step <= max_steps; ++step)
        {
          const bool grew       = lanczos.step();
          const double previous = estimate;
          estimate              = lanczos.largest_ritz_value();
          if (!grew ||
              (step >= min_steps && estimate < (1. + min_increase) * previous))
            break;
        }
      return estimate;
    }
  } // namespace internal
} // namespace tessera
