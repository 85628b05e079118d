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
   * preconditioner for CG through vmult(). Everything stays blocked and on the
   * device of the matrix.
   *
   * initialize() makes each level from the one before:
   *
   * - The block rows that are coupled by strong blocks are collected in
   *   aggregates: those around the roots of a maximal independent set of
   *   distance two, see AdditionalData::aggregation_threshold. A block row
   *   without strong couplings, such as a Dirichlet node kept on the diagonal,
   *   is in no aggregate and left to the smoother.
   * - The near-null vectors B are cut at the borders of the aggregates and
   *   orthonormalised in each: B = P~ B_coarse. Each aggregate has n_modes
   *   unknowns, so that coarse blocks are n_modes x n_modes; those of modes
   *   that depend on others in an aggregate of few nodes, or of nodes on a
   *   line, get a zero column in P~ and a number on the coarse diagonal.
   * - P = (I - omega D^{-1} A) P~ with the block diagonal D, and the coarse
   *   matrix is P^T A P.
   *
   * This ends at a matrix that is small enough for a direct solve, by an
   * explicit inverse (a generalised one if the matrix is singular), or when
   * there are no aggregates, a level would keep more than 0.8 of the rows, or
   * max_levels is reached; then the last level is only smoothed. print_levels()
   * tells which.
   *
   * The smoother is a Chebyshev polynomial in D^{-1} A. The largest eigenvalue
   * comes from a Lanczos iteration, times 1.1 for the smoother.
   *
   * Aggregates depend on the pattern, on block norms and on hashes of the
   * numbers of block rows only: a repeated call makes the same bits, and host
   * and GPU the same aggregates.
   *
   * Cost: the memory is that of the coarse matrices, about a third of the given
   * one for trilinear elasticity, and twice that of P. With degree k, a V-cycle
   * multiplies 2 k times with the matrix of each level and once with P and P^T.
   * It allocates nothing and copies nothing between host and device, but uses
   * the workspace of the object: two threads must not share one.
   *
   * Sources: P. Vanek, J. Mandel, M. Brezina: Algebraic multigrid by smoothed
   * aggregation for second and fourth order elliptic problems, Computing 56
   * (1996); for the roots, N. Bell, S. Dalton, L. Olson: Exposing fine-grained
   * parallelism in algebraic multigrid methods, SISC 34 (2012).
   */
  class SmoothedAggregation
  {
  public:
    struct AdditionalData
    {
      /**
       * Blocks i and j are strongly coupled if
       * max(||A_ij||_F, ||A_ji||_F) > threshold sqrt(||A_ii||_F ||A_jj||_F),
       * and never below a threshold of 1e-12.
       */
      double aggregation_threshold = 0.;

      /**
       * The same on the coarse levels. Smoothing the prolongator fills the
       * coarse operators with weak blocks; aggregates that follow them grow too
       * large. On the finest beams of step-2, 0.02 instead of 0 saves 2 of 16
       * iterations with linear elements and 8 of 32 with quadratic ones; 0.01
       * and 0.05 are as good, 0.1 is too much.
       */
      double coarse_aggregation_threshold = 0.02;

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

      /**
       * Whether the plans of the Galerkin products are kept from initialize()
       * on: some 8 bytes a product of two blocks, and A P of every level. If
       * not, the first update() makes and keeps them.
       */
      bool keep_products = true;

      /**
       * Whether update() estimates the largest eigenvalues anew. Those of
       * D^{-1} A do not change if a matrix is scaled; the estimates take some
       * ten products with the matrix of each level.
       */
      bool update_eigenvalues = true;
    };

    /** What level_statistics() tells of a level; 0 is the finest. */
    struct LevelStatistics
    {
      std::int64_t n_rows;
      std::int64_t n_block_rows;
      std::int64_t n_blocks;
      int block_size;
      /** Bound for D^{-1} A; 0 on a level that is solved directly. */
      double max_eigenvalue;
      /** Bytes on the device, without the given matrix. */
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
     * Runs on the device of @p matrix, apart from the factorisation of the
     * coarsest matrix, for which that matrix is copied to the host and its
     * inverse back. If it throws, the object is as it was.
     *
     * @throws InvalidInput if the blocks are not square or larger than 32, the
     * matrix is not square, the number of values does not fit, a value is not
     * finite, a parameter is out of range, or a diagonal block is missing or
     * not positive definite; the message names the block row. InvalidInput or
     * NumericalFailure if a vector or an eigenvalue shows that the matrix is
     * not positive semidefinite.
     */
    void initialize(const BsrMatrix<double> &matrix,
                    const std::vector<double> &near_null_space,
                    const int n_modes,
                    const AdditionalData &additional_data);

    void initialize(const BsrMatrix<double> &matrix,
                    const std::vector<double> &near_null_space,
                    const int n_modes);

    /**
     * Makes the hierarchy fit @p matrix, which has other values in the pattern
     * of the one before, and takes its place: aggregates and prolongations
     * stay, the coarse matrices, the smoothers and the inverse of the coarsest
     * matrix are computed anew. A fraction of the time of initialize(), and as
     * good as long as the strong couplings are the same ones.
     *
     * @throws InvalidInput, and changes nothing, before initialize(), or if the
     * pattern is another one (the message names the first block row that
     * differs), if a value is not finite, or if a diagonal block is not
     * positive definite. If a coarse matrix is not positive semidefinite,
     * InvalidInput or NumericalFailure, and the hierarchy is cleared.
     */
    void update(const BsrMatrix<double> &matrix);

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
