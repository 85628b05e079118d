// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_1_output_h
#define step_1_output_h

#include <tessera/base/device.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/vector.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "options.h"

namespace Step1
{
  // What one solve tells.
  struct Result
  {
    unsigned int level;
    unsigned int n_cells;
    unsigned int n_unknowns;
    unsigned int n_cycles;
    double fractional_cycles;
    double reduction;
    double seconds;
    double l2_error;
    double first_monitor;
    std::vector<double> history;
  };

  // A file to write to; throws where it cannot be made.
  std::ofstream open_file(const std::filesystem::path &name);

  // The convergence table, then the residual histories.
  void print_results(const std::vector<Result> &results, std::ostream &out);

  // The same for programs.
  void write_json(const std::vector<Result> &results,
                  const Parameters &parameters,
                  const tessera::Device &device,
                  std::ostream &out);

  // The solution for ParaView or VisIt.
  void write_vtu(const dealii::DoFHandler<3> &dof_handler,
                 const dealii::Vector<double> &solution,
                 std::ostream &out);

  // The solution at z = 1/2 for gnuplot: x, y, u at the nodes in this plane,
  // with an empty line between lines of equal x, as `splot ... with pm3d` wants
  // it.
  void write_slice(const dealii::DoFHandler<3> &dof_handler,
                   const dealii::Vector<double> &solution,
                   std::ostream &out);
} // namespace Step1

#endif
