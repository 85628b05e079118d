// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Speed of a sweep of the vertex-patch smoother on a cube of 2^L cells an axis,
// beside a device copy and the same traffic without a patch solve.
//
//   cellwise_kernels [--device NAME] [--level L] [--json FILE]

#include <tessera/base/device.h>
#include <tessera/base/exceptions.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cell_basis_helpers.h"
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
  using tessera::CellBasis;
  using tessera::CellwiseMesh;
  using tessera::CellwiseVector;
  using tessera::Device;
  using tessera::VertexPatchSmoother;

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



  /** Prints a measurement and returns it as JSON. */
  nlohmann::json report(const std::string &what,
                        const nlohmann::json &parameters,
                        const double seconds,
                        const double bytes,
                        const double copy)
  {
    const double rate = bytes / seconds;
    std::printf("%-8s %-6s %-6s %10.3e s %7.1f GB/s %5.1f %% of copy\n",
                what.c_str(),
                parameters.at("precision").get<std::string>().c_str(),
                parameters.at("basis").get<std::string>().c_str(),
                seconds,
                1e-9 * rate,
                100. * rate / copy);
    return {{"name", what},
            {"parameters", parameters},
            {"metrics",
             {{"seconds", seconds},
              {"bytes_per_second", rate},
              {"fraction_of_copy", rate / copy}}}};
  }



  /** A sweep, and eight times its reads and writes of all cells. */
  template <typename Number>
  void measure(const std::shared_ptr<const CellwiseMesh> &mesh,
               const unsigned int level,
               const double copy,
               nlohmann::json &results)
  {
    const Device &device = mesh->device();
    const double bytes =
      8. * 3. * sizeof(Number) * static_cast<double>(mesh->n_values());
    const std::int64_t n_axis = 3 * (std::int64_t(1) << level) + 1;
    CellwiseVector<Number> u, rhs;
    mesh->initialize_vector(u);
    mesh->initialize_vector(rhs);
    rhs = 1;
    for (const CellBasis basis : {CellBasis::eigen, CellBasis::nodal})
      {
        verify<Number>(device, basis);
        const VertexPatchSmoother<Number> smoother(mesh, basis);
        const nlohmann::json parameters = {
          {"device", device.name()},
          {"level", level},
          {"unknowns", n_axis * n_axis * n_axis},
          {"precision", sizeof(Number) == 4 ? "float" : "double"},
          {"basis", name(basis)}};
        u = 0;
        results.push_back(report(
          "sweep",
          parameters,
          benchmark::median_seconds(device, 11, [&] { smoother.step(u, rhs); }),
          bytes,
          copy));
        if (basis == CellBasis::eigen)
          results.push_back(
            report("traffic",
                   parameters,
                   8. * benchmark::median_seconds(
                          device, 11, [&] { u.add(Number(1e-6), rhs); }),
                   bytes,
                   copy));
      }
  }



  void run(const Device &device,
           const unsigned int level,
           const std::string &json_file)
  {
    const std::int64_t n = std::int64_t(1) << level;
    const auto mesh      = std::make_shared<CellwiseMesh>(
      device, CellwiseMesh::describe_box({{n, n, n}}, {{1., 1., 1.}}));
    const double copy =
      benchmark::copy_bandwidth(device, device.is_host() ? 1 << 29 : 1LL << 32);
    nlohmann::json results = {
      {{"name", "copy"}, {"metrics", {{"bytes_per_second", copy}}}}};
    std::printf("%s (%s), level %u, copy %.1f GB/s\n",
                device.name().c_str(),
                device.description().c_str(),
                level,
                1e-9 * copy);
    measure<float>(mesh, level, copy, results);
    measure<double>(mesh, level, copy, results);
    if (!json_file.empty())
      benchmark::write_json(json_file, device, results);
  }
} // namespace



int main(int argc, char **argv)
{
  std::string device = "auto", json_file;
  unsigned int level = 5;
  CLI::App app("Speed of the kernels of the cell-wise multigrid");
  app.add_option("--device", device, "auto, host, cuda or cuda:N");
  app.add_option("--level", level, "2^level cells an axis")
    ->check(CLI::Range(1, 9));
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
