// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_prolongator_h
#define tessera_kernels_prolongator_h

#include <tessera/bsr/bsr_matrix.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Largest number of unknowns of a block on any level. */
    constexpr int max_block_size = 32;

    // The prolongators of smoothed aggregation. The tentative one, P~, has one
    // block of n x m values in the row of each aggregated block of n unknowns,
    // where m is the number of near-null vectors B: P~ B_coarse = B.

    /**
     * The pattern of P~: offsets_i = number of aggregated rows before i, for
     * one i more than there are rows. Returns their number.
     */
    template <typename Queue>
    std::int64_t tentative_offsets(const Queue &queue,
                                   ArrayView<const std::int32_t> aggregates,
                                   ArrayView<std::int64_t> offsets);

    /**
     * Columns of P~, and its values before they are orthogonalised: B, which
     * has @p block_size values, n m, for each row.
     */
    template <typename Queue>
    void tentative_fill(const Queue &queue,
                        ArrayView<const std::int32_t> aggregates,
                        ArrayView<const std::int64_t> offsets,
                        const int block_size,
                        ArrayView<const double> near_null_space,
                        ArrayView<std::int32_t> columns,
                        ArrayView<double> values);

    /**
     * Orthonormalises the columns of P~ in each aggregate by modified
     * Gram-Schmidt, twice, in the order of the near-null vectors: Q R = B. A
     * column that keeps less than 1e-10 of its length depends on those before
     * it, as happens in an aggregate of few nodes or of nodes on a line; it
     * becomes zero, the row of R too, and dropped = 1, so that P~ R = B holds
     * all the same.
     *
     * @param members rows sorted by aggregate: those of aggregate a are
     * members[member_offsets[a]], ..., members[member_offsets[a+1]-1].
     * @param coarse R, m x m values for each aggregate
     * @param dropped m values for each aggregate, 0 or 1.
     */
    template <typename Queue>
    void tentative_orthonormalize(const Queue &queue,
                                  ArrayView<const std::int64_t> member_offsets,
                                  ArrayView<const std::int64_t> members,
                                  ArrayView<const std::int64_t> offsets,
                                  const int n,
                                  const int m,
                                  ArrayView<double> values,
                                  ArrayView<double> coarse,
                                  ArrayView<std::int32_t> dropped);

    /**
     * P = P~ - omega D^{-1} (A P~), in place of A P~, whose pattern has that of
     * P~ in it. D^{-1} has n x n values for each block row.
     */
    template <typename Queue>
    void prolongator_smooth(const Queue &queue,
                            const BsrView<const double> tentative,
                            ArrayView<const double> inverse_diagonal,
                            const double omega,
                            const BsrView<double> P);

    /**
     * Puts a number on the diagonal of @p A, the largest of the diagonal block
     * or one if that is zero, for each unknown that is dropped.
     */
    template <typename Queue>
    void galerkin_fill_dropped(const Queue &queue,
                               ArrayView<const std::int32_t> dropped,
                               const BsrView<double> A);
  } // namespace internal
} // namespace tessera

#endif
