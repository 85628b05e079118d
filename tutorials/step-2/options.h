// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_2_options_h
#define step_2_options_h

#include <CLI/CLI.hpp>

#include <filesystem>
#include <string>

namespace Step2
{
  struct Parameters
  {
    std::string device           = "auto";
    std::string degree           = "both";
    unsigned int n_refinements   = 3;
    std::filesystem::path output = ".";
    std::string json;
    bool no_muelu = false;
  };



  inline void declare_options(CLI::App &app, Parameters &parameters)
  {
    app.add_option("--device", parameters.device, "auto, host, cuda or cuda:N");
    app.add_option("--degree", parameters.degree, "1, 2 or both")
      ->check(CLI::IsMember({"1", "2", "both"}));
    app
      .add_option("--refinements",
                  parameters.n_refinements,
                  "Number of meshes, each finer than the last one by two")
      ->check(CLI::Range(1, 6));
    app.add_option("--output", parameters.output, "Folder for pictures' data");
    app.add_option("--json", parameters.json, "File for all measurements");
    app.add_flag("--no-muelu", parameters.no_muelu, "Do not compare");
  }
} // namespace Step2

#endif
