// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_3_output_h
#define step_3_output_h

#include <tessera/base/device.h>

#include <deal.II/base/types.h>

#include <iosfwd>
#include <string>
#include <vector>

namespace Step3
{
  // What one solve tells.
  struct Result
  {
    std::string smoother;
    unsigned int level;
    dealii::types::global_cell_index n_cells;
    dealii::types::global_dof_index n_dofs;
    unsigned int n_iterations;
    double setup_seconds;
    double seconds;
    double l2_error;
  };

  // The convergence table of one smoother.
  void print_results(const std::vector<Result> &results, std::ostream &out);

  // The same for programs, for all smoothers. Throws if the file cannot be
  // written.
  void write_json(const std::vector<Result> &results,
                  const tessera::Device &device,
                  const unsigned int n_ranks,
                  const std::string &file_name);
} // namespace Step3

#endif
