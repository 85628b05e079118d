// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checks what step-3 computed on levels 2 to 4.

#include <nlohmann/json.hpp>

#include <cmath>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace
{
  int n_failures = 0;

  constexpr std::size_t n_levels = 3;

  void expect(const bool condition, const std::string &what)
  {
    std::cout << (condition ? "ok:     " : "FAILED: ") << what << '\n';
    if (!condition)
      ++n_failures;
  }



  /** Levels 2, 3, ... of one smoother, from @p first on. */
  void check_smoother(const nlohmann::json &results,
                      const std::size_t first,
                      const std::string &smoother)
  {
    for (unsigned int level = 2; level <= 4; ++level)
      {
        const auto &result     = results.at(first + level - 2);
        const auto &parameters = result.at("parameters");
        const auto &metrics    = result.at("metrics");
        const std::string where =
          smoother + ", level " + std::to_string(level) + ": ";
        expect(parameters.at("smoother") == smoother &&
                 parameters.at("level") == level,
               where + "is there");
        const unsigned int n = 3 * (1u << level) + 1;
        expect(parameters.at("unknowns") == n * n * n,
               where + "number of unknowns");
        expect(metrics.at("iterations") == 5,
               where + metrics.at("iterations").dump() + " iterations");
        if (level == 2)
          continue;
        const double coarser = results.at(first + level - 3)
                                 .at("metrics")
                                 .at("l2_error")
                                 .get<double>();
        const double rate =
          std::log2(coarser / metrics.at("l2_error").get<double>());
        expect(std::fabs(rate - 4.) < .05,
               where + "rate of the error " + std::to_string(rate));
      }
  }



  /** All smoothers must lead to the same discrete solution. */
  void check_same_error(const nlohmann::json &one, const nlohmann::json &other)
  {
    const double a = one.at("metrics").at("l2_error");
    const double b = other.at("metrics").at("l2_error");
    expect(std::fabs(a - b) < 1e-4 * a,
           "ratio of the errors of two smoothers: " + std::to_string(a / b));
  }



  /** What does not depend on the number of ranks; one entry of each run. */
  void check_same_row(const nlohmann::json &row,
                      const nlohmann::json &row_of_one_rank,
                      const unsigned int n_ranks)
  {
    const auto &parameters  = row.at("parameters");
    const auto &expected    = row_of_one_rank.at("parameters");
    const std::string where = parameters.at("smoother").get<std::string>() +
                              ", level " + parameters.at("level").dump() +
                              ", as on one rank: ";
    expect(parameters.at("ranks") == n_ranks && expected.at("ranks") == 1,
           where + "ran on " + parameters.at("ranks").dump() + " ranks");
    for (const char *key : {"smoother", "level", "cells", "unknowns"})
      expect(parameters.at(key) == expected.at(key), where + key);
    const auto &metrics  = row.at("metrics");
    const auto &one_rank = row_of_one_rank.at("metrics");
    expect(metrics.at("iterations") == one_rank.at("iterations"),
           where + "iterations");
    // The errors of the cells are added up from single precision.
    const double a = metrics.at("l2_error"), b = one_rank.at("l2_error");
    expect(std::fabs(a - b) < 1e-6 * b,
           where + "relative difference of the errors " +
             std::to_string(std::fabs(a - b) / b));
  }



  nlohmann::json read_results(const std::string &file_name)
  {
    return nlohmann::json::parse(std::ifstream(file_name)).at("results");
  }
} // namespace



int main(int argc, char **argv)
{
  if (argc != 3 && argc != 5)
    {
      std::cerr << "usage: step-3_check OUTPUT_DIRECTORY JSON_FILE "
                   "[N_RANKS JSON_FILE_OF_ONE_RANK]\n";
      return 2;
    }
  try
    {
      const nlohmann::json results = read_results(argv[2]);
      const std::vector<std::string> smoothers{"chebyshev", "vertex-patch"};
      expect(results.size() == n_levels * smoothers.size(),
             "three levels with each smoother");
      for (std::size_t s = 0; s < smoothers.size(); ++s)
        {
          check_smoother(results, n_levels * s, smoothers[s]);
          for (std::size_t i = 0; i < n_levels; ++i)
            check_same_error(results.at(i), results.at(n_levels * s + i));
          const std::string name = "step-3-" + smoothers[s] + ".vtu";
          std::ifstream file(std::string(argv[1]) + "/" + name, std::ios::ate);
          expect(file && file.tellg() > 1000, name + " is written");
        }
      if (argc == 5)
        {
          const nlohmann::json one_rank = read_results(argv[4]);
          for (std::size_t i = 0; i < results.size(); ++i)
            check_same_row(results.at(i),
                           one_rank.at(i),
                           static_cast<unsigned int>(std::stoul(argv[3])));
        }
    }
  catch (const std::exception &error)
    {
      std::cerr << "step-3_check: " << error.what() << '\n';
      return 1;
    }
  return n_failures == 0 ? 0 : 1;
}
