// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_amg_smoothed_aggregation_h
#define tessera_amg_smoothed_aggregation_h

#include <tessera/base/vector.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * Smoothed-aggregation multigrid for a symmetric positive definite matrix of
   * square blocks, such as elasticity with one block a node; used as a
   * preconditioner for CG through vmult().
   *
   * Everything stays blocked and on the device of the matrix. (The class text
   * with formulas is completed beside the implementation.)
   */
  class SmoothedAggregation
  {
  public:
    struct AdditionalData
    {
      /**
       * Blocks i and j are strongly coupled if
       * ||A_ij||_F > threshold sqrt(||A_ii||_F ||A_jj||_F).
       */
      double aggregation_threshold = 0.;

      /** Degree of the Chebyshev polynomial before and after coarsening. */
      unsigned int smoother_degree = 2;

      /** Ratio of the largest to the smallest eigenvalue it damps. */
      double smoothing_range = 20.;

      /** omega = prolongator_damping / lambda_max(D^{-1} A). */
      double prolongator_damping = 4. / 3.;

      /** Matrices with at most as many scalar rows are solved directly. */
      unsigned int max_coarse_size = 600;

      /** Bound for the number of levels. */
      unsigned int max_levels = 12;
    };

    /** What n_levels() and level_statistics() tell of a level. */
    struct LevelStatistics
    {
      std::int64_t n_rows;
      std::int64_t n_block_rows;
      std::int64_t n_blocks;
      int block_size;
      double max_eigenvalue;
      std::size_t bytes;
    };

    SmoothedAggregation();
    ~SmoothedAggregation();
    SmoothedAggregation(SmoothedAggregation &&) noexcept;
    SmoothedAggregation &operator=(SmoothedAggregation &&) noexcept;

    /**
     * Builds the hierarchy for @p matrix, which must stay alive and unchanged
     * while this object is used. @p near_null_space holds the vectors that the
     * coarse space must contain, such as the six rigid-body modes: n_modes
     * values for each scalar row, row by row.
     *
     * @throws InvalidInput if the blocks are not square, the matrix is not
     * square, the number of values does not fit, a value is not finite, or a
     * diagonal block is missing or singular; the message names the block row.
     */
    void initialize(const BsrMatrix<double> &matrix,
                    const std::vector<double> &near_null_space,
                    const int n_modes,
                    const AdditionalData &additional_data);

    void initialize(const BsrMatrix<double> &matrix,
                    const std::vector<double> &near_null_space,
                    const int n_modes);

    /** Frees everything. */
    void clear();

    /** dst = one V-cycle applied to src from a zero guess. Symmetric. */
    void vmult(Vector<double> &dst, const Vector<double> &src) const;

    /** The same: the cycle is symmetric. */
    void Tvmult(Vector<double> &dst, const Vector<double> &src) const;

    unsigned int n_levels() const;

    LevelStatistics level_statistics(const unsigned int level) const;

    /** Nonzeros of all levels over nonzeros of the finest. */
    double operator_complexity() const;

    /** Writes a table of the levels. */
    void print_levels(std::ostream &out) const;

    std::size_t memory_consumption() const;

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation;
  };
} // namespace tessera

#endif
