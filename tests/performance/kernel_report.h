// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_kernel_report_h
#define tessera_tests_performance_kernel_report_h

#include <tessera/base/device.h>

#include "performance/harness.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <string>

namespace benchmark
{
  /** Prints and collects what is measured on one level. */
  class KernelReport
  {
  public:
    /** @p cells names the order of the cells. */
    KernelReport(const tessera::Device &device,
                 const unsigned int level,
                 const std::string &cells,
                 const double copy)
      : device(device)
      , level(level)
      , cells(cells)
      , copy(copy)
      , results({{{"name", "copy"}, {"metrics", {{"bytes_per_second", copy}}}}})
    {
      std::printf("%s (%s), level %u, %s cells, copy %.1f GB/s\n",
                  device.name().c_str(),
                  device.description().c_str(),
                  level,
                  cells.c_str(),
                  1e-9 * copy);
    }

    /** Times @p call, which moves @p n_bytes. */
    template <typename Call>
    double measure(const std::string &what,
                   const std::string &kind,
                   const double n_bytes,
                   const Call &call,
                   const double n_calls = 1.)
    {
      const double seconds = n_calls * median_seconds(device, 11, call);
      const double rate    = n_bytes / seconds;
      std::printf("%-20s %-13s %10.3e s %7.1f GB/s %5.1f %% of copy\n",
                  what.c_str(),
                  kind.c_str(),
                  seconds,
                  1e-9 * rate,
                  100. * rate / copy);
      std::fflush(stdout);
      add(what,
          kind,
          {{"seconds", seconds},
           {"bytes_per_second", rate},
           {"fraction_of_copy", rate / copy}});
      return seconds;
    }

    void add(const std::string &what,
             const std::string &kind,
             const nlohmann::json &metrics)
    {
      results.push_back({{"name", what},
                         {"parameters",
                          {{"device", device.name()},
                           {"level", level},
                           {"cells", cells},
                           {"kind", kind}}},
                         {"metrics", metrics}});
    }

    const tessera::Device device;
    const unsigned int level;
    const std::string cells;
    const double copy;
    nlohmann::json results;
  };
} // namespace benchmark

#endif
