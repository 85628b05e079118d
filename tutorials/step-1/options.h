// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_1_options_h
#define step_1_options_h

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace Step1
{
  struct Parameters
  {
    std::string device           = "auto";
    std::string outer            = "stationary";
    std::string precision        = "mixed";
    unsigned int min_level       = 2;
    unsigned int max_level       = 5;
    std::filesystem::path output = ".";
    std::string json;
  };



  inline void declare_options(CLI::App &app, Parameters &parameters)
  {
    app.add_option("--device", parameters.device, "auto, host, cuda or cuda:N");
    app
      .add_option("--outer",
                  parameters.outer,
                  "Outer iteration: stationary, symmetric or cg")
      ->check(CLI::IsMember({"stationary", "symmetric", "cg"}));
    app
      .add_option("--precision",
                  parameters.precision,
                  "Of the multigrid levels: mixed (single) or double")
      ->check(CLI::IsMember({"mixed", "double"}));
    app
      .add_option("--min-level",
                  parameters.min_level,
                  "Coarsest mesh to solve on, 2^L cells an axis")
      ->check(CLI::Range(2, 8));
    app
      .add_option("--max-level",
                  parameters.max_level,
                  "Finest mesh to solve on, 2^L cells an axis")
      ->check(CLI::Range(2, 8));
    app.add_option("--output", parameters.output, "Folder for pictures' data");
    app.add_option("--json", parameters.json, "File for all measurements");
  }
} // namespace Step1

#endif
