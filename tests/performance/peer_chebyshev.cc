// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/peer_chebyshev.h"

#include "performance/matrix_free_laplace.h"

#include <deal.II/base/function.h>
#include <deal.II/base/mg_level_object.h>
#include <deal.II/base/numbers.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/timer.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/diagonal_matrix.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/precondition.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/multigrid/mg_coarse.h>
#include <deal.II/multigrid/mg_constrained_dofs.h>
#include <deal.II/multigrid/mg_matrix.h>
#include <deal.II/multigrid/mg_smoother.h>
#include <deal.II/multigrid/mg_transfer_matrix_free.h>
#include <deal.II/multigrid/multigrid.h>
#include <deal.II/numerics/vector_tools.h>

#include <cmath>
#include <vector>

namespace benchmark
{
  using namespace dealii;

  namespace
  {
    constexpr int degree = MatrixFreeLaplace<double>::degree;

    template <typename Number>
    using VectorType = LinearAlgebra::distributed::Vector<Number>;



    /** With the factor one the solution, with 3 pi^2 the right-hand side. */
    class ProductOfSines : public Function<3>
    {
    public:
      explicit ProductOfSines(const double factor)
        : factor(factor)
      {}

      double value(const Point<3> &p, const unsigned int = 0) const override
      {
        return factor * std::sin(numbers::PI * p[0]) *
               std::sin(numbers::PI * p[1]) * std::sin(numbers::PI * p[2]);
      }

    private:
      const double factor;
    };
  } // namespace



  class PeerChebyshev::Implementation
  {
  public:
    Implementation(const unsigned int level, MPI_Comm mpi);

    Iterations solve();

    double l2_error() const;

    std::int64_t n_unknowns() const
    {
      return dof_handler.n_dofs();
    }

    double setup_time = 0.;

  private:
    using LevelVector = VectorType<float>;
    using LevelMatrix = MatrixFreeLaplace<float>;
    using Smoother    = PreconditionChebyshev<LevelMatrix,
                                           LevelVector,
                                           DiagonalMatrix<LevelVector>>;
    using Transfer    = MGTransferMatrixFree<3, float>;

    void make_fine_level();

    void make_levels();

    void make_smoothers();

    MPI_Comm mpi;
    parallel::distributed::Triangulation<3> triangulation;
    const FE_Q<3> fe;
    DoFHandler<3> dof_handler;
    AffineConstraints<double> constraints;
    MatrixFreeLaplace<double> matrix;
    VectorType<double> solution, rhs;

    MGConstrainedDoFs mg_constraints;
    MGLevelObject<AffineConstraints<double>> level_constraints;
    MGLevelObject<LevelMatrix> level_matrices;
    Transfer transfer;
    mg::Matrix<LevelVector> mg_matrix;
    MGSmootherPrecondition<LevelMatrix, Smoother, LevelVector> smoother;
    MGCoarseGridApplySmoother<LevelVector> coarse_solver;
    std::unique_ptr<Multigrid<LevelVector>> multigrid;
    std::unique_ptr<PreconditionMG<3, LevelVector, Transfer>> preconditioner;
  };



  PeerChebyshev::Implementation::Implementation(const unsigned int level,
                                                MPI_Comm mpi)
    : mpi(mpi)
    , triangulation(
        mpi,
        Triangulation<3>::limit_level_difference_at_vertices,
        parallel::distributed::Triangulation<3>::construct_multigrid_hierarchy)
    , fe(degree)
    , dof_handler(triangulation)
    , level_constraints(0, level)
    , level_matrices(0, level)
  {
    GridGenerator::hyper_cube(triangulation);
    triangulation.refine_global(level);
    Timer timer(mpi, true);
    make_fine_level();
    make_levels();
    make_smoothers();
    multigrid = std::make_unique<Multigrid<LevelVector>>(
      mg_matrix, coarse_solver, transfer, smoother, smoother);
    preconditioner =
      std::make_unique<PreconditionMG<3, LevelVector, Transfer>>(dof_handler,
                                                                 *multigrid,
                                                                 transfer);
    setup_time = timer.stop();
    VectorTools::create_right_hand_side(dof_handler,
                                        QGauss<3>(degree + 1),
                                        ProductOfSines(3. * numbers::PI *
                                                       numbers::PI),
                                        rhs,
                                        constraints);
  }



  void PeerChebyshev::Implementation::make_fine_level()
  {
    dof_handler.distribute_dofs(fe);
    dof_handler.distribute_mg_dofs();
    IndexSet relevant;
    DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
    constraints.reinit(relevant);
    DoFTools::make_zero_boundary_constraints(dof_handler, constraints);
    constraints.close();
    matrix.initialize(dof_handler, constraints);
    matrix.initialize_dof_vector(solution);
    matrix.initialize_dof_vector(rhs);
  }



