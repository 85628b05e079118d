// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cellwise_report_h
#define tessera_tests_performance_cellwise_report_h

#include <tessera/base/communicator.h>
#include <tessera/base/device.h>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <string>

namespace benchmark
{
  /** What one solver did on one mesh. */
  struct Solve
  {
    std::string name;
    std::string device;
    std::string outer;
    std::string precision;
    double seconds;
    double n_cycles;
    double fractional_cycles;
    double l2_error;
  };



  /** One call of a kernel. */
  struct Kernel
  {
    std::string name;
    std::string precision;
    double seconds;
    double bytes;
  };



  /** Collects what is measured, and prints it on the first rank. */
  class Report
  {
  public:
    Report(const tessera::Device &device,
           const double copy,
           const tessera::Communicator *ranks)
      : copy(copy)
      , device(device.name())
      , n_ranks(ranks == nullptr ? 1 : ranks->n_ranks())
      , prints(ranks == nullptr || ranks->rank() == 0)
    {
      results.push_back(
        {{"name", "copy"},
         {"parameters", {{"device", this->device}, {"ranks", n_ranks}}},
         {"metrics", {{"bytes_per_second", copy}}}});
      if (prints)
        print_header(device.description());
    }

    void add(const Solve &solve,
             const unsigned int level,
             const std::int64_t n_unknowns)
    {
      const double rate = static_cast<double>(n_unknowns) / solve.seconds;
      if (prints)
        print(solve, level, n_unknowns, rate);
      results.push_back({{"name", solve.name},
                         {"parameters",
                          {{"device", solve.device},
                           {"level", level},
                           {"unknowns", n_unknowns},
                           {"outer", solve.outer},
                           {"precision", solve.precision},
                           {"ranks", n_ranks}}},
                         {"metrics",
                          {{"seconds", solve.seconds},
                           {"dofs_per_second", rate},
                           {"cycles", solve.n_cycles},
                           {"fractional_cycles", solve.fractional_cycles},
                           {"l2_error", solve.l2_error}}}});
    }

    void add(const Kernel &kernel, const unsigned int level)
    {
      const double rate = kernel.bytes / kernel.seconds;
      if (prints)
        print(kernel, level, rate);
      results.push_back({{"name", kernel.name},
                         {"parameters",
                          {{"device", device},
                           {"level", level},
                           {"precision", kernel.precision},
                           {"ranks", n_ranks}}},
                         {"metrics",
                          {{"seconds", kernel.seconds},
                           {"bytes_per_second", rate},
                           {"fraction_of_copy", rate / copy}}}});
    }

    const nlohmann::json &json() const
    {
      return results;
    }

  private:
    void print_header(const std::string &description) const
    {
      std::printf("%s (%s), ranks: %d, copy %.1f GB/s\n",
                  device.c_str(),
                  description.c_str(),
                  n_ranks,
                  1e-9 * copy);
      std::printf("%-18s %-6s %-10s %-11s %5s %10s %10s %9s %6s %10s %9s\n",
                  "solver",
                  "device",
                  "outer",
                  "levels",
                  "level",
                  "unknowns",
                  "seconds",
                  "DoF/s",
                  "cycles",
                  "fractional",
                  "L2 error");
    }

    void print(const Solve &solve,
               const unsigned int level,
               const std::int64_t n_unknowns,
               const double rate) const
    {
      std::printf("%-18s %-6s %-10s %-11s %5u %10lld %10.3e %9.3e %6.0f %10.2f "
                  "%9.3e\n",
                  solve.name.c_str(),
                  solve.device.c_str(),
                  solve.outer.c_str(),
                  solve.precision.c_str(),
                  level,
                  static_cast<long long>(n_unknowns),
                  solve.seconds,
                  rate,
                  solve.n_cycles,
                  solve.fractional_cycles,
                  solve.l2_error);
      std::fflush(stdout);
    }

    void print(const Kernel &kernel,
               const unsigned int level,
               const double rate) const
    {
      std::printf(
        "%-18s %-6s %-10s %-11s %5u %10s %10.3e %.1f GB/s, %.0f %% of "
        "copy\n",
        kernel.name.c_str(),
        device.c_str(),
        "",
        kernel.precision.c_str(),
        level,
        "",
        kernel.seconds,
        1e-9 * rate,
        100. * rate / copy);
    }

    double copy;
    std::string device;
    int n_ranks;
    bool prints;
    nlohmann::json results = nlohmann::json::array();
  };
} // namespace benchmark

#endif
