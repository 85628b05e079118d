// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.h"

#include <deal.II/base/convergence_table.h>

#include <nlohmann/json.hpp>

#include <fstream>
#include <ostream>
#include <stdexcept>

namespace Step3
{
  using namespace dealii;



  void print_results(const std::vector<Result> &results, std::ostream &out)
  {
    ConvergenceTable table;
    for (const Result &result : results)
      {
        table.add_value("level", result.level);
        table.add_value("cells", result.n_cells);
        table.add_value("dofs", result.n_dofs);
        table.add_value("iterations", result.n_iterations);
        table.add_value("setup", result.setup_seconds);
        table.add_value("solve", result.seconds);
        table.add_value("DoF/s", result.n_dofs / result.seconds);
        table.add_value("L2 error", result.l2_error);
      }
    for (const char *column : {"setup", "solve", "DoF/s", "L2 error"})
      {
        table.set_precision(column, 3);
        table.set_scientific(column, true);
      }
    if (results.size() > 1)
      table.evaluate_convergence_rates("L2 error",
                                       ConvergenceTable::reduction_rate_log2);
    table.write_text(out);
  }



  void write_json(const std::vector<Result> &results,
                  const tessera::Device &device,
                  const unsigned int n_ranks,
                  const std::string &file_name)
  {
    nlohmann::json list = nlohmann::json::array();
    for (const Result &result : results)
      list.push_back({{"name", "solve"},
                      {"parameters",
                       {{"problem", "Poisson, unit cube, Q3"},
                        {"smoother", result.smoother},
                        {"device", device.name()},
                        {"level", result.level},
                        {"cells", result.n_cells},
                        {"unknowns", result.n_dofs},
                        {"ranks", n_ranks}}},
                      {"metrics",
                       {{"setup_seconds", result.setup_seconds},
                        {"seconds", result.seconds},
                        {"dofs_per_second", result.n_dofs / result.seconds},
                        {"iterations", result.n_iterations},
                        {"l2_error", result.l2_error}}}});
    std::ofstream file(file_name);
    file << nlohmann::json({{"machine",
                             {{"device", device.name()},
                              {"description", device.description()}}},
                            {"results", list}})
              .dump(2)
         << '\n';
    if (!file)
      throw std::runtime_error("Cannot write the file " + file_name + ".");
  }
} // namespace Step3
