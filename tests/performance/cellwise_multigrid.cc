// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of solving -Laplace u = f on the unit cube with cubic elements to nine
// digits, beside deal.II's matrix-free multigrid and the exact inverse of a box
// in the same process, and of each kernel beside a device copy. Bytes are
// counted: vectors that a kernel has to read and write, eight colours of three
// vectors for a sweep.
//
//   cellwise_multigrid [--device NAME] [--min-level L] [--max-level L]
//                      [--outer NAME] [--precision NAME] [--repeats N]
//                      [--no-peers] [--json FILE]

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/global_fast_diagonalization.h>
#include <tessera/cellwise/vertex_patch_smoother.h>
#include <tessera/dealii/poisson_multigrid.h>

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
  using benchmark::Kernel;
  using benchmark::Report;
  using benchmark::Solve;
  using tessera::CellBasis;
  using tessera::CellwiseVector;
  using tessera::Device;
  using tessera::NumericalFailure;
  using tessera::PoissonMultigrid;
  using tessera::test::PoissonProblem;

  constexpr double tolerance = 1e-9;



  struct Parameters
  {
    std::string device     = "auto";
    unsigned int min_level = 2;
    unsigned int max_level = 5;
    std::string outer      = "stationary";
    std::string precision  = "mixed";
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
      .add_option("--precision",
                  parameters.precision,
                  "of the levels: mixed (float in the eigenbasis), mixed_nodal "
                  "or double")
      ->check(CLI::IsMember({"mixed", "mixed_nodal", "double"}));
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



  PoissonMultigrid::AdditionalData solver_data(const Device &device,
                                               const Parameters &parameters)
  {
    using Outer     = PoissonMultigrid::OuterIteration;
    using Precision = PoissonMultigrid::Precision;
    PoissonMultigrid::AdditionalData data;
    data.device    = device;
    data.outer     = parameters.outer == "stationary"  ? Outer::stationary
                     : parameters.outer == "symmetric" ? Outer::symmetric
                                                       : Outer::cg;
    data.precision = parameters.precision == "mixed" ? Precision::mixed
                     : parameters.precision == "mixed_nodal"
                       ? Precision::mixed_nodal
                       : Precision::full;
    return data;
  }



  Solve measure_tessera(PoissonProblem &problem, const Parameters &parameters)
  {
    const Device &device = problem.rhs.device();
    PoissonMultigrid solver(problem.dof_handler,
                            {},
                            solver_data(device, parameters));
    const auto solve = [&](dealii::SolverControl &control) {
      problem.solution = 0.;
      solver.solve_cellwise(control, problem.solution, problem.rhs);
    };
    dealii::IterationNumberControl fixed_number(10, 0.);
    solve(fixed_number);
    const double fractional = solver.monitor().fractional_cycles(tolerance);
    dealii::SolverControl control(30, tolerance);
    const double seconds = benchmark::median_seconds(device,
                                                     parameters.n_repeats,
                                                     [&] { solve(control); });
    return {"solve",
            device.name(),
            parameters.outer,
            parameters.precision,
            seconds,
            static_cast<double>(control.last_step()),
            fractional,
            problem.l2_error()};
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



  /** The kernels of a cycle in the precision of the levels. */
  template <typename Number>
  void measure_level_kernels(const PoissonProblem &problem,
                             const unsigned int level,
                             const CellBasis basis,
                             const Parameters &parameters,
                             Report &report)
  {
    const auto &mesh   = problem.levels[level];
    const auto &coarse = problem.levels[level - 1];
    const tessera::VertexPatchSmoother<Number> smoother(mesh, basis);
    const tessera::CellwiseTransfer<Number> transfer(coarse, mesh, basis);
    CellwiseVector<Number> u, rhs, coarse_u, workspace;
    CellwiseVector<double> outer(problem.rhs);
    mesh->initialize_vector(u);
    mesh->initialize_vector(rhs);
    mesh->initialize_vector(workspace);
    coarse->initialize_vector(coarse_u);
    const double bytes = sizeof(Number) * static_cast<double>(mesh->n_values());
    const auto measure =
      [&](const char *name, const double n_vectors, const auto &call) {
        report.add(Kernel{name,
                          parameters.precision,
                          benchmark::median_seconds(mesh->device(),
                                                    parameters.n_repeats,
                                                    call),
                          n_vectors * bytes},
                   level);
      };
    const double outer_vector = 8. / sizeof(Number);
    measure("sweep", 24., [&] { smoother.step(u, rhs); });
    measure("sweep_zero", 24., [&] { smoother.vmult(u, rhs); });
    measure("restrict_residual", 2.125, [&] {
      transfer.restrict_residual(coarse_u, rhs, u, workspace);
    });
    measure("prolongate_and_add", 2.125, [&] {
      transfer.prolongate_and_add(u, coarse_u);
    });
    measure("to_level", 1. + outer_vector, [&] {
      tessera::dual_from_nodal(*mesh, basis, rhs, outer);
    });
    measure("from_level", 1. + outer_vector, [&] {
      tessera::primal_to_nodal(*mesh, basis, outer, u);
    });
  }



  /** Those of the outer iteration, in double precision. */
  void measure_outer_kernels(const PoissonProblem &problem,
                             const unsigned int level,
                             const Parameters &parameters,
                             Report &report)
  {
    const auto &mesh = problem.levels[level];
    const auto matrix =
      tessera::CellwiseOperator<double>::laplace(problem.levels[level]);
    CellwiseVector<double> residual(problem.rhs);
    const double bytes = 8. * static_cast<double>(mesh->n_values());
    const auto measure =
      [&](const char *name, const double n_vectors, const auto &call) {
        report.add(Kernel{name,
                          "double",
                          benchmark::median_seconds(mesh->device(),
                                                    parameters.n_repeats,
                                                    call),
                          n_vectors * bytes},
                   level);
      };
    measure("residual", 3., [&] {
      matrix.residual(residual, problem.solution, problem.rhs);
    });
    measure("average_copies", 2., [&] {
      tessera::average_copies(*mesh, residual);
    });
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
    if (parameters.precision == "mixed")
      measure_level_kernels<float>(
        problem, level, CellBasis::eigen, parameters, report);
    else if (parameters.precision == "mixed_nodal")
      measure_level_kernels<float>(
        problem, level, CellBasis::nodal, parameters, report);
    else
      measure_level_kernels<double>(
        problem, level, CellBasis::nodal, parameters, report);
    measure_outer_kernels(problem, level, parameters, report);
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
