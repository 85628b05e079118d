// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/prolongator.h"

#include <tessera/bsr/bsr_product.h>

#include "bsr/sorted_pattern.h"
#include "kernels/aggregation.h"
#include "kernels/dispatch.h"
#include "kernels/pattern.h"
#include "kernels/prolongator.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** The block rows sorted by aggregate. */
      struct Members
      {
        Array<std::int64_t> offsets;
        Array<std::int64_t> rows;
      };



      Members sort_members(const Aggregates &aggregates)
      {
        const Device &device = aggregates.of_row.device();
        const std::int64_t n = aggregates.of_row.size();
        Array<std::uint64_t> keys(device, n);
        Members members{Array<std::int64_t>(device, aggregates.n + 1),
                        Array<std::int64_t>(device, n)};
        const Array<std::uint64_t> &sorted_keys = keys;
        dispatch(device, [&](const auto &queue) {
          aggregation_keys(queue,
                           aggregates.of_row.view(),
                           static_cast<std::int32_t>(aggregates.n),
                           keys.view(),
                           members.rows.view());
          pattern_sort(queue,
                       keys.view(),
                       members.rows.view(),
                       n_key_bits(aggregates.n + 1));
          pattern_offsets(queue, sorted_keys.view(), members.offsets.view());
        });
        return members;
      }



      /** P~ before the columns are orthonormalised. */
      BsrMatrix<double> distribute(const Aggregates &aggregates,
                                   const int block_size,
                                   const int n_modes,
                                   const Array<double> &near_null_space)
      {
        const Device &device = aggregates.of_row.device();
        const int n_values   = block_size * n_modes;
        Array<std::int64_t> offsets(device, aggregates.of_row.size() + 1);
        const Array<std::int64_t> &known = offsets;
        Array<std::int32_t> columns(device);
        Array<double> values(device);
        dispatch(device, [&](const auto &queue) {
          const std::int64_t n_blocks =
            tentative_offsets(queue, aggregates.of_row.view(), offsets.view());
          columns.reinit(n_blocks);
          values.reinit(n_blocks * n_values);
          tentative_fill(queue,
                         aggregates.of_row.view(),
                         known.view(),
                         n_values,
                         near_null_space.view(),
                         columns.view(),
                         values.view());
        });
        return BsrMatrix<double>(aggregates.n,
                                 block_size,
                                 n_modes,
                                 std::move(offsets),
                                 std::move(columns),
                                 std::move(values));
      }
    } // namespace



    TentativeProlongator
    make_tentative_prolongator(const Aggregates &aggregates,
                               const int block_size,
                               const int n_modes,
                               const Array<double> &near_null_space)
    {
      const Device &device  = aggregates.of_row.device();
      const Members members = sort_members(aggregates);
      TentativeProlongator tentative{
        distribute(aggregates, block_size, n_modes, near_null_space),
        Array<double>(device, aggregates.n * n_modes * n_modes),
        Array<std::int32_t>(device, aggregates.n * n_modes)};
      dispatch(device, [&](const auto &queue) {
        tentative_orthonormalize(queue,
                                 members.offsets.view(),
                                 members.rows.view(),
                                 tentative.P.row_offsets().view(),
                                 block_size,
                                 n_modes,
                                 tentative.P.values().view(),
                                 tentative.near_null_space.view(),
                                 tentative.dropped.view());
      });
      return tentative;
    }



    BsrMatrix<double>
    smooth_prolongator(const BsrMatrix<double> &A,
                       const BlockDiagonalInverse<double> &inverse,
                       const double omega,
                       const BsrMatrix<double> &tentative)
    {
      const BsrProduct product(A, tentative);
      BsrMatrix<double> P = product.make_matrix<double>();
      product.compute(A, tentative, P);
      dispatch(A.device(), [&](const auto &queue) {
        prolongator_smooth(
          queue, tentative.view(), inverse.values().view(), omega, P.view());
      });
      return P;
    }
  } // namespace internal
} // namespace tessera
