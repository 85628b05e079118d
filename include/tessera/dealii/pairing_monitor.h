// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_pairing_monitor_h
#define tessera_dealii_pairing_monitor_h

#include <vector>

namespace tessera
{
  /**
   * When an iteration is told to stop. Its monitor m_k = sqrt(|r_k . z_k|) with
   * the residual r_k after k corrections and the preconditioned residual z_k is
   * known only once z_k is computed, and z_k is then always used: no cycle is
   * wasted.
   */
  enum class StoppingValue
  {
    /** After correction k+1, test m_k, which is known; some cycle too many. */
    measured,

    /**
     * After correction k+1, test m_k (m_k / m_{k-1}), which extrapolates
     * m_{k+1} from the last contraction; saves a cycle, but is no bound.
     */
    estimated
  };

  /**
   * Keeps the values sqrt(|r.z|) of an iteration, relative to the first one.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", sections 2 and 7.3.
   */
  class PairingMonitor
  {
  public:
    /** Forgets all values. */
    void clear();

    /**
     * Adds sqrt(|@p pairing|).
     *
     * @throws NumericalFailure if @p pairing is not finite.
     */
    void add(const double pairing);

    /** The first value, not relative. */
    double first() const;

    /** All values over the first one; zeros if that is zero. */
    const std::vector<double> &values() const;

    /** The value to compare with a tolerance after the next correction. */
    double stopping_value(const StoppingValue kind) const;

    /**
     * How many cycles the measured values take to fall to @p tolerance, with
     * the last one counted in part: the logarithm of the monitor is
     * interpolated. NaN if no value is as small.
     */
    double fractional_cycles(const double tolerance) const;

  private:
    double first_value = 0.;
    std::vector<double> relative_values;
  };

  namespace internal
  {
    /**
     * Throws InvalidInput if @p norm, the largest entry of a right-hand side,
     * is not finite.
     */
    void require_finite_right_hand_side(const double norm);
  } // namespace internal
} // namespace tessera

#endif
