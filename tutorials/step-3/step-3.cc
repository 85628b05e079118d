// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// @sect3{Include files}
//
// Nearly all of them are deal.II's: this is a matrix-free multigrid program,
// the likes of which deal.II's tutorials step-37 and step-50 explain.
#include <deal.II/base/conditional_ostream.h>
#include <deal.II/base/function.h>
#include <deal.II/base/mpi.h>
#include <deal.II/base/numbers.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/timer.h>
#include <deal.II/distributed/tria.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/mapping_q1.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/multigrid/mg_coarse.h>
#include <deal.II/multigrid/mg_constrained_dofs.h>
#include <deal.II/multigrid/mg_matrix.h>
#include <deal.II/multigrid/mg_transfer_matrix_free.h>
#include <deal.II/multigrid/multigrid.h>
#include <deal.II/numerics/data_out.h>
#include <deal.II/numerics/vector_tools.h>

#include <cmath>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

// The operator and the two smoothers, which are worth reading first; then the
// options of the command line, and what is printed and written.
#include "laplace_operator.h"
#include "smoothers.h"

#include "options.h"
#include "output.h"

namespace Step3
{
  using namespace dealii;

  // The norm of the residual has to fall by nine orders of magnitude.
  constexpr double tolerance = 1e-9;



  // @sect3{The exact solution}
  //
  // With the factor one this is the solution, with $3\pi^2$ the right-hand
  // side.
  class ProductOfSines : public Function<3>
  {
  public:
    explicit ProductOfSines(const double factor)
      : factor(factor)
    {}

    double value(const Point<3> &p,
                 const unsigned int /*component*/ = 0) const override
    {
      return factor * std::sin(numbers::PI * p[0]) *
             std::sin(numbers::PI * p[1]) * std::sin(numbers::PI * p[2]);
    }

  private:
    const double factor;
  };



  // @sect3{The <code>PoissonProblem</code> class}
  //
  // It solves on one mesh, of $2^L$ cells an axis. Its template argument is the
  // one declaration that chooses the smoother; nothing else in the class
  // depends on it.
  template <typename SmootherType>
  class PoissonProblem
  {
  public:
    PoissonProblem(const tessera::Device &device, const unsigned int level);

    Result run();

    void write_solution(const std::string &folder,
                        const std::string &name) const;

  private:
    void setup_finest_mesh();

    void setup_levels();

    void solve(Result &result);

    double l2_error() const;

    const tessera::Device device;
    const unsigned int level;

    parallel::distributed::Triangulation<3> triangulation;
    const MappingQ1<3> mapping;
    const FE_Q<3> fe;
    DoFHandler<3> dof_handler;

    AffineConstraints<double> constraints;
    LaplaceOperator<double> matrix;
    VectorType<double> solution;
    VectorType<double> right_hand_side;

    MGConstrainedDoFs mg_constrained_dofs;
    MGLevelObject<LevelMatrix> level_matrices;
    MGTransferMatrixFree<3, float> transfer;
    SmootherType smoother;
  };



  template <typename SmootherType>
  PoissonProblem<SmootherType>::PoissonProblem(const tessera::Device &device,
                                               const unsigned int level)
    : device(device)
    , level(level)
    , triangulation(
        MPI_COMM_WORLD,
        Triangulation<3>::limit_level_difference_at_vertices,
        parallel::distributed::Triangulation<3>::construct_multigrid_hierarchy)
    , fe(degree)
    , dof_handler(triangulation)
    , level_matrices(0, level)
  {
    GridGenerator::hyper_cube(triangulation);
    triangulation.refine_global(level);
  }



