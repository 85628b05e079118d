// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// @sect3{Include files}
//
// What comes from deal.II is known from its tutorials step-7 (convergence
// rates) and step-16 (geometric multigrid).
#include <deal.II/base/mpi.h>
#include <deal.II/base/numbers.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/timer.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/vector.h>
#include <deal.II/multigrid/multigrid.h>
#include <deal.II/numerics/vector_tools.h>

// Tessera's parts: the levels and their vectors, what dealii::Multigrid is made
// of, and the outer iterations. None of these headers needs CUDA or Kokkos, so
// any C++17 compiler takes this file, and the program runs on the CPU and on
// the GPU alike.
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/dealii/cellwise_dof_map.h>
#include <tessera/dealii/cellwise_levels.h>
#include <tessera/dealii/mg_cellwise_coarse_solver.h>
#include <tessera/dealii/mg_cellwise_laplace.h>
#include <tessera/dealii/mg_cellwise_transfer.h>
#include <tessera/dealii/mg_vertex_patch_smoother.h>
#include <tessera/dealii/solver_pairing_cg.h>
#include <tessera/dealii/solver_stationary.h>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

// The exact solution and the right-hand side, the options of the command line,
// and what is printed and written.
#include "exact_solution.h"
#include "options.h"
#include "output.h"

namespace Step1
{
  using namespace dealii;

  using tessera::MGVertexPatchSmoother;
  using tessera::SolverPairingCG;
  using tessera::SolverStationary;
  using tessera::SweepOrder;

  // All vectors of the outer iteration are of this type: 64 values a cell, on
  // the device of our choice. Those of the multigrid levels may have another
  // number type.
  using VectorType = tessera::CellwiseVector<double>;

  // The iteration has to reduce the monitor by nine orders of magnitude. It is
  // recorded over ten cycles, for the histories that the program prints.
  constexpr double tolerance          = 1e-9;
  constexpr unsigned int n_max_cycles = 30;
  constexpr unsigned int n_recorded   = 10;



  // @sect3{The <code>PoissonProblem</code> class}
  //
  // An object of this class solves on one mesh, of $2^L$ cells an axis. The
  // first five members after the parameters are those of any deal.II program;
  // the others are Tessera's.
  class PoissonProblem
  {
  public:
    PoissonProblem(const tessera::Device &device, const unsigned int level);

    Result run(const std::string &outer, const std::string &precision);

    const DoFHandler<3> &get_dof_handler() const;

    Vector<double> get_solution() const;

  private:
    void assemble_right_hand_side();

    template <typename LevelNumber>
    void solve(const std::string &outer,
               const tessera::CellBasis basis,
               Result &result);

    template <typename SolverType, typename PreconditionerType>
    void iterate(const PreconditionerType &preconditioner, Result &result);

    double l2_error() const;

    const tessera::Device device;
    const unsigned int level;

    Triangulation<3> triangulation;
    const FE_Q<3> fe;
    DoFHandler<3> dof_handler;

    const tessera::CellwiseLevels levels;
    const tessera::CellwiseDoFMap dof_map;
    VectorType right_hand_side;
    VectorType solution;
  };



  // @sect4{Setting up}
  //
  // Mesh and degrees of freedom are made as ever. Two helpers run while the
  // members are initialised: the mesh must be refined before Tessera looks at
  // it, since its levels are plain arrays that do not follow later changes.
  namespace
  {
    const Triangulation<3> &make_mesh(Triangulation<3> &triangulation,
                                      const unsigned int level)
    {
      GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(level);
      return triangulation;
    }

    const DoFHandler<3> &make_dofs(DoFHandler<3> &dof_handler,
                                   const FE_Q<3> &fe)
    {
      dof_handler.distribute_dofs(fe);
      return dof_handler;
    }
  } // namespace

  // The coarsest multigrid level is level 1: its $2\times 2\times 2$ cells are
  // the patch around the one interior vertex, and so the smoother solves
  // exactly there. <code>make_cellwise_levels</code> checks that all cells are
  // equal, axis-parallel boxes, finds the patches and sends everything to the
  // device.
  PoissonProblem::PoissonProblem(const tessera::Device &device,
                                 const unsigned int level)
    : device(device)
    , level(level)
    , fe(3)
    , dof_handler(triangulation)
    , levels(tessera::make_cellwise_levels(make_mesh(triangulation, level),
                                           device,
                                           1))
    , dof_map(make_dofs(dof_handler, fe), levels[level])
    , right_hand_side(device, levels[level]->n_values())
    , solution(device, levels[level]->n_values())
  {}



