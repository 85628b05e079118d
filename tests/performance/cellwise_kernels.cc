// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of the kernels of a multigrid cycle on a cube of 2^L cells an axis, and
// of four cycles, beside a device copy and the traffic of a sweep without its
// patch solves. Needs no deal.II.
//
//   cellwise_kernels [--device NAME] [--level L] [--json FILE]

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cell_basis_helpers.h"
#include "cellwise/patch_transform.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"
#include "performance/box_problem.h"
#include "performance/harness.h"
#include "reference/cellwise.h"
#include "tolerance.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace
{
  using benchmark::BoxProblem;
  using tessera::CellBasis;
  using tessera::CellwiseMesh;
  using tessera::CellwiseVector;
  using tessera::Device;
  using tessera::VertexPatchSmoother;
  using tessera::internal::LevelPatchTransform;

  const char *name(const CellBasis basis)
  {
    return basis == CellBasis::eigen ? "eigen" : "nodal";
  }



  /** On the mesh of one patch a sweep from zero is the exact inverse. */
  template <typename Number>
  void verify(const Device &device, const CellBasis basis)
  {
    const reference::Box n = {{2, 2, 2}};
    const auto level       = CellwiseMesh::describe_box(n, {{1., 0.5, 2.}});
    const tessera::test::Numbers<Number> numbers{basis};
    const auto u = reference::random_function(n, 1);
    const auto b =
      tessera::test::dual(device, numbers, reference::apply_level(level, u));
    auto x = b;
    VertexPatchSmoother<Number>(std::make_shared<CellwiseMesh>(device, level),
                                basis)
      .vmult(x, b);
    const auto values = tessera::test::nodal(numbers, x);
    double error      = 0.;
    for (std::size_t i = 0; i < u.size(); ++i)
      error = std::fmax(error, std::fabs(values[i] - u[i]));
    TESSERA_REQUIRE(error <= tessera::test::tolerance<Number>(27, 1., 1.),
                    NumericalFailure,
                    "The sweep is wrong: the error on one patch is " << error
                                                                     << ".");
  }



  /** Prints and collects what is measured. */
  class Report
  {
  public:
    Report(const Device &device, const unsigned int level, const double copy)
      : device(device)
      , level(level)
      , copy(copy)
      , results({{{"name", "copy"}, {"metrics", {{"bytes_per_second", copy}}}}})
    {
      std::printf("%s (%s), level %u, copy %.1f GB/s\n",
                  device.name().c_str(),
                  device.description().c_str(),
                  level,
                  1e-9 * copy);
    }

    /** Times @p call, which moves @p n_bytes. */
    template <typename Call>
    double measure(const std::string &what,
                   const std::string &kind,
                   const double n_bytes,
                   const Call &call,
                   const double n_calls = 1.)
    {
      const double seconds =
        n_calls * benchmark::median_seconds(device, 11, call);
      const double rate = n_bytes / seconds;
      std::printf("%-20s %-13s %10.3e s %7.1f GB/s %5.1f %% of copy\n",
                  what.c_str(),
                  kind.c_str(),
                  seconds,
                  1e-9 * rate,
                  100. * rate / copy);
      std::fflush(stdout);
      results.push_back(
        {{"name", what},
         {"parameters",
          {{"device", device.name()}, {"level", level}, {"kind", kind}}},
         {"metrics",
          {{"seconds", seconds},
           {"bytes_per_second", rate},
           {"fraction_of_copy", rate / copy}}}});
      return seconds;
    }

    const Device device;
    const unsigned int level;
    const double copy;
    nlohmann::json results;
  };



  template <typename Number>
  std::string kind(const CellBasis basis)
  {
    return std::string(sizeof(Number) == 4 ? "float" : "double") + " " +
           name(basis);
  }



  /** A sweep that loads vectors for each colour, whatever is faster. */
  template <typename Number>
  void sweep_by_colours(const CellwiseMesh &mesh,
                        const LevelPatchTransform<Number> &transform,
                        CellwiseVector<Number> &u,
                        const CellwiseVector<Number> &rhs)
  {
    const std::int64_t n = mesh.n_values();
    tessera::internal::dispatch(mesh.device(), [&](const auto &queue) {
      for (int colour = 0; colour < CellwiseMesh::n_colours; ++colour)
        tessera::internal::vertex_patch_update<Number>(queue,
                                                       *transform,
                                                       mesh.patches(colour),
                                                       true,
                                                       {},
                                                       {rhs.data(), n},
                                                       {u.data(), n});
    });
  }



  /** Sweeps, and eight times their reads and writes of all cells. */
  template <typename Number>
  void measure_sweeps(const BoxProblem &problem, Report &report)
  {
    const auto &mesh = problem.meshes.back();
    const double bytes =
      8. * 3. * sizeof(Number) * static_cast<double>(mesh->n_values());
    CellwiseVector<Number> u, rhs;
    mesh->initialize_vector(u);
    mesh->initialize_vector(rhs);
    rhs = 1;
    for (const CellBasis basis : {CellBasis::eigen, CellBasis::nodal})
      {
        verify<Number>(report.device, basis);
        const VertexPatchSmoother<Number> smoother(mesh, basis);
        const LevelPatchTransform<Number> transform(*mesh, basis);
        u = 0;
        report.measure("sweep", kind<Number>(basis), bytes, [&] {
          smoother.step(u, rhs);
        });
        report.measure("colour by colour", kind<Number>(basis), bytes, [&] {
          sweep_by_colours(*mesh, transform, u, rhs);
        });
      }
    report.measure(
      "traffic",
      kind<Number>(CellBasis::eigen),
      bytes,
      [&] { u.add(Number(1e-6), rhs); },
      8.);
  }



  /** What else a cycle does on the finest level, in single precision. */
  void measure_level_kernels(const BoxProblem &problem, Report &report)
  {
    const CellBasis basis = CellBasis::eigen;
    const auto &mesh      = problem.meshes.back();
    const auto &coarse    = problem.meshes[problem.meshes.size() - 2];
    const VertexPatchSmoother<float> smoother(mesh, basis);
    const tessera::CellwiseTransfer<float> transfer(coarse, mesh, basis);
    CellwiseVector<float> u, rhs, coarse_u, workspace;
    mesh->initialize_vector(u);
    mesh->initialize_vector(rhs);
    coarse->initialize_vector(coarse_u);
    const double bytes = 4. * static_cast<double>(mesh->n_values());
    const auto measure =
      [&](const char *what, const double n_vectors, const auto &call) {
        report.measure(what, "float eigen", n_vectors * bytes, call);
      };
    measure("sweep_zero", 24., [&] { smoother.vmult(u, rhs); });
    measure("restrict_residual", 2.125, [&] {
      transfer.restrict_residual(coarse_u, rhs, u, workspace);
    });
    measure("prolongate_and_add", 2.125, [&] {
      transfer.prolongate_and_add(u, coarse_u);
    });
  }



  /** What an iteration in double precision does around a cycle. */
  void measure_outer_kernels(const BoxProblem &problem, Report &report)
  {
    const auto &mesh  = problem.meshes.back();
    const auto matrix = tessera::CellwiseOperator<double>::laplace(mesh);
    CellwiseVector<double> x, b, r;
    CellwiseVector<float> u;
    mesh->initialize_vector(x);
    mesh->initialize_vector(b);
    mesh->initialize_vector(r);
    mesh->initialize_vector(u);
    const double bytes = 8. * static_cast<double>(mesh->n_values());
    const auto measure =
      [&](const char *what, const double n_vectors, const auto &call) {
        report.measure(what, "double nodal", n_vectors * bytes, call);
      };
    measure("residual", 3., [&] { matrix.residual(r, x, b); });
    measure("average_copies", 2., [&] { tessera::average_copies(*mesh, r); });
    measure("to_level", 1.5, [&] {
      tessera::dual_from_nodal(*mesh, CellBasis::eigen, u, r);
    });
    measure("from_level", 1.5, [&] {
      tessera::primal_to_nodal(*mesh, CellBasis::eigen, r, u);
    });
    measure("add", 3., [&] { x.add(1., r); });
    measure("dot", 2., [&] { (void)(x * r); });
  }



  /** Stationary cycles in double precision around levels in single one. */
  class Iteration
  {
  public:
    Iteration(const BoxProblem &problem, const bool rebalance)
      : problem(problem)
      , matrix(
          tessera::CellwiseOperator<double>::laplace(problem.meshes.back()))
      , cycle(problem.meshes, cycle_data(rebalance))
      , b(problem.right_hand_side())
    {
      for (auto *vector : {&x, &r, &z})
        problem.meshes.back()->initialize_vector(*vector);
    }

    /** Returns the monitor sqrt|r . z| before each cycle. */
    std::vector<double> run(const int n_cycles)
    {
      std::vector<double> monitor;
      x = 0.;
      for (int i = 0; i < n_cycles; ++i)
        {
          matrix.residual(r, x, b);
          cycle.vmult(z, r);
          monitor.push_back(std::sqrt(std::fabs(r * z)));
          x += z;
        }
      return monitor;
    }

    void run_cycle()
    {
      cycle.vmult(z, r);
    }

    double error() const
    {
      return problem.error(x);
    }

  private:
    static tessera::CellwiseMultigrid<float>::AdditionalData
    cycle_data(const bool rebalance)
    {
      tessera::CellwiseMultigrid<float>::AdditionalData data;
      data.rebalance = rebalance;
      return data;
    }

    const BoxProblem &problem;
    const tessera::CellwiseOperator<double> matrix;
    const tessera::CellwiseMultigrid<float> cycle;
    const CellwiseVector<double> b;
    CellwiseVector<double> x, r, z;
  };



  /** Prints the monitor of some cycles relative to its first value. */
  void print_history(const char *what, const std::vector<double> &monitor)
  {
    std::printf("%-20s", what);
    for (const double value : monitor)
      std::printf(" %.1e", value / monitor.front());
    std::printf("\n");
  }



  /** Four cycles, and how more of them go on with and without rebalancing. */
  void measure_solve(const BoxProblem &problem, Report &report)
  {
    const int n_cycles = 9;
    Iteration iteration(problem, true);
    report.measure("cycle", "mixed", 0., [&] { iteration.run_cycle(); });
    const double seconds =
      report.measure("solve", "mixed", 0., [&] { iteration.run(4); });
    std::printf("%lld unknowns, %.4g unknowns/s, error %.3e\n",
                static_cast<long long>(problem.n_unknowns()),
                static_cast<double>(problem.n_unknowns()) / seconds,
                iteration.error());
    print_history("rebalanced", iteration.run(n_cycles));
    print_history("not rebalanced", Iteration(problem, false).run(n_cycles));
  }



  void run(const Device &device,
           const unsigned int level,
           const std::string &json_file)
  {
    const BoxProblem problem(device, level);
    Report report(device,
                  level,
                  benchmark::copy_bandwidth(device,
                                            device.is_host() ? 1 << 29
                                                             : 1LL << 32));
    measure_sweeps<float>(problem, report);
    measure_sweeps<double>(problem, report);
    measure_level_kernels(problem, report);
    measure_outer_kernels(problem, report);
    measure_solve(problem, report);
    if (!json_file.empty())
      benchmark::write_json(json_file, device, report.results);
  }
} // namespace



int main(int argc, char **argv)
{
  std::string device = "auto", json_file;
  unsigned int level = 5;
  CLI::App app("Speed of the kernels of the cell-wise multigrid");
  app.add_option("--device", device, "auto, host, cuda or cuda:N");
  app.add_option("--level", level, "2^level cells an axis")
    ->check(CLI::Range(2, 9));
  app.add_option("--json", json_file, "file for the results");
  CLI11_PARSE(app, argc, argv);
  try
    {
      run(tessera::Device::from_name(device), level, json_file);
    }
  catch (const std::exception &exception)
    {
      std::fprintf(stderr, "cellwise_kernels: %s\n", exception.what());
      return 1;
    }
  return 0;
}