  void PeerChebyshev::Implementation::make_levels()
  {
    mg_constraints.initialize(dof_handler);
    mg_constraints.make_zero_boundary_constraints(dof_handler, {0});
    std::vector<std::shared_ptr<const Utilities::MPI::Partitioner>>
      partitioners;
    for (unsigned int l = 0; l < triangulation.n_global_levels(); ++l)
      {
        IndexSet relevant;
        DoFTools::extract_locally_relevant_level_dofs(dof_handler, l, relevant);
        level_constraints[l].reinit(relevant);
        level_constraints[l].add_lines(mg_constraints.get_boundary_indices(l));
        level_constraints[l].close();
        level_matrices[l].initialize(dof_handler, level_constraints[l], l);
        partitioners.push_back(level_matrices[l].partitioner());
      }
    transfer.initialize_constraints(mg_constraints);
    // The vectors that the transfer makes go through the level matrices.
    transfer.build(dof_handler, partitioners);
    mg_matrix.initialize(level_matrices);
  }



  void PeerChebyshev::Implementation::make_smoothers()
  {
    MGLevelObject<Smoother::AdditionalData> data(0, level_matrices.max_level());
    for (unsigned int l = 0; l <= level_matrices.max_level(); ++l)
      {
        // On one cell the smoother is the coarse solver, with the degree that
        // reduces the error to 1e-3.
        data[l].smoothing_range     = l > 0 ? 15. : 1e-3;
        data[l].degree              = l > 0 ? 5 : numbers::invalid_unsigned_int;
        data[l].eig_cg_n_iterations = l > 0 ? 10 : level_matrices[0].m();
        data[l].constraints.copy_from(level_constraints[l]);
        data[l].preconditioner =
          std::make_shared<DiagonalMatrix<LevelVector>>();
        level_matrices[l].compute_inverse_diagonal(
          data[l].preconditioner->get_vector());
      }
    smoother.initialize(level_matrices, data);
    coarse_solver.initialize(smoother);
    // The spectrum is estimated when a smoother is first used, which counts as
    // set-up.
    for (unsigned int l = 0; l <= level_matrices.max_level(); ++l)
      {
        LevelVector vector;
        level_matrices[l].initialize_dof_vector(vector);
        smoother.smoothers[l].estimate_eigenvalues(vector);
      }
  }



  PeerChebyshev::Iterations PeerChebyshev::Implementation::solve()
  {
    constexpr double tolerance = 1e-9;
    solution                   = 0.;
    ReductionControl control(50, 0., tolerance);
    control.enable_history_data();
    SolverCG<VectorType<double>> solver(control);
    solver.solve(matrix, solution, rhs, *preconditioner);
    const std::vector<double> &norms = control.get_history_data();
    const unsigned int n             = control.last_step();
    const double target              = tolerance * norms[0];
    return {n,
            n - 1. +
              std::log(norms[n - 1] / target) /
                std::log(norms[n - 1] / norms[n])};
  }



  double PeerChebyshev::Implementation::l2_error() const
  {
    VectorType<double> ghosted(dof_handler.locally_owned_dofs(),
                               constraints.get_local_lines(),
                               mpi);
    ghosted.copy_locally_owned_data_from(solution);
    ghosted.update_ghost_values();
    dealii::Vector<double> error_of_cell(triangulation.n_active_cells());
    VectorTools::integrate_difference(dof_handler,
                                      ghosted,
                                      ProductOfSines(1.),
                                      error_of_cell,
                                      QGauss<3>(degree + 3),
                                      VectorTools::L2_norm);
    return VectorTools::compute_global_error(triangulation,
                                             error_of_cell,
                                             VectorTools::L2_norm);
  }



  PeerChebyshev::PeerChebyshev(const unsigned int level, MPI_Comm mpi)
    : implementation(std::make_unique<Implementation>(level, mpi))
  {}



  PeerChebyshev::~PeerChebyshev() = default;



  PeerChebyshev::Iterations PeerChebyshev::solve()
  {
    return implementation->solve();
  }



  double PeerChebyshev::l2_error() const
  {
    return implementation->l2_error();
  }



  std::int64_t PeerChebyshev::n_unknowns() const
  {
    return implementation->n_unknowns();
  }



  double PeerChebyshev::setup_seconds() const
  {
    return implementation->setup_time;
  }
} // namespace benchmark
