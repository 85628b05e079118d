// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of solving -Laplace u = f on the unit cube with cubic elements to nine
// digits, beside deal.II's matrix-free multigrid and the exact inverse of a box
// in the same process, and of the smoother beside a device copy.
//
//   cellwise_multigrid [--device NAME] [--min-level L] [--max-level L]
//                      [--outer NAME] [--precision NAME] [--repeats N]
//                      [--no-peers] [--json FILE]

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/cellwise/global_fast_diagonalization.h>
#include <tessera/cellwise/vertex_patch_smoother.h>
#include <tessera/dealii/solver_pairing_cg.h>
#include <tessera/dealii/solver_stationary.h>

#include <deal.II/base/mpi.h>

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>

#include "dealii/poisson_problem.h"
#include "performance/cellwise_report.h"
#include "performance/harness.h"
#include "performance/peer_chebyshev.h"

namespace
{
  using benchmark::Report;
  using benchmark::Solve;
  using benchmark::Sweep;
  using tessera::CellwiseVector;
  using tessera::Device;
  using tessera::NumericalFailure;
  using tessera::test::PoissonProblem;
  using tessera::test::VCycle;

  constexpr double tolerance = 1e-9;



  struct Parameters
  {
    std::string device     = "auto";
    unsigned int min_level = 2;
    unsigned int max_level = 5;
    std::string outer      = "stationary";
    std::string precision  = "double";
    int n_repeats          = 5;
    bool no_peers          = false;
    std::string json;
  };



  void declare_options(CLI::App &app, Parameters &parameters)
  {
    app.add_option("--device", parameters.device, "auto, host, cuda or cuda:N");
    app
      .add_option("--min-level",
                  parameters.min_level,
                  "coarsest mesh, 2^L cells an axis")
      ->check(CLI::Range(2, 9));
    app
      .add_option("--max-level",
                  parameters.max_level,
                  "finest mesh, 2^L cells an axis")
      ->check(CLI::Range(2, 9));
    app.add_option("--outer", parameters.outer, "stationary, symmetric or cg")
      ->check(CLI::IsMember({"stationary", "symmetric", "cg"}));
    app
      .add_option("--precision", parameters.precision, "of the levels: double")
      ->check(CLI::IsMember({"double"}));
    app.add_option("--repeats", parameters.n_repeats, "samples of a time")
      ->check(CLI::Range(1, 1000));
    app.add_flag("--no-peers", parameters.no_peers, "time Tessera only");
    app.add_option("--json", parameters.json, "file for the results");
  }



  /**
   * Refuses a result that is not the discrete solution. Its distance to the
   * exact one is 0.0198 h^4, with some percent of difference on coarse meshes
   * and between ways to integrate f; the tolerance of the solver comes on top.
   */
  void verify(const Solve &solve, const unsigned int level)
  {
    const double h4       = std::pow(16., -static_cast<double>(level));
    const double expected = 0.0198 * h4;
    TESSERA_REQUIRE(solve.l2_error > .95 * expected &&
                      solve.l2_error < 1.05 * expected + tolerance,
                    NumericalFailure,
                    solve.name << " is wrong on level " << level
                               << ": the L2 error is " << solve.l2_error
                               << ", expected " << expected << ".");
  }



  template <typename SolverType>
  Solve
  measure_solver(PoissonProblem &problem, VCycle &cycle, const int n_repeats)
  {
    Solve result;
    dealii::IterationNumberControl fixed_number(10, 0.);
    SolverType recorder(fixed_number);
    recorder.solve(cycle.finest,
                   problem.solution,
                   problem.rhs,
                   cycle.preconditioner);
    result.fractional_cycles = recorder.monitor().fractional_cycles(tolerance);

    dealii::SolverControl control(30, tolerance);
    SolverType solver(control, {tessera::StoppingValue::estimated});
    result.seconds =
      benchmark::median_seconds(problem.rhs.device(), n_repeats, [&] {
        problem.solution = 0.;
        solver.solve(cycle.finest,
                     problem.solution,
                     problem.rhs,
                     cycle.preconditioner);
      });
    result.n_cycles = control.last_step();
    result.l2_error = problem.l2_error();
    return result;
  }



