// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/balanced_operator.h>
#include <tessera/cellwise/copies.h>

#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_gmres.h>
#include <deal.II/lac/solver_richardson.h>
#include <deal.II/multigrid/mg_smoother.h>

#include "dealii/poisson_problem.h"
#include "devices.h"
#include "reference/patch_multigrid.h"

namespace tessera
{
  namespace
  {
    using Vector      = CellwiseVector<double>;
    using LevelVector = CellwiseVector<float>;

    class MGCellwiseMixedTest : public test::OnEachDevice
    {};



    /** deal.II's multigrid with levels in single precision. */
    template <typename PreSmoother, typename PostSmoother>
    class MixedCycle
    {
    public:
      MixedCycle(const test::PoissonProblem &problem,
                 const CellBasis basis,
                 const PreSmoother &pre_smoother,
                 const PostSmoother &post_smoother)
        : matrix(problem.levels, basis)
        , transfer(problem.levels, {basis})
        , coarse_solver(problem.levels, basis)
        , multigrid(matrix,
                    coarse_solver,
                    transfer,
                    pre_smoother,
                    post_smoother,
                    problem.levels.min_level(),
                    problem.levels.max_level())
        , preconditioner(problem.dof_handler, multigrid, transfer)
      {}

      MGCellwiseLaplace<float> matrix;
      MGCellwiseTransfer<float> transfer;
      MGCellwiseCoarseSolver<float> coarse_solver;
      dealii::Multigrid<LevelVector> multigrid;
      dealii::PreconditionMG<3, LevelVector, MGCellwiseTransfer<float>>
        preconditioner;
    };



    template <typename Solver, typename Preconditioner>
    unsigned int solve(test::PoissonProblem &problem,
                       const BalancedOperator<double> &matrix,
                       const Preconditioner &preconditioner)
    {
      Vector rhs(problem.rhs);
      average_copies(*problem.levels[problem.levels.max_level()], rhs);
      problem.solution = 0.;
      dealii::ReductionControl control(15, 0., 1e-9);
      Solver solver(control);
      solver.solve(matrix, problem.solution, rhs, preconditioner);
      const double l2_error = reference::patch_multigrid_results[1].l2_error;
      EXPECT_NEAR(problem.l2_error(), l2_error, 1e-4 * l2_error);
      return control.last_step();
    }



    // With residuals that are rebalanced, deal.II's solvers stop by their own
    // norms.
    TEST_P(MGCellwiseMixedTest, DealiiSolversConverge)
    {
      test::PoissonProblem problem(device, 3);
      const auto finest = CellwiseOperator<double>::laplace(problem.levels[3]);
      const BalancedOperator<double> matrix(finest);
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          const MGVertexPatchSmoother<float> pre(problem.levels,
                                                 SweepOrder::forward,
                                                 1,
                                                 basis);
          const MGVertexPatchSmoother<float> post(problem.levels,
                                                  SweepOrder::reversed,
                                                  1,
                                                  basis);
          MixedCycle cycle(problem, basis, pre, post);
          const auto &symmetric = cycle.preconditioner;
          EXPECT_LE(solve<dealii::SolverCG<Vector>>(problem, matrix, symmetric),
                    6u);
          EXPECT_LE(solve<dealii::SolverFGMRES<Vector>>(problem,
                                                        matrix,
                                                        symmetric),
                    6u);
          MixedCycle forward(problem, basis, pre, pre);
          EXPECT_LE(solve<dealii::SolverRichardson<Vector>>(
                      problem, matrix, forward.preconditioner),
                    6u);
        }
    }



    // The smoother as a relaxation method of mg::SmootherRelaxation.
    TEST_P(MGCellwiseMixedTest, IsARelaxationMethod)
    {
      test::PoissonProblem problem(device, 3);
      const auto finest = CellwiseOperator<double>::laplace(problem.levels[3]);
      const BalancedOperator<double> matrix(finest);
      using Relaxation = VertexPatchSmoother<float>;
      dealii::MGLevelObject<CellwiseOperator<float>> matrices(1, 3);
      for (unsigned int l = 1; l <= 3; ++l)
        matrices[l] =
          CellwiseOperator<float>::laplace(problem.levels[l], CellBasis::eigen);
      dealii::mg::SmootherRelaxation<VertexPatchSmoother<float>, LevelVector>
        pre, post;
      pre.initialize(matrices);
      post.initialize(matrices);
      post.set_transpose(true);
      MixedCycle cycle(problem, CellBasis::eigen, pre, post);
      EXPECT_LE(solve<dealii::SolverCG<Vector>>(problem,
                                                matrix,
                                                cycle.preconditioner),
                6u);

      VertexPatchSmoother<float> empty;
      LevelVector u(device, 512);
      EXPECT_THROW(empty.step(u, u), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             MGCellwiseMixedTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
