// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_dealii_matrix_free_problem_h
#define tessera_tests_dealii_matrix_free_problem_h

#include <tessera/dealii/diffusion_equation.h>

#include <deal.II/base/mg_level_object.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/mapping_q1.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/precondition.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/matrix_free/fe_evaluation.h>
#include <deal.II/matrix_free/matrix_free.h>
#include <deal.II/matrix_free/operators.h>
#include <deal.II/multigrid/mg_coarse.h>
#include <deal.II/multigrid/mg_constrained_dofs.h>
#include <deal.II/multigrid/mg_matrix.h>
#include <deal.II/multigrid/mg_transfer_matrix_free.h>
#include <deal.II/multigrid/multigrid.h>

#include <memory>
#include <set>

namespace tessera
{
  namespace test
  {
    template <typename Number>
    using DistributedVector =
      dealii::LinearAlgebra::distributed::Vector<Number>;

    template <typename Number>
    using MatrixFreeLaplace = dealii::MatrixFreeOperators::
      LaplaceOperator<3, 3, 4, 1, DistributedVector<Number>>;

    /** The Laplace operator on the active cells, or on @p level. */
    template <typename Number>
    std::shared_ptr<const dealii::MatrixFree<3, Number>>
    make_matrix_free(const dealii::DoFHandler<3> &dof_handler,
                     const dealii::AffineConstraints<double> &constraints,
                     const unsigned int level)
    {
      typename dealii::MatrixFree<3, Number>::AdditionalData data;
      data.mg_level = level;
      data.tasks_parallel_scheme =
        dealii::MatrixFree<3,
                           Number>::AdditionalData::TasksParallelScheme::none;
      const auto matrix_free =
        std::make_shared<dealii::MatrixFree<3, Number>>();
      matrix_free->reinit(dealii::MappingQ1<3>(),
                          dof_handler,
                          constraints,
                          dealii::QGauss<1>(4),
                          data);
      return matrix_free;
    }



    /**
     * A matrix-free multigrid program for the Laplace operator, apart from the
     * smoother: FP64 on the active cells, Number on the levels.
     */
    template <typename Number>
    class MatrixFreeProblem
    {
    public:
      using LevelVector = DistributedVector<Number>;

      /** @p triangulation is refined; multigrid starts on @p min_level. */
      MatrixFreeProblem(const dealii::Triangulation<3> &triangulation,
                        const std::set<dealii::types::boundary_id> &dirichlet,
                        const unsigned int min_level)
        : dof_handler(triangulation)
        , levels(min_level, triangulation.n_global_levels() - 1)
      {
        dof_handler.distribute_dofs(dealii::FE_Q<3>(3));
        dof_handler.distribute_mg_dofs();
        dealii::AffineConstraints<double> constraints;
        for (const auto id : dirichlet)
          dealii::DoFTools::make_zero_boundary_constraints(dof_handler,
                                                           id,
                                                           constraints);
        constraints.close();
        matrix.initialize(make_matrix_free<double>(
          dof_handler, constraints, dealii::numbers::invalid_unsigned_int));
        constrained_dofs.initialize(dof_handler);
        constrained_dofs.make_zero_boundary_constraints(dof_handler, dirichlet);
        for (unsigned int level = min_level; level <= levels.max_level();
             ++level)
          {
            dealii::AffineConstraints<double> level_constraints;
            level_constraints.add_lines(
              constrained_dofs.get_boundary_indices(level));
            level_constraints.close();
            levels[level].initialize(make_matrix_free<Number>(dof_handler,
                                                              level_constraints,
                                                              level),
                                     constrained_dofs,
                                     level);
          }
        transfer.initialize_constraints(constrained_dofs);
        transfer.build(dof_handler);

        // Ones, apart from the Dirichlet boundary.
        matrix.initialize_dof_vector(rhs);
        rhs = 1.;
        constraints.set_zero(rhs);
      }

      /** CG with a V-cycle from zero. */
      void solve(dealii::SolverControl &control,
                 const dealii::MGSmootherBase<LevelVector> &pre_smoother,
                 const dealii::MGSmootherBase<LevelVector> &post_smoother,
                 DistributedVector<double> &solution) const
      {
        const unsigned int coarsest = levels.min_level();
        dealii::ReductionControl coarse(1000, 1e-30, 1e-3, false, false);
        dealii::SolverCG<LevelVector> coarse_cg(coarse);
        dealii::PreconditionIdentity identity;
        const dealii::MGCoarseGridIterativeSolver<LevelVector,
                                                  dealii::SolverCG<LevelVector>,
                                                  MatrixFreeLaplace<Number>,
                                                  dealii::PreconditionIdentity>
          coarse_solver(coarse_cg, levels[coarsest], identity);
        const dealii::mg::Matrix<LevelVector> level_matrices(levels);
        dealii::Multigrid<LevelVector> multigrid(level_matrices,
                                                 coarse_solver,
                                                 transfer,
                                                 pre_smoother,
                                                 post_smoother,
                                                 coarsest);
        const dealii::PreconditionMG<3,
                                     LevelVector,
                                     dealii::MGTransferMatrixFree<3, Number>>
          preconditioner(dof_handler, multigrid, transfer);
        matrix.initialize_dof_vector(solution);
        dealii::SolverCG<DistributedVector<double>>(control).solve(
          matrix, solution, rhs, preconditioner);
      }

      /** The same to 1e-9; the number of iterations. */
      unsigned int
      n_iterations(const dealii::MGSmootherBase<LevelVector> &pre_smoother,
                   const dealii::MGSmootherBase<LevelVector> &post_smoother,
                   DistributedVector<double> &solution) const
      {
        dealii::ReductionControl control(50, 0., 1e-9, false, false);
        solve(control, pre_smoother, post_smoother, solution);
        return control.last_step();
      }

      dealii::DoFHandler<3> dof_handler;
      dealii::MGConstrainedDoFs constrained_dofs;
      MatrixFreeLaplace<double> matrix;
      dealii::MGLevelObject<MatrixFreeLaplace<Number>> levels;
      dealii::MGTransferMatrixFree<3, Number> transfer;
      DistributedVector<double> rhs;
    };
  } // namespace test
} // namespace tessera

#endif
