// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_solver_stationary_h
#define tessera_dealii_solver_stationary_h

#include <tessera/dealii/pairing_monitor.h>

#include <deal.II/lac/solver.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/vector_memory.h>

#include <functional>

namespace tessera
{
  /**
   * The iteration x <- x + B (b - A x) with a preconditioner B, such as a
   * multigrid cycle, that need not be symmetric.
   *
   * The dealii::SolverControl is shown the monitor sqrt(|r . z|), z = B r,
   * relative to its first value, together with the number of corrections that
   * x has had; see StoppingValue for which monitor that is. So
   * `SolverControl(20, 1e-9)` asks for nine orders of magnitude, and
   * `IterationNumberControl(4, 0.)` for exactly four cycles.
   *
   * Unlike dealii::SolverRichardson, this tests no norm of the residual, which
   * says little for cell-wise vectors, and uses each correction it computes.
   *
   * @p VectorType is as for deal.II's solvers, with `linfty_norm()`.
   */
  template <typename VectorType>
  class SolverStationary : public dealii::SolverBase<VectorType>
  {
  public:
    struct AdditionalData
    {
      StoppingValue stopping_value = StoppingValue::measured;

      /**
       * Called with each residual before it is preconditioned; may be empty. A
       * preconditioner in single precision needs it, unless it does the same
       * itself, see MixedPrecisionTransfer.
       */
      std::function<void(VectorType &)> rebalance = {};
    };

    explicit SolverStationary(dealii::SolverControl &control)
      : SolverStationary(control, AdditionalData())
    {}

    SolverStationary(dealii::SolverControl &control, const AdditionalData &data)
      : dealii::SolverBase<VectorType>(control)
      , additional_data(data)
    {}

    /**
     * Improves @p x until the control is content. One product with @p A and one
     * with @p preconditioner a cycle.
     *
     * @throws InvalidInput if @p b has an entry that is not finite
     * @throws NumericalFailure if the iteration runs into one
     * @throws dealii::SolverControl::NoConvergence if the control gives up.
     */
    template <typename MatrixType, typename PreconditionerType>
    void solve(const MatrixType &A,
               VectorType &x,
               const VectorType &b,
               const PreconditionerType &preconditioner)
    {
      internal::require_finite_right_hand_side(b.linfty_norm());
      using State = dealii::SolverControl::State;
      typename dealii::VectorMemory<VectorType>::Pointer r(this->memory);
      typename dealii::VectorMemory<VectorType>::Pointer z(this->memory);
      r->reinit(x, true);
      z->reinit(x, true);
      pairing_monitor.clear();

      State state           = State::iterate;
      unsigned int n_cycles = 0;
      for (; state == State::iterate; ++n_cycles)
        {
          A.vmult(*r, x);
          r->sadd(-1., 1., b);
          if (additional_data.rebalance)
            additional_data.rebalance(*r);
          preconditioner.vmult(*z, *r);
          pairing_monitor.add(*r * *z);
          if (n_cycles == 0)
            {
              state = this->iteration_status(0, pairing_monitor.values()[0], x);
              if (state != State::iterate)
                break;
            }
          x += *z;
          state = this->iteration_status(n_cycles + 1,
                                         pairing_monitor.stopping_value(
                                           additional_data.stopping_value),
                                         x);
        }
      if (state != State::success)
        throw dealii::SolverControl::NoConvergence(
          n_cycles, pairing_monitor.values().back());
    }

    /** The monitor of the last solve(). */
    const PairingMonitor &monitor() const
    {
      return pairing_monitor;
    }

  private:
    AdditionalData additional_data;
    PairingMonitor pairing_monitor;
  };
} // namespace tessera

#endif