  const DoFHandler<3> &PoissonProblem::get_dof_handler() const
  {
    return dof_handler;
  }



  // On its way back to deal.II, any one copy of a shared degree of freedom will
  // do: they are equal to the last bit.
  Vector<double> PoissonProblem::get_solution() const
  {
    Vector<double> values;
    dof_map.copy_from_cellwise(values, solution);
    return values;
  }



  // @sect4{The right-hand side}
  //
  // There is no loop over cells and no quadrature: we interpolate $f$, copy the
  // nodal values to all cells, and multiply by the mass matrix. The result is a
  // <i>dual</i> vector. Where cells meet, each of them has only its own part of
  // the integral, and nobody will ever add these parts up in memory: the
  // smoother sums them when it needs them.
  void PoissonProblem::assemble_right_hand_side()
  {
    Vector<double> f(dof_handler.n_dofs());
    VectorTools::interpolate(dof_handler,
                             ProductOfSines(3. * numbers::PI * numbers::PI),
                             f);
    VectorType nodal_values;
    dof_map.copy_to_cellwise(nodal_values, f);
    tessera::CellwiseOperator<double>::mass(levels[level])
      .vmult(right_hand_side, nodal_values);
  }



  // @sect4{Solving}
  //
  // These are the four parts that <code>Multigrid</code> wants, in deal.II's
  // own roles: level matrices, coarse solver, transfer, and the smoothers
  // before and after the coarse correction. The pre-smoother visits the colours
  // of the patches in forward order. If the post-smoother does the same, the
  // cycle is not symmetric, but converges faster; in reversed order it is the
  // adjoint of the pre-smoother, and the cycle is fit for conjugate gradients.
  //
  // A cycle is only a preconditioner, so single precision is enough for it and
  // halves its memory traffic. Its vectors then hold coefficients of the
  // functions that diagonalise the cell matrices, in which the smoother needs
  // the fewest operations. The transfer is where both worlds meet:
  // <code>PreconditionMG</code> calls its <code>copy_to_mg()</code> with a
  // residual in double precision. There the copies of each degree of freedom
  // are <i>rebalanced</i> before they are rounded, and on the way back those of
  // the correction are made equal again.
  template <typename LevelNumber>
  void PoissonProblem::solve(const std::string &outer,
                             const tessera::CellBasis basis,
                             Result &result)
  {
    using LevelVector = tessera::CellwiseVector<LevelNumber>;
    using Transfer    = tessera::MGCellwiseTransfer<LevelNumber>;
    const tessera::MGCellwiseLaplace<LevelNumber> level_matrices(levels, basis);
    const tessera::MGCellwiseCoarseSolver<LevelNumber> coarse_solver(levels,
                                                                     basis);
    const Transfer transfer(levels, {basis});
    const MGVertexPatchSmoother<LevelNumber> pre_smoother(levels,
                                                          SweepOrder::forward,
                                                          1,
                                                          basis);
    const MGVertexPatchSmoother<LevelNumber> post_smoother(
      levels,
      outer == "stationary" ? SweepOrder::forward : SweepOrder::reversed,
      1,
      basis);
    Multigrid<LevelVector> multigrid(level_matrices,
                                     coarse_solver,
                                     transfer,
                                     pre_smoother,
                                     post_smoother,
                                     levels.min_level(),
                                     levels.max_level());
    const PreconditionMG<3, LevelVector, Transfer> preconditioner(dof_handler,
                                                                  multigrid,
                                                                  transfer);
    if (outer == "cg")
      iterate<SolverPairingCG<VectorType>>(preconditioner, result);
    else
      iterate<SolverStationary<VectorType>>(preconditioner, result);
  }



