// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks what step-1 computed on levels 2 to 4 against the reference values.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <string>

#include "reference/patch_multigrid.h"

namespace
{
  int n_failures = 0;

  void expect(const bool condition, const std::string &what)
  {
    std::cout << (condition ? "ok:     " : "FAILED: ") << what << '\n';
    if (!condition)
      ++n_failures;
  }



  void expect_close(const double actual,
                    const double expected,
                    const double relative,
                    const std::string &what)
  {
    expect(std::fabs(actual - expected) <= relative * std::fabs(expected),
           what + ": " + nlohmann::json(actual).dump() + ", expected " +
             nlohmann::json(expected).dump());
  }



  void check_history(const nlohmann::json &metrics,
                     const reference::History &expected,
                     const std::string &where)
  {
    expect_close(metrics.at("first_monitor"),
                 expected.first,
                 1e-3,
                 where + "first monitor");
    const auto &history = metrics.at("history");
    for (std::size_t i = 0; i < expected.values.size(); ++i)
      if (expected.values[i] > 1e-11)
        expect_close(history.at(i),
                     expected.values[i],
                     1e-3,
                     where + "monitor after " + std::to_string(i) + " cycles");
  }



  void check_result(const nlohmann::json &result,
                    const reference::PatchMultigridResult &expected)
  {
    const auto &parameters  = result.at("parameters");
    const auto &metrics     = result.at("metrics");
    const std::string where = "level " + std::to_string(expected.level) + ", ";
    expect(parameters.at("level") == expected.level, where + "is there");
    expect(parameters.at("unknowns") == expected.n_unknowns,
           where + "number of unknowns");
    expect_close(metrics.at("l2_error"),
                 expected.l2_error,
                 1e-3,
                 where + "L2 error");

    const std::string outer = parameters.at("outer");
    if (outer == "stationary")
      check_history(metrics, expected.stationary, where);
    else if (outer == "symmetric")
      check_history(metrics, expected.symmetric, where);
    else
      check_history(metrics, expected.cg, where);
    if (outer == "stationary")
      expect(metrics.at("cycles") == 4, where + "takes four cycles");
  }



  void check_files(const std::string &directory)
  {
    for (const char *name : {"step-1.vtu", "step-1-slice.gpl"})
      {
        std::ifstream file(directory + "/" + name, std::ios::ate);
        expect(file && file.tellg() > 1000, std::string(name) + " is written");
      }
    // The largest value of the slice is that of the solution.
    std::ifstream slice(directory + "/step-1-slice.gpl");
    double x, y, u, largest = 0.;
    while (slice >> x >> y >> u)
      largest = std::max(largest, u);
    expect_close(largest, 1., 1e-4, "largest value of the slice");
  }
} // namespace



int main(int argc, char **argv)
{
  if (argc != 3)
    {
      std::cerr << "usage: step-1_check OUTPUT_DIRECTORY JSON_FILE\n";
      return 2;
    }
  try
    {
      const nlohmann::json results =
        nlohmann::json::parse(std::ifstream(argv[2])).at("results");
      const auto &expected = reference::patch_multigrid_results;
      expect(results.size() == expected.size(), "all levels are there");
      for (std::size_t i = 0; i < expected.size(); ++i)
        check_result(results.at(i), expected[i]);
      check_files(argv[1]);
    }
  catch (const std::exception &error)
    {
      std::cerr << "step-1_check: " << error.what() << '\n';
      return 1;
    }
  return n_failures == 0 ? 0 : 1;
}