  // @sect4{Setting up the finest mesh}
  //
  // Unknowns, boundary values and the operator in double precision. We
  // integrate the right-hand side as the operator does, with four Gauss points
  // an axis.
  template <typename SmootherType>
  void PoissonProblem<SmootherType>::setup_finest_mesh()
  {
    dof_handler.distribute_dofs(fe);
    dof_handler.distribute_mg_dofs();

    constraints.reinit(DoFTools::extract_locally_relevant_dofs(dof_handler));
    DoFTools::make_zero_boundary_constraints(dof_handler, constraints);
    constraints.close();

    MatrixFree<3, double>::AdditionalData data;
    data.tasks_parallel_scheme = MatrixFree<3, double>::AdditionalData::none;
    const auto matrix_free     = std::make_shared<MatrixFree<3, double>>();
    matrix_free->reinit(
      mapping, dof_handler, constraints, QGauss<1>(degree + 1), data);
    matrix.initialize(matrix_free);
    matrix.initialize_dof_vector(solution);
    matrix.initialize_dof_vector(right_hand_side);

    VectorTools::create_right_hand_side(mapping,
                                        dof_handler,
                                        QGauss<3>(degree + 1),
                                        ProductOfSines(3. * numbers::PI *
                                                       numbers::PI),
                                        right_hand_side,
                                        constraints);
  }



  // @sect4{Setting up the levels}
  //
  // The same in float on each level, the transfer between them, and the
  // smoother.
  template <typename SmootherType>
  void PoissonProblem<SmootherType>::setup_levels()
  {
    mg_constrained_dofs.initialize(dof_handler);
    mg_constrained_dofs.make_zero_boundary_constraints(dof_handler, {0});
    for (unsigned int l = 0; l <= level; ++l)
      {
        AffineConstraints<double> level_constraints(
          DoFTools::extract_locally_relevant_level_dofs(dof_handler, l));
        level_constraints.add_lines(
          mg_constrained_dofs.get_boundary_indices(l));
        level_constraints.close();

        MatrixFree<3, float>::AdditionalData data;
        data.tasks_parallel_scheme = MatrixFree<3, float>::AdditionalData::none;
        data.mg_level              = l;
        const auto matrix_free     = std::make_shared<MatrixFree<3, float>>();
        matrix_free->reinit(
          mapping, dof_handler, level_constraints, QGauss<1>(degree + 1), data);
        level_matrices[l].initialize(matrix_free, mg_constrained_dofs, l);
      }
    transfer.initialize_constraints(mg_constrained_dofs);
    transfer.build(dof_handler);
    initialize_smoother(smoother, level_matrices, dof_handler, device);
  }



  // @sect4{Solving}
  //
  // Conjugate gradients in double, preconditioned by a V-cycle in float. The
  // coarsest level is a single cell with eight unknowns inside, which conjugate
  // gradients solve for in a few steps.
  template <typename SmootherType>
  void PoissonProblem<SmootherType>::solve(Result &result)
  {
    ReductionControl coarse_control(100, 1e-30, 1e-4, false, false);
    SolverCG<LevelVector> coarse_cg(coarse_control);
    const PreconditionIdentity identity;
    const MGCoarseGridIterativeSolver<LevelVector,
                                      SolverCG<LevelVector>,
                                      LevelMatrix,
                                      PreconditionIdentity>
      coarse_solver(coarse_cg, level_matrices[0], identity);

    const mg::Matrix<LevelVector> mg_matrix(level_matrices);
    Multigrid<LevelVector> multigrid(
      mg_matrix, coarse_solver, transfer, smoother, smoother);
    const PreconditionMG<3, LevelVector, MGTransferMatrixFree<3, float>>
      preconditioner(dof_handler, multigrid, transfer);

    ReductionControl control(50, 0., tolerance, false, false);
    SolverCG<VectorType<double>> cg(control);

    // Estimates of spectra and first touches of memory belong to the set-up,
    // and so the first solve is not timed.
    for (unsigned int run = 0; run < 2; ++run)
      {
        solution = 0.;
        Timer timer(MPI_COMM_WORLD, true);
        cg.solve(matrix, solution, right_hand_side, preconditioner);
        timer.stop();
        result.seconds = timer.wall_time();
      }
    result.n_iterations = control.last_step();
  }



  template <typename SmootherType>
  double PoissonProblem<SmootherType>::l2_error() const
  {
    solution.update_ghost_values();
    Vector<float> error_of_cell(triangulation.n_active_cells());
    VectorTools::integrate_difference(mapping,
                                      dof_handler,
                                      solution,
                                      ProductOfSines(1.),
                                      error_of_cell,
                                      QGauss<3>(degree + 3),
                                      VectorTools::L2_norm);
    solution.zero_out_ghost_values();
    return VectorTools::compute_global_error(triangulation,
                                             error_of_cell,
                                             VectorTools::L2_norm);
  }