  // From there on, nothing is new: <code>PreconditionMG</code> made a
  // preconditioner of the cycle, and a solver takes it. The solver is
  // Tessera's, because the norm of a residual in parts means little. It stops
  // by $\sqrt{|r\cdot z|}$ with the preconditioned residual $z$ instead, in
  // which one factor is continuous, so that the parts are added up rightly.
  template <typename SolverType, typename PreconditionerType>
  void PoissonProblem::iterate(const PreconditionerType &preconditioner,
                               Result &result)
  {
    const auto matrix =
      tessera::CellwiseOperator<double>::laplace(levels[level]);

    // First a fixed number of cycles, whose monitor we keep. This also brings
    // everything into memory before we look at the clock.
    IterationNumberControl fixed_number(n_recorded, 0.);
    SolverType recorder(fixed_number);
    recorder.solve(matrix, solution, right_hand_side, preconditioner);
    result.first_monitor     = recorder.monitor().first();
    result.history           = recorder.monitor().values();
    result.fractional_cycles = recorder.monitor().fractional_cycles(tolerance);

    // Now the solve that counts. The monitor of an iterate is known one cycle
    // late, so it is extrapolated from the last two; this saves a cycle.
    // Kernels are queued on a GPU, so that the clock has to wait for them.
    solution = 0.;
    SolverControl control(n_max_cycles, tolerance);
    SolverType solver(control, {tessera::StoppingValue::estimated});
    device.synchronize();
    Timer timer;
    solver.solve(matrix, solution, right_hand_side, preconditioner);
    device.synchronize();
    result.seconds   = timer.wall_time();
    result.n_cycles  = control.last_step();
    result.reduction = result.n_cycles < result.history.size()
                         ? result.history[result.n_cycles]
                         : control.last_value();
  }



  // The quadrature is fine enough for its error not to be seen.
  double PoissonProblem::l2_error() const
  {
    Vector<double> error_of_cell(triangulation.n_active_cells());
    VectorTools::integrate_difference(dof_handler,
                                      get_solution(),
                                      ProductOfSines(1.),
                                      error_of_cell,
                                      QGauss<3>(fe.degree + 3),
                                      VectorTools::L2_norm);
    return VectorTools::compute_global_error(triangulation,
                                             error_of_cell,
                                             VectorTools::L2_norm);
  }



  Result PoissonProblem::run(const std::string &outer,
                             const std::string &precision)
  {
    Result result;
    result.level      = level;
    result.n_cells    = triangulation.n_active_cells();
    result.n_unknowns = dof_handler.n_dofs() - dof_handler.n_boundary_dofs();
    assemble_right_hand_side();
    if (precision == "mixed")
      solve<float>(outer, tessera::CellBasis::eigen, result);
    else
      solve<double>(outer, tessera::CellBasis::nodal, result);
    result.l2_error = l2_error();
    return result;
  }



  // @sect3{All meshes}
  void run(const Parameters &parameters)
  {
    if (parameters.min_level > parameters.max_level)
      throw std::runtime_error(
        "--min-level " + std::to_string(parameters.min_level) +
        " is above --max-level " + std::to_string(parameters.max_level) + ".");
    std::filesystem::create_directories(parameters.output);
    const tessera::Device device =
      tessera::Device::from_name(parameters.device);
    std::cout << "Poisson problem on the unit cube, Q3 elements, outer "
              << "iteration " << parameters.outer << ", levels in "
              << parameters.precision << " precision, on " << device.name()
              << " (" << device.description() << ")\n";

    std::vector<Result> results;
    for (unsigned int level = parameters.min_level;
         level <= parameters.max_level;
         ++level)
      {
        std::cout << "level " << level << " ..." << std::endl;
        PoissonProblem problem(device, level);
        results.push_back(problem.run(parameters.outer, parameters.precision));
        if (level == parameters.max_level)
          {
            auto vtu   = open_file(parameters.output / "step-1.vtu");
            auto slice = open_file(parameters.output / "step-1-slice.gpl");
            write_vtu(problem.get_dof_handler(), problem.get_solution(), vtu);
            write_slice(problem.get_dof_handler(),
                        problem.get_solution(),
                        slice);
          }
      }
    std::cout << '\n';
    print_results(results, std::cout);
    if (!parameters.json.empty())
      {
        auto json = open_file(parameters.json);
        write_json(results, parameters, device, json);
      }
  }
} // namespace Step1



// @sect3{The <code>main</code> function}
//
// Bad options, a device that is not there, and a solver that does not converge
// all end here with one sentence and a non-zero exit.
int main(int argc, char **argv)
{
  Step1::Parameters parameters;
  CLI::App app("The Poisson equation, solved with Tessera's cell-wise "
               "multigrid.",
               "step-1");
  Step1::declare_options(app, parameters);
  try
    {
      app.parse(argc, argv);
      // Kokkos would take our options for its own.
      int n_arguments = 1;
      dealii::Utilities::MPI::MPI_InitFinalize mpi(n_arguments, argv, 1);
      if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
        throw std::runtime_error("This program runs on one process; do not "
                                 "start it with more.");
      Step1::run(parameters);
    }
  catch (const CLI::Success &help)
    {
      return app.exit(help);
    }
  catch (const std::exception &error)
    {
      std::cerr << "step-1: " << error.what() << '\n';
      return 1;
    }
}
