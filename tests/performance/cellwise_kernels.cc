// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of the kernels of a multigrid cycle on a cube of 2^L cells an axis, and
// of four cycles, beside a device copy and the traffic of a sweep without its
// patch solves. Needs no deal.II.
//
//   cellwise_kernels [--device NAME] [--level L] [--cells ORDER] [--json FILE]
//
// --cells morton numbers the cells as p4est does.

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cell_basis_helpers.h"
#include "cellwise/patch_transform.h"
#include "performance/box_problem.h"
#include "performance/cellwise_kernel_timer.h"
#include "performance/colour_sweep.h"
#include "performance/harness.h"
#include "performance/kernel_report.h"
#include "performance/patch_variant_report.h"
#include "performance/tensor_core_report.h"
#include "reference/cellwise.h"
#include "tolerance.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace
{
  using benchmark::BoxProblem;
  using benchmark::CellOrder;
  using benchmark::KernelReport;
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



  template <typename Number>
  std::string kind(const CellBasis basis)
  {
    return std::string(sizeof(Number) == 4 ? "float" : "double") + " " +
           name(basis);
  }



  /** What KernelTimer does not: colours alone, and the traffic of a sweep. */
  template <typename Number>
  void measure_colours(const CellwiseMesh &mesh,
                       const LevelPatchTransform<Number> &transform,
                       const std::string &kind,
                       KernelReport &report)
  {
    const double bytes =
      8. * 3. * sizeof(Number) * static_cast<double>(mesh.n_values());
    CellwiseVector<Number> u, rhs;
    mesh.initialize_vector(u);
    mesh.initialize_vector(rhs);
    rhs = 1;
    report.measure("colour by colour", kind, bytes, [&] {
      benchmark::sweep_by_colours(mesh, *transform, u, rhs);
    });
    report.measure(
      "traffic", kind, bytes, [&] { u.add(Number(1e-6), rhs); }, 8.);
  }



  /** Sweeps in both bases. */
  template <typename Number, typename Timer>
  void measure_sweeps(const CellwiseMesh &mesh,
                      const Timer &timer,
                      KernelReport &report)
  {
    for (const CellBasis basis : {CellBasis::eigen, CellBasis::nodal})
      {
        verify<Number>(report.device, basis);
        timer.template measure_sweeps<Number>(basis, kind<Number>(basis));
        measure_colours<Number>(mesh,
                                LevelPatchTransform<Number>(mesh, basis),
                                kind<Number>(basis),
                                report);
      }
  }



  void measure_kernels(const BoxProblem &problem,
                       const CellwiseVector<double> &rhs,
                       KernelReport &report)
  {
    const auto &mesh   = problem.meshes.back();
    const auto measure = [&](const std::string &what,
                             const std::string &kind,
                             const double n_bytes,
                             const auto &call) {
      report.measure(what, kind, n_bytes, call);
    };
    const benchmark::KernelTimer<decltype(measure)> timer(
      problem.meshes[problem.meshes.size() - 2], mesh, rhs, measure);
    benchmark::measure_patch_variants(mesh, report);
    measure_sweeps<float>(*mesh, timer, report);
    measure_sweeps<double>(*mesh, timer, report);
    timer.measure_transfers<float>(CellBasis::eigen,
                                   kind<float>(CellBasis::eigen));
    benchmark::measure_tensor_cores(*problem.meshes[problem.meshes.size() - 2],
                                    *mesh,
                                    measure);
    timer.measure_outer_iteration();
  }



  /** Stationary cycles in double precision around levels in single one. */
  class Iteration
  {
  public:
    /** @p b has to live as long as this object. */
    Iteration(const BoxProblem &problem,
              const CellwiseVector<double> &b,
              const bool rebalance)
      : problem(problem)
      , matrix(
          tessera::CellwiseOperator<double>::laplace(problem.meshes.back()))
      , cycle(problem.meshes, cycle_data(rebalance))
      , b(b)
    {
      problem.meshes.back()->initialize_vector(x);
    }

    /** Returns the monitor sqrt|r . z| before each cycle. */
    std::vector<double> run(const unsigned int n_cycles)
    {
      x = 0.;
      return cycle.iterate(matrix, x, b, n_cycles);
    }

    double error() const
    {
      return problem.error(x);
    }

    double jump() const
    {
      return problem.jump(x);
    }

    std::size_t n_recorded_kernels() const
    {
      return cycle.n_recorded_kernels();
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
    const CellwiseVector<double> &b;
    CellwiseVector<double> x;
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
  void measure_solve(const BoxProblem &problem,
                     const CellwiseVector<double> &rhs,
                     KernelReport &report)
  {
    const unsigned int n_cycles = 9;
    Iteration iteration(problem, rhs, true);
    report.measure("cycle", "mixed", 0., [&] { iteration.run(1); });
    const double seconds =
      report.measure("solve", "mixed", 0., [&] { iteration.run(4); });
    const double error = iteration.error();
    const double jump  = iteration.jump();
    std::printf("%lld unknowns, %.4g unknowns/s, error %.3e, jump %.3e, "
                "%zu kernels in the graph of a cycle\n",
                static_cast<long long>(problem.n_unknowns()),
                static_cast<double>(problem.n_unknowns()) / seconds,
                error,
                jump,
                iteration.n_recorded_kernels());
    report.add("solution", "mixed", {{"error", error}, {"jump", jump}});
    print_history("rebalanced", iteration.run(n_cycles));
    print_history("not rebalanced",
                  Iteration(problem, rhs, false).run(n_cycles));
  }



  void run(const Device &device,
           const unsigned int level,
           const CellOrder order,
           const std::string &json_file)
  {
    const BoxProblem problem(device, level, order);
    KernelReport report(device,
                        level,
                        benchmark::name(order),
                        benchmark::copy_bandwidth(
                          device, device.is_host() ? 1 << 29 : 1LL << 32));
    const auto rhs = problem.right_hand_side();
    measure_kernels(problem, rhs, report);
    measure_solve(problem, rhs, report);
    if (!json_file.empty())
      benchmark::write_json(json_file, device, report.results);
  }
} // namespace



int main(int argc, char **argv)
{
  std::string device = "auto", json_file;
  unsigned int level = 5;
  CellOrder order    = CellOrder::lexicographic;
  CLI::App app("Speed of the kernels of the cell-wise multigrid");
  app.add_option("--device", device, "auto, host, cuda or cuda:N");
  app.add_option("--level", level, "2^level cells an axis")
    ->check(CLI::Range(2, 9));
  app.add_option("--cells", order, "numbering: lexicographic or morton")
    ->transform(CLI::CheckedTransformer(std::map<std::string, CellOrder>{
      {"lexicographic", CellOrder::lexicographic},
      {"morton", CellOrder::morton}}));
  app.add_option("--json", json_file, "file for the results");
  CLI11_PARSE(app, argc, argv);
  try
    {
      run(tessera::Device::from_name(device), level, order, json_file);
    }
  catch (const std::exception &exception)
    {
      std::fprintf(stderr, "cellwise_kernels: %s\n", exception.what());
      return 1;
    }
  return 0;
}