  template <typename SmootherType>
  Result PoissonProblem<SmootherType>::run()
  {
    Result result;
    Timer timer(MPI_COMM_WORLD, true);
    setup_finest_mesh();
    setup_levels();
    timer.stop();
    result.setup_seconds = timer.wall_time();
    result.level         = level;
    result.n_cells       = triangulation.n_global_active_cells();
    result.n_dofs        = dof_handler.n_dofs();
    solve(result);
    result.l2_error = l2_error();
    return result;
  }



  template <typename SmootherType>
  void
  PoissonProblem<SmootherType>::write_solution(const std::string &folder,
                                               const std::string &name) const
  {
    solution.update_ghost_values();
    DataOut<3> data_out;
    data_out.attach_dof_handler(dof_handler);
    data_out.add_data_vector(solution, "solution");
    data_out.build_patches(mapping);
    data_out.write_vtu_in_parallel(folder + "/" + name, MPI_COMM_WORLD);
    solution.zero_out_ghost_values();
  }



  // @sect3{All meshes}
  //
  // One smoother on all meshes, and its table.
  template <typename SmootherType>
  std::vector<Result> run_all_levels(const std::string &name,
                                     const tessera::Device &device,
                                     const Parameters &parameters,
                                     const ConditionalOStream &out)
  {
    std::vector<Result> results;
    for (unsigned int level = parameters.min_level;
         level <= parameters.max_level;
         ++level)
      {
        PoissonProblem<SmootherType> problem(device, level);
        results.push_back(problem.run());
        results.back().smoother = name;
        if (level == parameters.max_level)
          problem.write_solution(parameters.output.string(),
                                 "step-3-" + name + ".vtu");
      }
    if (out.is_active())
      {
        out << "\nSmoother: " << name << '\n';
        print_results(results, out.get_stream());
      }
    return results;
  }



  void run(const Parameters &parameters)
  {
    if (parameters.min_level > parameters.max_level)
      throw std::runtime_error(
        "--min-level " + std::to_string(parameters.min_level) +
        " is above --max-level " + std::to_string(parameters.max_level) + ".");
    const tessera::Device device =
      tessera::Device::from_name(parameters.device);
    const unsigned int n_ranks =
      Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD);
    const bool is_first = Utilities::MPI::this_mpi_process(MPI_COMM_WORLD) == 0;
    if (is_first)
      std::filesystem::create_directories(parameters.output);
    const ConditionalOStream out(std::cout, is_first);
    out << "Poisson problem on the unit cube, Q3 elements, matrix-free, "
        << n_ranks << (n_ranks == 1 ? " rank" : " ranks")
        << ", Tessera's smoother on " << device.name() << std::endl;

    std::vector<Result> results;
    if (parameters.smoother != "vertex-patch")
      results =
        run_all_levels<ChebyshevSmoother>("chebyshev", device, parameters, out);
    if (parameters.smoother != "chebyshev")
      for (const Result &result : run_all_levels<VertexPatchSmoother>(
             "vertex-patch", device, parameters, out))
        results.push_back(result);

    if (is_first && !parameters.json.empty())
      write_json(results, device, n_ranks, parameters.json);
  }
} // namespace Step3



// @sect3{The <code>main</code> function}
//
// Bad options, a device that is not there, and a solver that does not converge
// all end here with one sentence and a non-zero exit.
int main(int argc, char **argv)
{
  Step3::Parameters parameters;
  CLI::App app("The Poisson equation with matrix-free multigrid and two "
               "smoothers.",
               "step-3");
  Step3::declare_options(app, parameters);
  try
    {
      app.parse(argc, argv);
      // Kokkos would take our options for its own.
      int n_arguments = 1;
      dealii::Utilities::MPI::MPI_InitFinalize mpi(n_arguments, argv, 1);
      Step3::run(parameters);
    }
  catch (const CLI::Success &help)
    {
      return app.exit(help);
    }
  catch (const std::exception &error)
    {
      std::cerr << "step-3: " << error.what() << '\n';
      return 1;
    }
}
