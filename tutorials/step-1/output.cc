// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.h"

#include <deal.II/base/convergence_table.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/mapping_q1.h>
#include <deal.II/numerics/data_out.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iomanip>
#include <map>
#include <ostream>
#include <stdexcept>
#include <utility>

namespace Step1
{
  std::ofstream open_file(const std::filesystem::path &name)
  {
    std::ofstream file(name);
    if (!file)
      throw std::runtime_error("Cannot write the file " + name.string() + ".");
    return file;
  }



  using namespace dealii;



  void print_results(const std::vector<Result> &results, std::ostream &out)
  {
    ConvergenceTable table;
    for (const Result &result : results)
      {
        table.add_value("level", result.level);
        table.add_value("cells", result.n_cells);
        table.add_value("unknowns", result.n_unknowns);
        table.add_value("cycles", result.n_cycles);
        table.add_value("fractional", result.fractional_cycles);
        table.add_value("reduction", result.reduction);
        table.add_value("seconds", result.seconds);
        table.add_value("DoF/s", result.n_unknowns / result.seconds);
        table.add_value("L2 error", result.l2_error);
      }
    table.set_precision("fractional", 2);
    for (const char *column : {"reduction", "seconds", "DoF/s", "L2 error"})
      {
        table.set_precision(column, 3);
        table.set_scientific(column, true);
      }
    if (results.size() > 1)
      table.evaluate_convergence_rates("L2 error",
                                       ConvergenceTable::reduction_rate_log2);
    table.write_text(out);

    out << "\nsqrt|r.z| over its first value, after 0, 1, 2, ... cycles\n";
    for (const Result &result : results)
      {
        out << "level " << result.level << ", first value "
            << std::setprecision(6) << result.first_monitor << ':';
        for (const double value : result.history)
          out << ' ' << std::scientific << std::setprecision(2) << value;
        out << std::defaultfloat << '\n';
      }
  }



  void write_json(const std::vector<Result> &results,
                  const Parameters &parameters,
                  const tessera::Device &device,
                  std::ostream &out)
  {
    nlohmann::json list = nlohmann::json::array();
    for (const Result &result : results)
      list.push_back({{"name", "solve"},
                      {"parameters",
                       {{"problem", "Poisson, unit cube, Q3"},
                        {"device", device.name()},
                        {"level", result.level},
                        {"cells", result.n_cells},
                        {"unknowns", result.n_unknowns},
                        {"outer", parameters.outer},
                        {"precision", parameters.precision},
                        {"precision", "double"},
                        {"ranks", 1}}},
                      {"metrics",
                       {{"seconds", result.seconds},
                        {"dofs_per_second", result.n_unknowns / result.seconds},
                        {"cycles", result.n_cycles},
                        {"fractional_cycles", result.fractional_cycles},
                        {"reduction", result.reduction},
                        {"l2_error", result.l2_error},
                        {"first_monitor", result.first_monitor},
                        {"history", result.history}}}});
    out << nlohmann::json({{"machine",
                            {{"device", device.name()},
                             {"description", device.description()}}},
                           {"results", list}})
             .dump(2)
        << '\n';
  }



  void write_vtu(const DoFHandler<3> &dof_handler,
                 const Vector<double> &solution,
                 std::ostream &out)
  {
    DataOut<3> data_out;
    data_out.attach_dof_handler(dof_handler);
    data_out.add_data_vector(solution, "solution");
    data_out.build_patches();
    data_out.write_vtu(out);
  }



  void write_slice(const DoFHandler<3> &dof_handler,
                   const Vector<double> &solution,
                   std::ostream &out)
  {
    std::vector<Point<3>> points(dof_handler.n_dofs());
    DoFTools::map_dofs_to_support_points(MappingQ1<3>(), dof_handler, points);

    // Sorted by x, then y. The coordinates of a grid line may differ in their
    // last bits from cell to cell, so whole numbers are compared.
    const auto whole = [](const double x) { return std::lround(1e9 * x); };
    std::map<std::pair<long, long>, types::global_dof_index> plane;
    for (types::global_dof_index i = 0; i < points.size(); ++i)
      if (whole(points[i][2]) == whole(0.5))
        plane[{whole(points[i][0]), whole(points[i][1])}] = i;

    long line = 0;
    for (const auto &[key, i] : plane)
      {
        if (key.first != line)
          out << '\n';
        line = key.first;
        out << points[i][0] << ' ' << points[i][1] << ' ' << solution[i]
            << '\n';
      }
  }
} // namespace Step1
