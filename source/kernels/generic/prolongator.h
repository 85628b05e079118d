// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_prolongator_h
#define tessera_kernels_generic_prolongator_h

#include "kernels/generic/bsr_search.h"
#include "kernels/host_device.h"
#include "kernels/prolongator.h"

#include <cmath>

namespace tessera
{
  namespace internal
  {
    template <typename Queue>
    std::int64_t tentative_offsets(const Queue &queue,
                                   ArrayView<const std::int32_t> aggregates,
                                   ArrayView<std::int64_t> offsets)
    {
      for_each(queue,
               offsets.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 offsets.data[i] =
                   i < aggregates.size && aggregates.data[i] >= 0 ? 1 : 0;
               });
      return exclusive_scan(queue, offsets.data, offsets.size);
    }



    template <typename Queue>
    void tentative_fill(const Queue &queue,
                        ArrayView<const std::int32_t> aggregates,
                        ArrayView<const std::int64_t> offsets,
                        const int block_size,
                        ArrayView<const double> near_null_space,
                        ArrayView<std::int32_t> columns,
                        ArrayView<double> values)
    {
      for_each(queue,
               aggregates.size,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 if (aggregates.data[i] < 0)
                   return;
                 const std::int64_t k = offsets.data[i];
                 columns.data[k]      = aggregates.data[i];
                 for (int e = 0; e < block_size; ++e)
                   values.data[k * block_size + e] =
                     near_null_space.data[i * block_size + e];
               });
    }



    /** The columns of P~ in one aggregate. */
    struct AggregateColumns
    {
      const std::int64_t *members;
      std::int64_t n_members;
      const std::int64_t *offsets;
      int n;
      int m;
      double *values;

      TESSERA_HOST_DEVICE double *row(const std::int64_t r) const
      {
        return values + (offsets[members[r / n]] * n + r % n) * m;
      }



      TESSERA_HOST_DEVICE double dot(const int c, const int d) const
      {
        double sum = 0.;
        for (std::int64_t r = 0; r < n_members * n; ++r)
          sum += row(r)[c] * row(r)[d];
        return sum;
      }



      /** column c += factor column d */
      TESSERA_HOST_DEVICE void
      add(const int c, const double factor, const int d) const
      {
        for (std::int64_t r = 0; r < n_members * n; ++r)
          row(r)[c] += factor * row(r)[d];
      }



      TESSERA_HOST_DEVICE void scale(const int c, const double factor) const
      {
        for (std::int64_t r = 0; r < n_members * n; ++r)
          row(r)[c] *= factor;
      }
    };



    /**
     * Orthonormalises column c against those before it and fills column c of
     * R; returns whether the column is dropped.
     */
    TESSERA_HOST_DEVICE inline bool
    orthonormalize_column(const AggregateColumns &columns,
                          const int c,
                          double *R)
    {
      const int m         = columns.m;
      const double length = sqrt(columns.dot(c, c));
      for (int r = 0; r < m; ++r)
        R[r * m + c] = 0.;
      for (int pass = 0; pass < 2; ++pass)
        for (int d = 0; d < c; ++d)
          {
            const double product = columns.dot(d, c);
            R[d * m + c] += product;
            columns.add(c, -product, d);
          }
      const double rest = sqrt(columns.dot(c, c));
      if (rest <= 1e-10 * length)
        {
          columns.scale(c, 0.);
          return true;
        }
      R[c * m + c] = rest;
      columns.scale(c, 1. / rest);
      return false;
    }



    template <typename Queue>
    void tentative_orthonormalize(const Queue &queue,
                                  ArrayView<const std::int64_t> member_offsets,
                                  ArrayView<const std::int64_t> members,
                                  ArrayView<const std::int64_t> offsets,
                                  const int n,
                                  const int m,
                                  ArrayView<double> values,
                                  ArrayView<double> coarse,
                                  ArrayView<std::int32_t> dropped)
    {
      for_each(
        queue, dropped.size / m, [=] TESSERA_HOST_DEVICE(const std::int64_t a) {
          const std::int64_t begin = member_offsets.data[a];
          const AggregateColumns columns{members.data + begin,
                                         member_offsets.data[a + 1] - begin,
                                         offsets.data,
                                         n,
                                         m,
                                         values.data};
          for (int c = 0; c < m; ++c)
            dropped.data[a * m + c] =
              orthonormalize_column(columns, c, coarse.data + a * m * m) ? 1
                                                                         : 0;
        });
    }



    template <typename Queue>
    void prolongator_smooth(const Queue &queue,
                            const BsrView<const double> tentative,
                            ArrayView<const double> inverse_diagonal,
                            const double omega,
                            const BsrView<double> P)
    {
      const int n = P.block_height;
      const int m = P.block_width;
      // One column of a block a call: only its own n values are overwritten.
      for_each(queue,
               std::int64_t(P.n_block_rows) * m,
               [=] TESSERA_HOST_DEVICE(const std::int64_t index) {
                 const std::int64_t i  = index / m;
                 const int c           = static_cast<int>(index % m);
                 const std::int64_t t  = tentative.row_offsets[i];
                 const bool aggregated = t < tentative.row_offsets[i + 1];
                 const double *inverse = inverse_diagonal.data + i * n * n;
                 double column[max_block_size];
                 for (std::int64_t k = P.row_offsets[i];
                      k < P.row_offsets[i + 1];
                      ++k)
                   {
                     double *block = P.values + k * n * m;
                     for (int r = 0; r < n; ++r)
                       column[r] = block[r * m + c];
                     const bool own =
                       aggregated && tentative.columns[t] == P.columns[k];
                     for (int r = 0; r < n; ++r)
                       {
                         double sum = 0.;
                         for (int q = 0; q < n; ++q)
                           sum += inverse[r * n + q] * column[q];
                         block[r * m + c] =
                           (own ? tentative.values[(t * n + r) * m + c] : 0.) -
                           omega * sum;
                       }
                   }
               });
    }



    template <typename Queue>
    void galerkin_fill_dropped(const Queue &queue,
                               ArrayView<const std::int32_t> dropped,
                               const BsrView<double> A)
    {
      const int n = A.block_height;
      for_each(queue,
               A.n_block_rows,
               [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                 double *block =
                   A.values + find_block(A, i, static_cast<int>(i)) * n * n;
                 double largest = 0.;
                 for (int r = 0; r < n; ++r)
                   largest =
                     block[r * n + r] > largest ? block[r * n + r] : largest;
                 for (int r = 0; r < n; ++r)
                   if (dropped.data[i * n + r] != 0)
                     block[r * n + r] = largest > 0. ? largest : 1.;
               });
    }



    /** Names every member of the family, for explicit instantiation. */
    template <typename Queue>
    struct Prolongator
    {
      static constexpr auto offsets        = &tentative_offsets<Queue>;
      static constexpr auto fill           = &tentative_fill<Queue>;
      static constexpr auto orthonormalize = &tentative_orthonormalize<Queue>;
      static constexpr auto smooth         = &prolongator_smooth<Queue>;
      static constexpr auto fill_dropped   = &galerkin_fill_dropped<Queue>;
    };
  } // namespace internal
} // namespace tessera

#endif
