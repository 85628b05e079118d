// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts for dealii::Multigrid in its own cycle and conjugate gradients.

#include <tessera/cellwise/balanced_operator.h>
#include <tessera/cellwise/constant_mode.h>
#include <tessera/dealii/mg_cellwise_coarse_solver.h>
#include <tessera/dealii/mg_cellwise_laplace.h>
#include <tessera/dealii/mg_cellwise_transfer.h>
#include <tessera/dealii/mg_vertex_patch_smoother.h>

#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/multigrid/multigrid.h>

#include <limits>

#include "mpi_dealii/hierarchies.h"

namespace tessera
{
  namespace
  {
    /** deal.II's symmetric V-cycle on given levels. */
    template <typename Number>
    class VCycle
    {
    public:
      VCycle(const CellwiseLevels &levels,
             const CellBasis basis,
             const unsigned int n_sweeps)
        : matrix(levels, basis)
        , transfer(levels, {basis})
        , pre_smoother(levels, SweepOrder::forward, n_sweeps, basis)
        , post_smoother(levels, SweepOrder::reversed, n_sweeps, basis)
        , coarse_solver(levels, basis)
        , multigrid(matrix,
                    coarse_solver,
                    transfer,
                    pre_smoother,
                    post_smoother,
                    levels.min_level(),
                    levels.max_level())
        , preconditioner(no_dof_handler, multigrid, transfer)
      {}

      dealii::DoFHandler<3> no_dof_handler;
      MGCellwiseLaplace<Number> matrix;
      MGCellwiseTransfer<Number> transfer;
      MGVertexPatchSmoother<Number> pre_smoother;
      MGVertexPatchSmoother<Number> post_smoother;
      MGCellwiseCoarseSolver<Number> coarse_solver;
      dealii::Multigrid<CellwiseVector<Number>> multigrid;
      dealii::
        PreconditionMG<3, CellwiseVector<Number>, MGCellwiseTransfer<Number>>
          preconditioner;
    };



    /** The iterate of deal.II's conjugate gradients after some steps. */
    template <typename Number>
    CellwiseVector<double>
    iterate(const CellwiseLevels &levels,
            const VCycle<Number> &cycle,
            const CellwiseVector<double> &right_hand_side,
            const unsigned int n_steps)
    {
      const auto &mesh  = levels[levels.max_level()];
      const auto finest = CellwiseOperator<double>::laplace(mesh);
      const BalancedOperator<double> matrix(finest);
      CellwiseVector<double> rhs(right_hand_side), x(right_hand_side);
      const ConstantMode<double> constants(mesh);
      if (mesh->is_singular())
        constants.project_dual(rhs);
      average_copies(*mesh, rhs);
      x = 0.;
      dealii::IterationNumberControl control(n_steps, 0., false, false);
      dealii::SolverCG<CellwiseVector<double>>(control).solve(
        matrix, x, rhs, cycle.preconditioner);
      EXPECT_EQ(control.last_step(), n_steps);
      if (mesh->is_singular())
        constants.project_primal(x);
      return x;
    }



    class MGCellwiseOnRanks : public test::OnRanks
    {
    protected:
      template <typename Number>
      void check(const CellBasis basis, const unsigned int n_sweeps) const
      {
        const test::Hierarchies h(GetParam());
        const VCycle<Number> cycle(h.levels, basis, n_sweeps);
        const VCycle<Number> reference(h.reference, basis, n_sweeps);
        const unsigned int l    = h.levels.max_level();
        const auto expected_rhs = test::random_dual<double>(*h.reference[l]);
        const auto rhs          = h.distribute(l, expected_rhs);
        for (unsigned int n_steps = 1; n_steps <= 4; ++n_steps)
          {
            SCOPED_TRACE("step " + std::to_string(n_steps));
            h.expect_equal(
              l,
              iterate(h.levels, cycle, rhs, n_steps),
              iterate(h.reference, reference, expected_rhs, n_steps),
              50. * std::numeric_limits<Number>::epsilon());
          }
      }
    };



    TEST_P(MGCellwiseOnRanks, IteratesAreThoseOfOneRank)
    {
      check<double>(CellBasis::nodal, 1);
    }



    TEST_P(MGCellwiseOnRanks, IteratesInSinglePrecisionAreThoseOfOneRank)
    {
      check<float>(CellBasis::eigen, 1);
    }



    TEST_P(MGCellwiseOnRanks, IteratesWithTwoSweepsAreThoseOfOneRank)
    {
      check<double>(CellBasis::eigen, 2);
    }



    // What dealii::Multigrid does not call, or not on all levels.
    TEST_P(MGCellwiseOnRanks, OperatorsOnLevelsAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      const MGCellwiseLaplace<double> matrix(h.levels), reference(h.reference);
      for (unsigned int l = h.levels.min_level(); l <= h.levels.max_level();
           ++l)
        {
          const auto expected_u = test::random_primal<double>(*h.reference[l]);
          const auto u          = h.distribute(l, expected_u);
          auto expected         = test::random_dual<double>(*h.reference[l]);
          auto vector           = h.distribute(l, expected);
          matrix.vmult_add(l, vector, u);
          reference.vmult_add(l, expected, expected_u);
          h.expect_equal(l, vector, expected, 0.);
          matrix.Tvmult(l, vector, u);
          reference.Tvmult(l, expected, expected_u);
          h.expect_equal(l, vector, expected, 0.);
        }
    }



    TEST_P(MGCellwiseOnRanks, CopiesFromLevelsAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      const unsigned int first = h.levels.min_level();
      const unsigned int l     = h.levels.max_level();
      const MGCellwiseTransfer<float> transfer(h.levels),
        reference(h.reference);
      const dealii::DoFHandler<3> none;
      dealii::MGLevelObject<CellwiseVector<float>> vectors(first, l),
        expected_vectors(first, l);
      auto expected = test::random_dual<double>(*h.reference[l]);
      auto vector   = h.distribute(l, expected);
      transfer.copy_to_mg(none, vectors, vector);
      reference.copy_to_mg(none, expected_vectors, expected);
      const double rounding = std::numeric_limits<float>::epsilon();
      h.expect_equal(l, vectors[l], expected_vectors[l], rounding);
      for (unsigned int coarser = first; coarser < l; ++coarser)
        EXPECT_TRUE(vectors[coarser].all_zero());
      transfer.copy_from_mg_add(none, vector, vectors);
      reference.copy_from_mg_add(none, expected, expected_vectors);
      h.expect_equal(l, vector, expected, rounding);
    }

    INSTANTIATE_TEST_SUITE_P(Problems,
                             MGCellwiseOnRanks,
                             testing::ValuesIn(test::problems()),
                             test::name_of_problem);
  } // namespace
} // namespace tessera
