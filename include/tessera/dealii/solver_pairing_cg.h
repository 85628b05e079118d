// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_solver_pairing_cg_h
#define tessera_dealii_solver_pairing_cg_h

#include <tessera/base/exceptions.h>
#include <tessera/dealii/pairing_monitor.h>

#include <deal.II/lac/solver.h>
#include <deal.II/lac/solver_control.h>
#include <deal.II/lac/vector_memory.h>

#include <cmath>
#include <functional>

namespace tessera
{
  /**
   * Preconditioned conjugate gradients that stop by the monitor
   * sqrt(|r . z|) relative to its first value, where z is the preconditioned
   * residual; the control is served as by SolverStationary.
   *
   * dealii::SolverCG gives the same iterates, but stops by the l2 norm of the
   * residual, which says little for cell-wise vectors. A and the preconditioner
   * must be symmetric and positive definite.
   */
  template <typename VectorType>
  class SolverPairingCG : public dealii::SolverBase<VectorType>
  {
  public:
    struct AdditionalData
    {
      StoppingValue stopping_value = StoppingValue::measured;

      /**
       * Called with the residual before it is preconditioned, in every
       * #rebalance_interval-th iteration; may be empty. A preconditioner in
       * single precision needs it, see MixedPrecisionTransfer: the residual
       * stays the same functional, but its parts become as small as it is.
       */
      std::function<void(VectorType &)> rebalance = {};

      unsigned int rebalance_interval = 1;
    };

    explicit SolverPairingCG(dealii::SolverControl &control)
      : SolverPairingCG(control, AdditionalData())
    {}

    SolverPairingCG(dealii::SolverControl &control, const AdditionalData &data)
      : dealii::SolverBase<VectorType>(control)
      , additional_data(data)
    {}

    /**
     * Improves @p x until the control is content. One product with @p A and one
     * with @p preconditioner an iteration.
     *
     * @throws InvalidInput if @p b has an entry that is not finite
     * @throws NumericalFailure if A or the preconditioner is found not to be
     * positive definite, or if a value is not finite
     * @throws dealii::SolverControl::NoConvergence if the control gives up.
     */
    template <typename MatrixType, typename PreconditionerType>
    void solve(const MatrixType &A,
               VectorType &x,
               const VectorType &b,
               const PreconditionerType &preconditioner)
    {
      internal::require_finite_right_hand_side(b.linfty_norm());
      using State   = dealii::SolverControl::State;
      using Pointer = typename dealii::VectorMemory<VectorType>::Pointer;
      Pointer r(this->memory), z(this->memory), p(this->memory);
      r->reinit(x, true);
      z->reinit(x, true);
      p->reinit(x);
      pairing_monitor.clear();

      A.vmult(*r, x);
      r->sadd(-1., 1., b);
      State state               = State::iterate;
      double old_pairing        = 0.;
      unsigned int n_iterations = 0;
      for (; state == State::iterate; ++n_iterations)
        {
          if (additional_data.rebalance &&
              n_iterations % additional_data.rebalance_interval == 0)
            additional_data.rebalance(*r);
          preconditioner.vmult(*z, *r);
          const double pairing = *r * *z;
          pairing_monitor.add(pairing);
          if (n_iterations == 0)
            {
              state = this->iteration_status(0, pairing_monitor.values()[0], x);
              if (state != State::iterate)
                break;
            }
          p->sadd(old_pairing == 0. ? 0. : pairing / old_pairing, 1., *z);
          old_pairing = pairing;
          A.vmult(*z, *p);
          const double step = step_length(pairing, *p * *z);
          x.add(step, *p);
          r->add(-step, *z);
          state = this->iteration_status(n_iterations + 1,
                                         pairing_monitor.stopping_value(
                                           additional_data.stopping_value),
                                         x);
        }
      if (state != State::success)
        throw dealii::SolverControl::NoConvergence(
          n_iterations, pairing_monitor.values().back());
    }

    /** The monitor of the last solve(). */
    const PairingMonitor &monitor() const
    {
      return pairing_monitor;
    }

  private:
    static double step_length(const double pairing, const double curvature)
    {
      // Once the residual is zero there is nowhere to go.
      if (pairing == 0.)
        return 0.;
      TESSERA_REQUIRE(curvature > 0. && std::isfinite(curvature),
                      NumericalFailure,
                      "A search direction p has p.Ap = "
                        << curvature
                        << ", expected a positive number: the matrix or the "
                           "preconditioner is not symmetric and positive "
                           "definite.");
      return pairing / curvature;
    }

    AdditionalData additional_data;
    PairingMonitor pairing_monitor;
  };
} // namespace tessera

#endif
