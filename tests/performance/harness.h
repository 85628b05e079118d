// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_harness_h
#define tessera_tests_performance_harness_h

#include <tessera/base/communicator.h>
#include <tessera/base/device.h>
#include <tessera/base/vector.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace benchmark
{
  /**
   * Median wall time of @p call in seconds over @p n_repeats samples after one
   * sample of warm-up. A sample is as many calls as take some 10 ms, so that
   * waiting for the device at its end does not count. If there are other
   * @p ranks, all of them begin a sample together, and the slowest one counts.
   */
  template <typename Call>
  double median_seconds(const tessera::Device &device,
                        const int n_repeats,
                        const Call &call,
                        const tessera::Communicator *ranks = nullptr)
  {
    const auto largest = [&](const double value) {
      return ranks == nullptr ? value : ranks->max(value);
    };
    const auto sample = [&](const int n_calls) {
      device.synchronize();
      largest(0.); // Nobody begins before all are here.
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < n_calls; ++i)
        call();
      device.synchronize();
      const std::chrono::duration<double> seconds =
        std::chrono::steady_clock::now() - start;
      return largest(seconds.count());
    };
    sample(1);
    const double single = std::max(sample(1), 1e-9);
    const int n_calls   = std::clamp(static_cast<int>(0.01 / single), 1, 1000);
    std::vector<double> seconds;
    for (int i = 0; i < n_repeats; ++i)
      seconds.push_back(sample(n_calls) / n_calls);
    std::nth_element(seconds.begin(),
                     seconds.begin() + seconds.size() / 2,
                     seconds.end());
    return seconds[seconds.size() / 2];
  }



  /**
   * Bytes a second, read and written, of x = y with two vectors of @p bytes
   * together: the ceiling that kernels are compared with. All @p ranks copy
   * their part of the vectors at the same time.
   */
  inline double copy_bandwidth(const tessera::Device &device,
                               const std::int64_t bytes,
                               const tessera::Communicator *ranks = nullptr)
  {
    const int n_ranks    = ranks == nullptr ? 1 : ranks->n_ranks();
    const std::int64_t n = bytes / 16 / n_ranks;
    tessera::Vector<double> x(device, n), y(device, n);
    y                    = 1.;
    const double seconds = median_seconds(
      device, 11, [&] { x.equ(1., y); }, ranks);
    return 16. * static_cast<double>(n * n_ranks) / seconds;
  }



  /** Writes the results in the form that all benchmarks share. */
  inline void write_json(const std::string &file,
                         const tessera::Device &device,
                         const nlohmann::json &results)
  {
    std::ofstream out(file);
    out << nlohmann::json({{"machine",
                            {{"device", device.name()},
                             {"description", device.description()}}},
                           {"results", results}})
             .dump(2)
        << '\n';
    if (!out)
      throw std::runtime_error("Cannot write " + file + ".");
  }
} // namespace benchmark

#endif
