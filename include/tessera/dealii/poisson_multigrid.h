// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_poisson_multigrid_h
#define tessera_dealii_poisson_multigrid_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/constant_mode.h>
#include <tessera/dealii/cellwise_dof_map.h>
#include <tessera/dealii/cellwise_levels.h>
#include <tessera/dealii/pairing_monitor.h>

#include <deal.II/lac/solver_control.h>

#include <functional>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * Solves a DiffusionEquation with `FE_Q<3>(3)` in one call, by the cell-wise
   * multigrid method inside an outer iteration in double precision, for those
   * who want no parts:
   *
   * @code
   * tessera::PoissonMultigrid solver(dof_handler);
   * dealii::SolverControl control(30, 1e-9);
   * solver.solve(control, solution, right_hand_side);
   * @endcode
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing".
   */
  class PoissonMultigrid
  {
  public:
    enum class OuterIteration
    {
      /** Forward sweeps after the coarse correction: the fastest. */
      stationary,
      /** Reversed sweeps after the coarse correction. */
      symmetric,
      /** Conjugate gradients with the symmetric cycle. */
      cg
    };

    /** Of the multigrid cycle. */
    enum class Precision
    {
      /** Single precision in the eigenbasis. */
      mixed,
      /** Single precision in the nodal basis; a check. */
      mixed_nodal,
      /** Double precision; a check. */
      full
    };

    struct AdditionalData
    {
      Device device        = Device::best();
      OuterIteration outer = OuterIteration::stationary;
      Precision precision  = Precision::mixed;

      /**
       * The coarsest level. On level 1 and above every unknown is in reach of
       * the smoother; level 0 can be refused, see make_cellwise_levels().
       */
      unsigned int min_level = 1;

      /**
       * Whether a solve stops by a monitor that is measured or, a cycle
       * earlier, by one that is estimated.
       */
      StoppingValue stopping_value = StoppingValue::estimated;

      /**
       * Conjugate gradients rebalance their residual in every so many
       * iterations; the stationary ones do so in each cycle. More than 1 saves
       * a pass over the residual in the others. An iteration reduces the
       * residual by two to three orders of magnitude and single precision has
       * seven, so that 2 is enough on a cube, but not where start values are
       * far from the solution: there a solve to 1e-9 was seen to fail.
       */
      unsigned int rebalance_interval = 1;
    };

    /**
     * Sets up for the mesh of @p dof_handler, which is not needed any more
     * afterwards.
     *
     * @throws InvalidInput as make_cellwise_levels() and CellwiseDoFMap do.
     */
    explicit PoissonMultigrid(const dealii::DoFHandler<3> &dof_handler,
                              const DiffusionEquation &equation = {});

    PoissonMultigrid(const dealii::DoFHandler<3> &dof_handler,
                     const DiffusionEquation &equation,
                     const AdditionalData &data);

    /**
     * Improves @p solution, which holds a start value and, on the Dirichlet
     * boundary, the boundary values, which stay as they are. Entry i of
     * @p right_hand_side is the functional for basis function i, that is
     * int f phi_i and the integrals over Neumann boundaries, without any
     * constraints applied; entries of Dirichlet degrees of freedom are not
     * looked at.
     *
     * @p control is shown the monitor sqrt(|r . z|) relative to its first
     * value, see SolverStationary: `SolverControl(30, 1e-9)` asks for nine
     * orders of magnitude, `IterationNumberControl(4, 0.)` for four cycles.
     *
     * If the operator is singular, the right-hand side is projected to one that
     * vanishes for constants, and the solution has mean value zero.
     *
     * `VectorType` as for CellwiseDoFMap, in double precision.
     *
     * @throws InvalidInput if a vector has the wrong size or the right-hand
     * side an entry that is not finite
     * @throws NumericalFailure if the iteration runs into such a number
     * @throws dealii::SolverControl::NoConvergence if the control gives up.
     */
    template <typename VectorType>
    void solve(dealii::SolverControl &control,
               VectorType &solution,
               const VectorType &right_hand_side);

    /**
     * @p n_cycles steps of the stationary iteration, with the symmetric cycle
     * if that is the one of the outer iteration. The host waits once, at the
     * end, which takes a third less time on meshes of a few thousand cells.
     */
    template <typename VectorType>
    void solve(const unsigned int n_cycles,
               VectorType &solution,
               const VectorType &right_hand_side);

    /** The same for cell-wise vectors in the nodal basis, on the device. */
    void solve_cellwise(const unsigned int n_cycles,
                        CellwiseVector<double> &solution,
                        const CellwiseVector<double> &right_hand_side);

    /** solve() for cell-wise vectors. */
    void solve_cellwise(dealii::SolverControl &control,
                        CellwiseVector<double> &solution,
                        const CellwiseVector<double> &right_hand_side);

    /**
     * dst = one multigrid cycle for the residual @p src, for solvers of one's
     * own. With conjugate gradients as outer iteration they have to rebalance
     * the residual, see average_copies(); otherwise this does it.
     */
    void vmult(CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const;

    /** The monitor of the last solve. */
    const PairingMonitor &monitor() const;

    /** The operator on the finest level, in double precision. */
    const CellwiseOperator<double> &matrix() const;

    /** Between the unknowns of the DoFHandler and cell-wise vectors. */
    const CellwiseDoFMap &dof_map() const;

  private:
    PoissonMultigrid(const CellwiseLevels &levels,
                     const dealii::DoFHandler<3> &dof_handler,
                     const AdditionalData &data);

    using Iteration = std::function<void(CellwiseVector<double> &,
                                         const CellwiseVector<double> &)>;

    /** Runs @p iteration between the projections of a singular problem. */
    void solve_projected(const Iteration &iteration,
                         CellwiseVector<double> &solution,
                         const CellwiseVector<double> &right_hand_side);

    void iterate_with_cg(dealii::SolverControl &control,
                         CellwiseVector<double> &solution,
                         const CellwiseVector<double> &right_hand_side);

    void iterate_stationary(dealii::SolverControl &control,
                            CellwiseVector<double> &solution,
                            const CellwiseVector<double> &right_hand_side);

    AdditionalData data;
    CellwiseDoFMap map;
    CellwiseOperator<double> finest_matrix;
    /** See CellwiseMultigrid::vmult() and iterate(). */
    Iteration cycle;
    std::function<std::vector<double>(CellwiseVector<double> &,
                                      const CellwiseVector<double> &,
                                      const unsigned int)>
      stationary_cycles;
    std::shared_ptr<const ConstantMode<double>> constants;
    PairingMonitor last_monitor;
  };
} // namespace tessera

#endif
