// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "peer_muelu.h"

#include <stdexcept>

#ifdef STEP_2_WITH_MUELU

#  include <tessera/tpetra/bsr_conversion.h>

#  include <BelosLinearProblem.hpp>
#  include <BelosPseudoBlockCGSolMgr.hpp>
#  include <BelosTpetraAdapter.hpp>
#  include <MueLu_CreateTpetraPreconditioner.hpp>
#  include <Tpetra_Core.hpp>

#  include <chrono>

namespace Step2
{
  namespace
  {
    using MultiVector = Tpetra::MultiVector<double, int, long long>;
    using Operator    = Tpetra::Operator<double, int, long long>;
    using Clock       = std::chrono::steady_clock;



    double seconds_since(const Clock::time_point start)
    {
      return std::chrono::duration<double>(Clock::now() - start).count();
    }



    // The same method as ours: smoothed aggregation with the same damping of
    // the prolongator, and the same Chebyshev smoother. With the default of ten
    // power iterations Chebyshev can underestimate the largest eigenvalue so
    // much that the preconditioner is not positive.
    Teuchos::ParameterList muelu_parameters()
    {
      Teuchos::ParameterList parameters;
      parameters.set("verbosity", "none");
      parameters.set("multigrid algorithm", "sa");
      parameters.set("number of equations", 3);
      parameters.set("sa: damping factor", 4. / 3.);
      parameters.set("aggregation: type", "uncoupled");
      parameters.set("aggregation: drop tol", 0.);
      parameters.set("coarse: max size", 1000);
      parameters.set("coarse: type", "KLU2");
      parameters.set("transpose: use implicit", true);
      parameters.set("smoother: type", "CHEBYSHEV");
      auto &smoother = parameters.sublist("smoother: params");
      smoother.set("chebyshev: degree", 2);
      smoother.set("chebyshev: ratio eigenvalue", 20.);
      smoother.set("chebyshev: eigenvalue max iterations", 40);
      return parameters;
    }



    // `values` has `n_columns` numbers for each unknown, row by row.
    Teuchos::RCP<MultiVector>
    to_multi_vector(const Teuchos::RCP<const MultiVector::map_type> &map,
                    const std::vector<double> &values,
                    const std::size_t n_columns)
    {
      const auto result = Teuchos::rcp(new MultiVector(map, n_columns));
      for (std::size_t column = 0; column < n_columns; ++column)
        {
          const auto entries = result->getDataNonConst(column);
          for (std::size_t i = 0; i < values.size() / n_columns; ++i)
            entries[i] = values[i * n_columns + column];
        }
      return result;
    }
  } // namespace



  bool muelu_is_available()
  {
    return true;
  }



  MueLuResult solve_with_muelu(const tessera::BsrMatrix<double> &matrix,
                               const std::vector<double> &rhs,
                               const std::vector<double> &rigid_body_modes,
                               const double tolerance)
  {
    const auto A = tessera::make_crs_matrix(matrix, Tpetra::getDefaultComm());
    const auto b = to_multi_vector(A->getRangeMap(), rhs, 1);
    const auto x =
      to_multi_vector(A->getDomainMap(), std::vector<double>(matrix.n()), 1);

    auto parameters = muelu_parameters();
    parameters.sublist("user data")
      .set("Nullspace",
           to_multi_vector(A->getDomainMap(), rigid_body_modes, 6));
    const auto setup_start = Clock::now();
    const auto preconditioner =
      MueLu::CreateTpetraPreconditioner(Teuchos::RCP<Operator>(A), parameters);
    const double setup_seconds = seconds_since(setup_start);

    using Problem      = Belos::LinearProblem<double, MultiVector, Operator>;
    const auto problem = Teuchos::rcp(new Problem(A, x, b));
    problem->setLeftPrec(preconditioner);
    problem->setProblem();
    const auto belos_parameters = Teuchos::parameterList();
    belos_parameters->set("Convergence Tolerance", tolerance);
    belos_parameters->set("Maximum Iterations", 500);
    Belos::PseudoBlockCGSolMgr<double, MultiVector, Operator> solver(
      problem, belos_parameters);

    const auto solve_start = Clock::now();
    if (solver.solve() != Belos::Converged)
      throw std::runtime_error("CG with MueLu did not converge.");
    const double solve_seconds = seconds_since(solve_start);

    const auto solution = x->getData(0);
    return {static_cast<unsigned int>(solver.getNumIters()),
            static_cast<unsigned int>(
              preconditioner->GetHierarchy()->GetNumLevels()),
            preconditioner->GetHierarchy()->GetOperatorComplexity(),
            setup_seconds,
            solve_seconds,
            std::vector<double>(solution.begin(), solution.end())};
  }
} // namespace Step2

#else

namespace Step2
{
  bool muelu_is_available()
  {
    return false;
  }



  MueLuResult solve_with_muelu(const tessera::BsrMatrix<double> &,
                               const std::vector<double> &,
                               const std::vector<double> &,
                               const double)
  {
    throw std::runtime_error("This program was built without MueLu.");
  }
} // namespace Step2

#endif
