// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_2_report_h
#define step_2_report_h

#include <deal.II/base/table_handler.h>

#include <nlohmann/json.hpp>

#include <iosfwd>
#include <optional>
#include <string>

namespace Step2
{
  struct Problem
  {
    unsigned int degree;
    unsigned int n_cells;
    unsigned int n_unknowns;
  };

  // What is measured of a solver. The residual is relative, and comes from a
  // product with the matrix after the solve; the deflection is that of the
  // centre of the loaded end.
  struct Measurement
  {
    unsigned int n_levels;
    double operator_complexity;
    unsigned int n_iterations;
    double setup_seconds;
    double solve_seconds;
    double residual;
    double deflection;
  };

  // A table for people, and the same numbers for programs.
  class Report
  {
  public:
    explicit Report(const std::string &device_name);

    // A row of the table; `muelu` is empty if it did not run.
    void add(const Problem &problem,
             const Measurement &ours,
             const std::optional<Measurement> &muelu);

    void print(std::ostream &out);

    void write_json(const std::string &file_name) const;

  private:
    const std::string device_name;
    dealii::TableHandler table;
    nlohmann::json results;
  };
} // namespace Step2

#endif
