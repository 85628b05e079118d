// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/pairing_monitor.h>

#include <cmath>
#include <limits>

namespace tessera
{
  void PairingMonitor::clear()
  {
    first_value = 0.;
    relative_values.clear();
  }



  void PairingMonitor::add(const double pairing)
  {
    TESSERA_REQUIRE(std::isfinite(pairing),
                    NumericalFailure,
                    "The product of residual and preconditioned residual is "
                      << pairing << " after " << relative_values.size()
                      << " cycles. Is there a NaN in the start vector, or is "
                         "the iteration divergent?");
    const double value = std::sqrt(std::fabs(pairing));
    if (relative_values.empty())
      first_value = value;
    relative_values.push_back(first_value > 0. ? value / first_value : 0.);
  }



  double PairingMonitor::first() const
  {
    return first_value;
  }



  const std::vector<double> &PairingMonitor::values() const
  {
    return relative_values;
  }



  double PairingMonitor::stopping_value(const StoppingValue kind) const
  {
    const std::size_t n = relative_values.size();
    TESSERA_REQUIRE(n > 0,
                    InvalidInput,
                    "A stopping value was asked for before the first cycle.");
    const double last = relative_values[n - 1];
    if (kind == StoppingValue::measured || n == 1 || last == 0.)
      return last;
    return last * std::fmin(1., last / relative_values[n - 2]);
  }



  double PairingMonitor::fractional_cycles(const double tolerance) const
  {
    for (std::size_t k = 1; k < relative_values.size(); ++k)
      {
        const double above = relative_values[k - 1];
        const double below = relative_values[k];
        if (below <= tolerance && above > tolerance)
          return static_cast<double>(k) - 1. +
                 std::log(above / tolerance) / std::log(above / below);
      }
    return std::numeric_limits<double>::quiet_NaN();
  }



  namespace internal
  {
    void require_finite_right_hand_side(const double norm)
    {
      TESSERA_REQUIRE(std::isfinite(norm),
                      InvalidInput,
                      "The right-hand side has an entry that is NaN or "
                      "infinite; check the function or the assembly that it "
                      "comes from.");
    }
  } // namespace internal
} // namespace tessera
