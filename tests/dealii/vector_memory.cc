// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/vector.h>
#include <tessera/bsr/bsr_matrix.h>

#include <deal.II/lac/precondition.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/solver_gmres.h>

#include <devices.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  namespace
  {
    class DealiiSolvers : public test::OnEachDevice
    {};

    INSTANTIATE_TEST_SUITE_P(Devices,
                             DealiiSolvers,
                             test::device_names(),
                             test::device_name);



    /** tridiag(-1, 2.5, -1) in blocks of one. */
    template <typename Number>
    BsrMatrix<Number> tridiagonal(const Device &device, const int n)
    {
      std::vector<std::int64_t> offsets(1, 0);
      std::vector<std::int32_t> columns;
      std::vector<Number> values;
      for (int i = 0; i < n; ++i)
        {
          for (int j = i - 1; j <= i + 1; ++j)
            if (j >= 0 && j < n)
              {
                columns.push_back(j);
                values.push_back(i == j ? Number(2.5) : Number(-1));
              }
          offsets.push_back(static_cast<std::int64_t>(columns.size()));
        }
      return BsrMatrix<Number>(device, n, 1, 1, offsets, columns, values);
    }



    template <typename Solver, typename Number>
    void check_solver(const Device &device, const double tolerance)
    {
      constexpr int n                = 33;
      const BsrMatrix<Number> matrix = tridiagonal<Number>(device, n);
      Vector<Number> expected(device, n);
      expected = Number(3);
      Vector<Number> rhs(device, n);
      matrix.vmult(rhs, expected);

      Vector<Number> x(device, n);
      dealii::SolverControl control(100, tolerance);
      Solver solver(control);
      solver.solve(matrix, x, rhs, dealii::PreconditionIdentity());
      EXPECT_GT(control.last_step(), 3u);
      x -= expected;
      // The smallest eigenvalue is larger than 1/2.
      EXPECT_LT(x.l2_norm(), 2. * tolerance);
    }



    TEST_P(DealiiSolvers, ConjugateGradients)
    {
      check_solver<dealii::SolverCG<Vector<double>>, double>(device, 1e-10);
      check_solver<dealii::SolverCG<Vector<float>>, float>(device, 1e-3);
    }



    TEST_P(DealiiSolvers, GeneralizedMinimalResiduals)
    {
      check_solver<dealii::SolverGMRES<Vector<double>>, double>(device, 1e-10);
    }
  } // namespace
} // namespace tessera
