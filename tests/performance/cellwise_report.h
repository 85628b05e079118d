// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cellwise_report_h
#define tessera_tests_performance_cellwise_report_h

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



  /** Collects and prints what is measured. */
  class Report
  {
  public:
    Report(const tessera::Device &device, const double copy)
      : copy(copy)
      , device(device.name())
    {
      results.push_back(
        {{"name", "copy"},
         {"parameters", {{"device", this->device}, {"ranks", 1}}},
         {"metrics", {{"bytes_per_second", copy}}}});
      std::printf("%s (%s), copy %.1f GB/s\n",
                  device.name().c_str(),
                  device.description().c_str(),
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

    void add(const Solve &solve,
             const unsigned int level,
             const std::int64_t n_unknowns)
    {
      const double rate = static_cast<double>(n_unknowns) / solve.seconds;
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
      results.push_back({{"name", solve.name},
                         {"parameters",
                          {{"device", solve.device},
                           {"level", level},
                           {"unknowns", n_unknowns},
                           {"outer", solve.outer},
                           {"precision", solve.precision},
                           {"ranks", 1}}},
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
      results.push_back({{"name", kernel.name},
                         {"parameters",
                          {{"device", device},
                           {"level", level},
                           {"precision", kernel.precision},
                           {"ranks", 1}}},
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
    double copy;
    std::string device;
    nlohmann::json results = nlohmann::json::array();
  };
} // namespace benchmark

#endif