  Solve measure_tessera(PoissonProblem &problem, const Parameters &parameters)
  {
    using tessera::SolverPairingCG;
    using tessera::SolverStationary;
    using Vector = CellwiseVector<double>;
    VCycle cycle(problem,
                 parameters.outer == "stationary" ? VCycle::Order::forward
                                                  : VCycle::Order::reversed);
    Solve result =
      parameters.outer == "cg"
        ? measure_solver<SolverPairingCG<Vector>>(problem,
                                                  cycle,
                                                  parameters.n_repeats)
        : measure_solver<SolverStationary<Vector>>(problem,
                                                   cycle,
                                                   parameters.n_repeats);
    result.name      = "solve";
    result.device    = problem.rhs.device().name();
    result.outer     = parameters.outer;
    result.precision = parameters.precision;
    return result;
  }



  Solve measure_global_fd(PoissonProblem &problem,
                          const unsigned int level,
                          const int n_repeats)
  {
    const tessera::GlobalFastDiagonalization inverse(problem.levels[level]);
    const double seconds =
      benchmark::median_seconds(problem.rhs.device(), n_repeats, [&] {
        inverse.vmult(problem.solution, problem.rhs);
      });
    return {"peer_global_fd",
            problem.rhs.device().name(),
            "direct",
            "double",
            seconds,
            1.,
            1.,
            problem.l2_error()};
  }



  Solve measure_chebyshev(const unsigned int level, const int n_repeats)
  {
    benchmark::PeerChebyshev peer(level, MPI_COMM_WORLD);
    benchmark::PeerChebyshev::Iterations iterations{};
    const double seconds =
      benchmark::median_seconds(Device::host(), n_repeats, [&] {
        iterations = peer.solve();
      });
    return {"peer_chebyshev",
            "host",
            "cg",
            "float",
            seconds,
            static_cast<double>(iterations.n),
            iterations.fractional,
            peer.l2_error()};
  }



  Sweep measure_sweep(const PoissonProblem &problem,
                      const unsigned int level,
                      const int n_repeats)
  {
    const tessera::CellwiseMesh &mesh = *problem.levels[level];
    const tessera::VertexPatchSmoother<double> smoother(problem.levels[level]);
    CellwiseVector<double> u(problem.rhs);
    u = 0.;
    const double seconds =
      benchmark::median_seconds(mesh.device(), n_repeats, [&] {
        smoother.step(u, problem.rhs);
      });
    // A visit of a cell reads u and the right-hand side and writes u.
    const double n_visits = 8. * static_cast<double>(mesh.n_patches());
    return {seconds, n_visits * (3. * 64. * sizeof(double) + 4.)};
  }



  void run_level(const Device &device,
                 const unsigned int level,
                 const Parameters &parameters,
                 Report &report)
  {
    PoissonProblem problem(device, level);
    const std::int64_t n_unknowns = problem.dof_handler.n_dofs();
    const auto add                = [&](const Solve &solve) {
      verify(solve, level);
      report.add(solve, level, n_unknowns);
    };
    add(measure_tessera(problem, parameters));
    if (!parameters.no_peers)
      {
        add(measure_chebyshev(level, parameters.n_repeats));
        add(measure_global_fd(problem, level, parameters.n_repeats));
      }
    report.add(measure_sweep(problem, level, parameters.n_repeats),
               level,
               parameters.precision);
  }



  void run(const Parameters &parameters)
  {
    TESSERA_REQUIRE(parameters.min_level <= parameters.max_level,
                    InvalidInput,
                    "--min-level " << parameters.min_level
                                   << " is above --max-level "
                                   << parameters.max_level << ".");
    TESSERA_REQUIRE(dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) ==
                      1,
                    InvalidInput,
                    "This program runs on one process.");
    const Device device = Device::from_name(parameters.device);
    Report report(device,
                  benchmark::copy_bandwidth(device,
                                            device.is_host() ? 1 << 29
                                                             : 1LL << 32));
    for (unsigned int level = parameters.min_level;
         level <= parameters.max_level;
         ++level)
      run_level(device, level, parameters, report);
    if (!parameters.json.empty())
      benchmark::write_json(parameters.json, device, report.json());
  }
} // namespace



int main(int argc, char **argv)
{
  Parameters parameters;
  CLI::App app("Speed of the cell-wise multigrid", "cellwise_multigrid");
  declare_options(app, parameters);
  CLI11_PARSE(app, argc, argv);
  try
    {
      // Kokkos would take our options for its own.
      int n_arguments = 1;
      dealii::Utilities::MPI::MPI_InitFinalize mpi(n_arguments, argv, 1);
      run(parameters);
    }
  catch (const std::exception &exception)
    {
      std::cerr << "cellwise_multigrid: " << exception.what() << std::endl;
      return 1;
    }
  return 0;
}
