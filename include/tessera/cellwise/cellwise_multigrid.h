// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_multigrid_h
#define tessera_cellwise_cellwise_multigrid_h

#include <tessera/cellwise/cellwise_coarse_solver.h>
#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/mixed_precision_transfer.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <memory>
#include <vector>

namespace tessera
{
  namespace internal
  {
    class RecordedCalls;
    class SmallCycle;
  } // namespace internal

  /**
   * One V-cycle over levels in @p Number as a preconditioner for an iteration
   * in double precision and the nodal basis. It does what dealii::Multigrid
   * does with the parts of the `mg_cellwise_...` headers, with less memory
   * traffic: residual and restriction are one pass in the eigenbasis, and the
   * first sweep on a level starts from zero.
   *
   * A cycle sweeps twice over each level (six numbers a value for each of the
   * eight colours and sweeps), and moves some 15 numbers a value otherwise.
   * Memory: two vectors a level in @p Number, a third one in the nodal basis,
   * and, from the first use on, one in double precision on the finest for
   * vmult() and one for iterate(). On a GPU, the work on the levels
   * is one CUDA graph if a process works alone and the coarsest level has one
   * patch.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", sections 2 to 4.
   */
  template <typename Number>
  class CellwiseMultigrid
  {
  public:
    struct AdditionalData
    {
      /** Of the level vectors. */
      CellBasis basis = CellBasis::eigen;

      /**
       * Whether the sweeps after the coarse correction are in reversed order,
       * which makes the cycle symmetric, as conjugate gradients need it. The
       * other one is the faster stationary iteration.
       */
      bool symmetric = false;

      unsigned int n_smoothing_steps = 1;

      /** See MixedPrecisionTransfer. */
      bool rebalance = true;

      /** See MixedPrecisionTransfer. */
      bool restore_equality = true;
    };

    /**
     * @p levels from the coarsest to the finest.
     *
     * @throws InvalidInput if there is no level, if two levels do not fit
     * together, or if there are no smoothing steps.
     */
    explicit CellwiseMultigrid(
      const std::vector<std::shared_ptr<const CellwiseMesh>> &levels);

    CellwiseMultigrid(
      const std::vector<std::shared_ptr<const CellwiseMesh>> &levels,
      const AdditionalData &data);

    /**
     * dst = one cycle for the residual @p src. Not to be called by several
     * threads at once. Collective over the ranks of the levels.
     *
     * @throws InvalidInput on all ranks if a vector does not fit the finest
     * level on one of them
     * @throws NumericalFailure if the coarsest level cannot be solved.
     */
    void vmult(CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const;

    /**
     * The stationary iteration x <- x + B (b - A x), with @p matrix as A and a
     * cycle as B, @p n_cycles times. The equality of copies is restored in
     * @p Number, which moves less than vmult() and a vector update. The host
     * waits once, for the result: the monitor sqrt(|r . z|), z = B r, before
     * each cycle.
     *
     * @throws InvalidInput on all ranks if a vector does not fit the finest
     * level on one of them
     * @throws NumericalFailure if the monitor is not finite, or as vmult().
     */
    std::vector<double> iterate(const CellwiseOperator<double> &matrix,
                                CellwiseVector<double> &x,
                                const CellwiseVector<double> &b,
                                const unsigned int n_cycles) const;

    unsigned int n_levels() const;

    /**
     * How many kernels a cycle without the outer iteration starts on a GPU, if
     * it has become a CUDA graph; 0 otherwise.
     */
    std::size_t n_recorded_kernels() const;

    /** Bytes of the level vectors. */
    std::size_t memory_consumption() const;

  private:
    struct Level
    {
      VertexPatchSmoother<Number> smoother;
      // To the next coarser level; empty on the coarsest.
      std::unique_ptr<CellwiseTransfer<Number>> transfer;
      mutable CellwiseVector<Number> solution;
      mutable CellwiseVector<Number> rhs;
      mutable CellwiseVector<Number> residual;
    };

    void cycle(const std::size_t level) const;

    /** cycle() on the finest level, as a CUDA graph where that is possible. */
    void run_cycle() const;

    /** One step of iterate(); r . z goes to @p pairing, on the device. */
    void step(const CellwiseOperator<double> &matrix,
              CellwiseVector<double> &x,
              const CellwiseVector<double> &b,
              double *pairing) const;

    AdditionalData data;
    MixedPrecisionTransfer<Number> outer_transfer;
    CellwiseCoarseSolver<Number> coarse_solver;
    std::vector<Level> levels;
    // Of iterate(); empty before its first call.
    mutable CellwiseVector<double> outer_residual;
    // The two coarsest levels at once; null where that is not possible.
    std::shared_ptr<const internal::SmallCycle> small_cycle;
    std::shared_ptr<internal::RecordedCalls> recorded_cycle;
  };
} // namespace tessera

#endif
