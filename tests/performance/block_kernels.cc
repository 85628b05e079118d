// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of the product with a matrix of 3x3 blocks in the pattern of trilinear
// elements on m^3 nodes, beside a device copy and cuSPARSE's scalar product of
// the same matrix in the same run.
//
//   block_kernels [--device NAME] [--m M] [--json FILE]

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/bsr/bsr_matrix.h>

#include "performance/cusparse_csr.h"
#include "performance/harness.h"
#include "reference/random.h"
#include "tolerance.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace
{
  constexpr int block = 3;



  /** The matrix on the host, in blocks and in scalar rows. */
  struct Problem
  {
    std::int32_t n_nodes;
    std::vector<std::int64_t> row_offsets = {0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
  };



  Problem make_problem(const int m)
  {
    Problem problem;
    problem.n_nodes = m * m * m;
    for (int z = 0; z < m; ++z)
      for (int y = 0; y < m; ++y)
        for (int x = 0; x < m; ++x)
          {
            for (int k = std::max(z - 1, 0); k <= std::min(z + 1, m - 1); ++k)
              for (int j = std::max(y - 1, 0); j <= std::min(y + 1, m - 1); ++j)
                for (int i = std::max(x - 1, 0); i <= std::min(x + 1, m - 1);
                     ++i)
                  problem.columns.push_back((k * m + j) * m + i);
            problem.row_offsets.push_back(
              static_cast<std::int64_t>(problem.columns.size()));
          }
    problem.values =
      reference::random_vector<double>(problem.columns.size() * block * block,
                                       1);
    return problem;
  }



  /** y = A x, one scalar at a time. */
  std::vector<double> multiply(const Problem &problem,
                               const std::vector<double> &x)
  {
    std::vector<double> y(problem.n_nodes * std::size_t(block), 0.);
    for (std::int32_t row = 0; row < problem.n_nodes; ++row)
      for (std::int64_t k = problem.row_offsets[row];
           k < problem.row_offsets[row + 1];
           ++k)
        for (int r = 0; r < block; ++r)
          for (int c = 0; c < block; ++c)
            y[block * row + r] += problem.values[(k * block + r) * block + c] *
                                  x[block * problem.columns[k] + c];
    return y;
  }



  /** Largest difference over the largest value. */
  double relative_error(const tessera::Vector<double> &actual,
                        const std::vector<double> &expected)
  {
    const std::vector<double> values = actual.copy_to_host();
    double largest                   = 0.;
    for (std::size_t i = 0; i < values.size(); ++i)
      largest = std::max(largest, std::fabs(values[i] - expected[i]));
    return largest / tessera::test::max_abs(expected);
  }



  /** One timed product and what it is compared with. */
  struct Measurement
  {
    std::string implementation;
    double seconds;
    double bytes;
    double error;
  };



  Measurement measure_tessera(const tessera::Device &device,
                              const Problem &problem,
                              const tessera::Vector<double> &x,
                              const std::vector<double> &expected)
  {
    const tessera::BsrMatrix<double> A(device,
                                       problem.n_nodes,
                                       block,
                                       block,
                                       problem.row_offsets,
                                       problem.columns,
                                       problem.values);
    tessera::Vector<double> y(device, block * problem.n_nodes);
    A.vmult(y, x);
    const double error = relative_error(y, expected);
    const double seconds =
      benchmark::median_seconds(device, 15, [&] { A.vmult(y, x); });
    const double n_blocks = static_cast<double>(problem.columns.size());
    const double bytes    = n_blocks * (4. + 8. * block * block) +
                         problem.n_nodes * (8. + 16. * block);
    return {"tessera_bsr", seconds, bytes, error};
  }



#ifdef BENCHMARK_WITH_CUSPARSE
  Measurement measure_cusparse(const tessera::Device &device,
                               const Problem &problem,
                               const tessera::Vector<double> &x,
                               const std::vector<double> &expected)
  {
    std::vector<std::int32_t> offsets = {0}, columns;
    std::vector<double> values;
    for (std::int32_t row = 0; row < problem.n_nodes; ++row)
      for (int r = 0; r < block; ++r)
        {
          for (std::int64_t k = problem.row_offsets[row];
               k < problem.row_offsets[row + 1];
               ++k)
            for (int c = 0; c < block; ++c)
              {
                columns.push_back(block * problem.columns[k] + c);
                values.push_back(problem.values[(k * block + r) * block + c]);
              }
          offsets.push_back(static_cast<std::int32_t>(columns.size()));
        }
    benchmark::CusparseCsr A(
      device, std::int64_t(block) * problem.n_nodes, offsets, columns, values);
    tessera::Vector<double> y(device, block * problem.n_nodes);
    A.vmult(y.data(), x.data());
    const double error   = relative_error(y, expected);
    const double seconds = benchmark::median_seconds(device, 15, [&] {
      A.vmult(y.data(), x.data());
    });
    const double bytes =
      12. * static_cast<double>(values.size()) +
      block * static_cast<double>(problem.n_nodes) * (4. + 16.);
    return {"cusparse_csr", seconds, bytes, error};
  }
#endif



  /** Prints a measurement and returns it as JSON. */
  nlohmann::json report(const Measurement &result,
                        const tessera::Device &device,
                        const Problem &problem,
                        const int m,
                        const double copy)
  {
    const double rate = result.bytes / result.seconds;
    std::cout << result.implementation << ": " << result.seconds * 1e6
              << " us, " << rate * 1e-9 << " GB/s, " << 100. * rate / copy
              << " % of copy, error " << result.error << '\n';
    return {{"name", "spmv"},
            {"parameters",
             {{"device", device.name()},
              {"implementation", result.implementation},
              {"m", m},
              {"degree", 1},
              {"rows", block * problem.n_nodes},
              {"blocks", problem.columns.size()}}},
            {"metrics",
             {{"seconds", result.seconds},
              {"bytes_per_second", rate},
              {"fraction_of_copy", rate / copy},
              {"error", result.error}}}};
  }



  void
  run(const tessera::Device &device, const int m, const std::string &json_file)
  {
    const Problem problem = make_problem(m);
    const std::vector<double> values =
      reference::random_vector<double>(std::size_t(block) * problem.n_nodes, 2);
    const std::vector<double> expected = multiply(problem, values);
    const tessera::Vector<double> x(device, values);

    std::vector<Measurement> measurements = {
      measure_tessera(device, problem, x, expected)};
#ifdef BENCHMARK_WITH_CUSPARSE
    if (!device.is_host())
      measurements.push_back(measure_cusparse(device, problem, x, expected));
#endif

    const double copy =
      benchmark::copy_bandwidth(device, device.is_host() ? 1 << 29 : 1LL << 32);
    nlohmann::json results = {
      {{"name", "copy"}, {"metrics", {{"bytes_per_second", copy}}}}};
    std::cout << device.name() << " (" << device.description() << "), m = " << m
              << ", copy " << copy * 1e-9 << " GB/s\n";
    for (const Measurement &result : measurements)
      {
        TESSERA_REQUIRE(result.error < 1e-13,
                        NumericalFailure,
                        result.implementation << " is wrong: relative error "
                                              << result.error << ".");
        results.push_back(report(result, device, problem, m, copy));
      }
    if (!json_file.empty())
      benchmark::write_json(json_file, device, results);
  }
} // namespace



int main(int argc, char **argv)
{
  std::string device = "auto", json_file;
  int m              = 33;
  CLI::App app("Speed of block matrix kernels");
  app.add_option("--device", device, "auto, host, cuda or cuda:N");
  app.add_option("--m", m, "nodes an axis")->check(CLI::Range(2, 400));
  app.add_option("--json", json_file, "file for the results");
  CLI11_PARSE(app, argc, argv);
  try
    {
      run(tessera::Device::from_name(device), m, json_file);
    }
  catch (const std::exception &exception)
    {
      std::cerr << "block_kernels: " << exception.what() << std::endl;
      return 1;
    }
  return 0;
}
