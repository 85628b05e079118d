// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.h"

#include <tessera/base/device.h>

#include <fstream>
#include <stdexcept>

namespace Step2
{
  namespace
  {
    nlohmann::json to_json(const std::string &name,
                           const std::string &device_name,
                           const Problem &problem,
                           const Measurement &measurement)
    {
      return {{"name", name},
              {"parameters",
               {{"device", device_name},
                {"degree", problem.degree},
                {"cells", problem.n_cells},
                {"unknowns", problem.n_unknowns}}},
              {"metrics",
               {{"levels", measurement.n_levels},
                {"operator_complexity", measurement.operator_complexity},
                {"iterations", measurement.n_iterations},
                {"setup", measurement.setup_seconds},
                {"solve", measurement.solve_seconds},
                {"residual", measurement.residual},
                {"deflection", measurement.deflection}}}};
    }
  } // namespace



  Report::Report(const std::string &device_name)
    : device_name(device_name)
    , results(nlohmann::json::array())
  {}



  void Report::add(const Problem &problem,
                   const Measurement &ours,
                   const std::optional<Measurement> &muelu)
  {
    table.add_value("degree", problem.degree);
    table.add_value("cells", problem.n_cells);
    table.add_value("unknowns", problem.n_unknowns);
    table.add_value("levels", ours.n_levels);
    table.add_value("complexity", ours.operator_complexity);
    table.add_value("its", ours.n_iterations);
    if (muelu)
      table.add_value("MueLu its", muelu->n_iterations);
    table.add_value("setup s", ours.setup_seconds);
    table.add_value("solve s", ours.solve_seconds);
    table.add_value("DoF/s", problem.n_unknowns / ours.solve_seconds);
    table.add_value("residual", ours.residual);
    table.add_value("deflection", ours.deflection);
    for (const char *column : {"DoF/s", "residual"})
      {
        table.set_scientific(column, true);
        table.set_precision(column, 2);
      }

    results.push_back(to_json("tessera", device_name, problem, ours));
    if (muelu)
      results.push_back(to_json("muelu", "host", problem, *muelu));
  }



  void Report::print(std::ostream &out)
  {
    table.write_text(out);
  }



  void Report::write_json(const std::string &file_name) const
  {
    const auto device = tessera::Device::from_name(device_name);
    std::ofstream file(file_name);
    file << nlohmann::json{{"machine", {{"device", device.description()}}},
                           {"results", results}}
              .dump(2)
         << '\n';
    if (!file.flush())
      throw std::runtime_error("The file " + file_name + " cannot be written.");
  }
} // namespace Step2
