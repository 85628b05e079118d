// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Blocked smoothed aggregation for linear elasticity on a cube of m^3 trilinear
// elements, clamped at one face: set-up, update to 1.25 times the matrix,
// conjugate gradients to 1e-8, products and memory. Needs no deal.II.
//
//   blocked_amg [--device NAME] [--m M] [--poisson NU] [--json FILE]

#include <tessera/amg/smoothed_aggregation.h>
#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>

#include "bsr_helpers.h"
#include "performance/harness.h"
#include "reference/conjugate_gradients.h"
#include "reference/elasticity.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <string>

namespace
{
  using tessera::BsrMatrix;
  using tessera::Device;
  using tessera::SmoothedAggregation;
  using tessera::Vector;

  constexpr int n_repeats = 3;

  /** A matrix, its hierarchy, and the vectors of a solve. */
  class Problem
  {
  public:
    Problem(const Device &device, const reference::BlockProblem &problem)
      : problem(problem)
      , matrix(tessera::test::to_device(device, problem))
      , x(device, static_cast<std::int64_t>(matrix.m()))
      , b(x)
    {
      b = 1.;
    }

    void set_up()
    {
      amg.initialize(matrix, problem.modes, problem.n_modes);
    }

    /** To @p factor times the matrix that was there. */
    void scale(const double factor)
    {
      std::vector<double> values = problem.values;
      for (double &value : values)
        value *= factor;
      matrix.values() = tessera::Array<double>(matrix.device(), values);
    }

    void update()
    {
      amg.update(matrix);
    }

    int solve()
    {
      const int n_iterations =
        reference::conjugate_gradients(matrix, amg, x, b, 1e-8);
      TESSERA_REQUIRE(n_iterations > 0,
                      NumericalFailure,
                      "Conjugate gradients did not converge.");
      return n_iterations;
    }

    double product_bytes() const
    {
      return static_cast<double>(76 * matrix.n_blocks() +
                                 8 * matrix.n_block_rows()) +
             16. * static_cast<double>(matrix.m());
    }

    const reference::BlockProblem problem;
    BsrMatrix<double> matrix;
    SmoothedAggregation amg;
    Vector<double> x, b;
  };



  nlohmann::json measure(Problem &problem, const double copy)
  {
    const Device device = problem.matrix.device();
    const auto seconds  = [&](const auto &call) {
      return benchmark::median_seconds(device, n_repeats, call);
    };
    nlohmann::json metrics;
    metrics["set_up"]     = seconds([&] { problem.set_up(); });
    metrics["solve"]      = seconds([&] { problem.solve(); });
    metrics["iterations"] = problem.solve();
    problem.scale(1.25);
    metrics["update"]            = seconds([&] { problem.update(); });
    metrics["iterations_update"] = problem.solve();
    metrics["product"] =
      seconds([&] { problem.matrix.vmult(problem.x, problem.b); });
    metrics["product_share_of_copy"] =
      problem.product_bytes() / metrics["product"].get<double>() / copy;
    metrics["operator_complexity"] = problem.amg.operator_complexity();
    metrics["bytes_matrix"]        = problem.matrix.memory_consumption();
    metrics["bytes_hierarchy"]     = problem.amg.memory_consumption();
    return metrics;
  }



  void run(const Device &device,
           const int m,
           const double poisson_ratio,
           const std::string &json_file)
  {
    const double copy =
      benchmark::copy_bandwidth(device, device.is_host() ? 1 << 29 : 1LL << 32);
    Problem problem(device,
                    reference::elasticity_box(m, true, false, poisson_ratio));
    const nlohmann::json metrics = measure(problem, copy);
    std::printf("%s (%s), m %d, %zu unknowns, copy %.1f GB/s\n",
                device.name().c_str(),
                device.description().c_str(),
                m,
                problem.matrix.m(),
                1e-9 * copy);
    for (const auto &[name, value] : metrics.items())
      std::printf("%-22s %10.4g\n", name.c_str(), value.get<double>());
    if (!json_file.empty())
      benchmark::write_json(json_file,
                            device,
                            {{{"name", "elasticity_q1"},
                              {"parameters",
                               {{"device", device.name()},
                                {"m", m},
                                {"poisson_ratio", poisson_ratio}}},
                              {"metrics", metrics}}});
  }
} // namespace



int main(int argc, char **argv)
{
  std::string device = "auto", json_file;
  int m              = 16;
  double poisson     = .3;
  CLI::App app("Blocked smoothed aggregation for linear elasticity");
  app.add_option("--device", device, "auto, host, cuda or cuda:N");
  app.add_option("--m", m, "elements an axis")->check(CLI::Range(2, 200));
  app.add_option("--poisson", poisson, "Poisson's ratio")
    ->check(CLI::Range(0., 0.49));
  app.add_option("--json", json_file, "file for the results");
  CLI11_PARSE(app, argc, argv);
  try
    {
      run(Device::from_name(device), m, poisson, json_file);
    }
  catch (const std::exception &exception)
    {
      std::fprintf(stderr, "blocked_amg: %s\n", exception.what());
      return 1;
    }
  return 0;
}
