// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_3_options_h
#define step_3_options_h

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace Step3
{
  struct Parameters
  {
    std::string device           = "auto";
    std::string smoother         = "both";
    unsigned int min_level       = 2;
    unsigned int max_level       = 5;
    std::filesystem::path output = ".";
    std::string json;
  };



  inline void declare_options(CLI::App &app, Parameters &parameters)
  {
    app.add_option("--device",
                   parameters.device,
                   "Where Tessera's smoother runs: auto, host, cuda or cuda:N");
    app
      .add_option("--smoother",
                  parameters.smoother,
                  "chebyshev, vertex-patch or both")
      ->check(CLI::IsMember({"chebyshev", "vertex-patch", "both"}));
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
    app.add_option("--output",
                   parameters.output,
                   "Folder for the solution on the finest mesh");
    app.add_option("--json", parameters.json, "File for all measurements");
  }
} // namespace Step3

#endif
