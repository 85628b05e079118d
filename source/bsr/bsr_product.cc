// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/bsr_product.h>

#include "bsr/sorted_pattern.h"
#include "kernels/bsr_product.h"
#include "kernels/dispatch.h"
#include "kernels/pattern.h"

namespace tessera
{
  namespace
  {
    template <typename Number>
    void require_factors(const BsrMatrix<Number> &A, const BsrMatrix<Number> &B)
    {
      TESSERA_REQUIRE(A.n_block_columns() == B.n_block_rows() &&
                        A.block_width() == B.block_height(),
                      InvalidInput,
                      "BsrProduct was given a matrix A with "
                        << A.n_block_columns() << " block columns of width "
                        << A.block_width() << " and a matrix B with "
                        << B.n_block_rows() << " block rows of height "
                        << B.block_height() << "; both must agree.");
      TESSERA_REQUIRE(A.device() == B.device(),
                      InvalidInput,
                      "BsrProduct was given a matrix A on "
                        << A.device().name() << " and a matrix B on "
                        << B.device().name() << "; use copy_to().");
    }



    /** Fills @p pairs and returns the keys of the blocks they add to. */
    template <typename Number>
    Array<std::uint64_t> expand(const BsrMatrix<Number> &A,
                                const BsrMatrix<Number> &B,
                                Array<std::int64_t> &pairs)
    {
      const Device &device = A.device();
      Array<std::int64_t> offsets(device, A.n_blocks());
      Array<std::int32_t> rows(device, A.n_blocks());
      const Array<std::int64_t> &offsets_of = offsets;
      const Array<std::int32_t> &rows_of    = rows;
      return internal::dispatch(device, [&](const auto &queue) {
        pairs.reinit(internal::bsr_product_count(
          queue, A.columns().view(), B.row_offsets().view(), offsets.view()));
        internal::pattern_rows(queue, A.row_offsets().view(), rows.view());
        Array<std::uint64_t> keys(device, pairs.size());
        internal::bsr_product_expand(queue,
                                     A.row_offsets().view(),
                                     A.columns().view(),
                                     rows_of.view(),
                                     B.row_offsets().view(),
                                     B.columns().view(),
                                     offsets_of.view(),
                                     B.n_block_columns(),
                                     keys.view(),
                                     pairs.view());
        return keys;
      });
    }
  } // namespace



  template <typename Number>
  BsrProduct::BsrProduct(const BsrMatrix<Number> &A, const BsrMatrix<Number> &B)
    : n_columns(B.n_block_columns())
    , n_blocks_A(A.n_blocks())
    , n_blocks_B(B.n_blocks())
    , height(A.block_height())
    , inner(A.block_width())
    , width(B.block_width())
    , pairs(A.device())
  {
    require_factors(A, B);
    Array<std::uint64_t> keys = expand(A, B, pairs);
    internal::SortedPattern pattern =
      internal::sort_pattern(A.n_block_rows(), n_columns, keys, pairs);
    row_offsets.swap(pattern.row_offsets);
    block_columns.swap(pattern.columns);
    pair_offsets.swap(pattern.group_offsets);
    block_rows = Array<std::int32_t>(A.device(), block_columns.size());
    const Array<std::int64_t> &offsets = row_offsets;
    internal::dispatch(A.device(), [&](const auto &queue) {
      internal::pattern_rows(queue, offsets.view(), block_rows.view());
    });
  }



  std::int64_t BsrProduct::n_pairs() const
  {
    return pairs.size();
  }



  template <typename Number>
  BsrMatrix<Number> BsrProduct::make_matrix() const
  {
    return internal::make_zero_matrix<Number>(
      n_columns, height, width, row_offsets, block_columns);
  }



  template <typename Number>
  void BsrProduct::compute(const BsrMatrix<Number> &A,
                           const BsrMatrix<Number> &B,
                           BsrMatrix<Number> &C) const
  {
    require_factors(A, B);
    TESSERA_REQUIRE(A.n_block_rows() == row_offsets.size() - 1 &&
                      A.n_blocks() == n_blocks_A &&
                      A.block_height() == height && A.block_width() == inner &&
                      A.device() == pairs.device() &&
                      B.n_block_columns() == n_columns &&
                      B.n_blocks() == n_blocks_B && B.block_width() == width,
                    InvalidInput,
                    "BsrProduct::compute was given factors with "
                      << A.n_blocks() << " and " << B.n_blocks()
                      << " blocks on " << A.device().name()
                      << "; the plan is for " << n_blocks_A << " and "
                      << n_blocks_B << " on " << pairs.device().name()
                      << ". Make a new plan for another pattern.");
    TESSERA_REQUIRE(C.n_block_rows() == row_offsets.size() - 1 &&
                      C.n_block_columns() == n_columns &&
                      C.n_blocks() == block_columns.size() &&
                      C.block_height() == height && C.block_width() == width &&
                      C.device() == pairs.device(),
                    InvalidInput,
                    "BsrProduct::compute was given a matrix C with "
                      << C.n_blocks() << " blocks of " << C.block_height()
                      << " x " << C.block_width() << " on " << C.device().name()
                      << "; expected " << block_columns.size() << " of "
                      << height << " x " << width
                      << ", use one from make_matrix().");
    internal::dispatch(pairs.device(), [&](const auto &queue) {
      internal::bsr_product_values(queue,
                                   A.view(),
                                   B.view(),
                                   block_rows.view(),
                                   pair_offsets.view(),
                                   pairs.view(),
                                   C.values().data());
    });
  }



  std::size_t BsrProduct::memory_consumption() const
  {
    return row_offsets.memory_consumption() +
           block_columns.memory_consumption() +
           block_rows.memory_consumption() + pair_offsets.memory_consumption() +
           pairs.memory_consumption();
  }



  template BsrProduct::BsrProduct(const BsrMatrix<float> &,
                                  const BsrMatrix<float> &);
  template BsrProduct::BsrProduct(const BsrMatrix<double> &,
                                  const BsrMatrix<double> &);

  template BsrMatrix<float> BsrProduct::make_matrix() const;
  template BsrMatrix<double> BsrProduct::make_matrix() const;

  template void BsrProduct::compute(const BsrMatrix<float> &,
                                    const BsrMatrix<float> &,
                                    BsrMatrix<float> &) const;
  template void BsrProduct::compute(const BsrMatrix<double> &,
                                    const BsrMatrix<double> &,
                                    BsrMatrix<double> &) const;
} // namespace tessera
