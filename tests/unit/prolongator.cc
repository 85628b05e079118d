// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/prolongator.h"

#include <tessera/bsr/bsr_transpose.h>

#include "amg/galerkin_product.h"
#include "bsr_helpers.h"
#include "devices.h"
#include "tolerance.h"

#include <cmath>

using namespace tessera;

namespace
{
  BsrMatrix<double> galerkin_product(const BsrMatrix<double> &R,
                                     const BsrMatrix<double> &A,
                                     const BsrMatrix<double> &P,
                                     const Array<std::int32_t> &dropped)
  {
    internal::GalerkinProduct product(R, A, P);
    BsrMatrix<double> coarse = product.make_matrix();
    product.compute(R, A, P, dropped, coarse);
    return coarse;
  }



  using internal::Aggregates;
  using internal::TentativeProlongator;

  Aggregates make_aggregates(const Device &device,
                             const std::vector<std::int32_t> &of_row,
                             const std::int64_t n)
  {
    return {Array<std::int32_t>(device, of_row), n};
  }



  /** P~ B_coarse = B in aggregated rows; the columns kept are orthonormal. */
  void check_tentative(const TentativeProlongator &tentative,
                       const std::vector<std::int32_t> &of_row,
                       const int n,
                       const int m,
                       const std::vector<double> &modes)
  {
    const auto P       = test::to_host(tentative.P);
    const auto coarse  = tentative.near_null_space.copy_to_host();
    const auto dropped = tentative.dropped.copy_to_host();
    const double bound = 1e-12 * test::max_abs(modes);
    std::vector<double> gram(P.n_columns * m * m, 0.);
    for (std::size_t i = 0; i < of_row.size(); ++i)
      {
        ASSERT_EQ(P.offsets[i + 1] - P.offsets[i], of_row[i] < 0 ? 0 : 1);
        if (of_row[i] < 0)
          continue;
        const double *Q = P.values.data() + P.offsets[i] * n * m;
        const double *R = coarse.data() + of_row[i] * m * m;
        for (int r = 0; r < n; ++r)
          for (int c = 0; c < m; ++c)
            {
              double sum = 0.;
              for (int k = 0; k < m; ++k)
                {
                  sum += Q[r * m + k] * R[k * m + c];
                  gram[(of_row[i] * m + c) * m + k] +=
                    Q[r * m + c] * Q[r * m + k];
                }
              EXPECT_NEAR(sum, modes[(i * n + r) * m + c], bound);
            }
      }
    for (std::size_t e = 0; e < gram.size(); ++e)
      {
        const std::size_t a = e / (m * m), c = e / m % m, k = e % m;
        const bool kept = dropped[a * m + c] == 0;
        EXPECT_NEAR(gram[e], c == k && kept ? 1. : 0., 1e-13);
      }
  }



  /** Rigid-body modes of the given points. */
  std::vector<double> modes_of(const std::vector<std::array<double, 3>> &points)
  {
    std::vector<double> modes;
    for (const auto &p : points)
      {
        const auto values = reference::rigid_body_modes(p[0], p[1], p[2]);
        modes.insert(modes.end(), values.begin(), values.end());
      }
    return modes;
  }



  class Prolongator : public test::OnEachDevice
  {};
} // namespace



TEST_P(Prolongator, ReproducesTheModesOfElasticity)
{
  const auto problem        = reference::elasticity_box(6);
  const BsrMatrix<double> A = test::to_device(device, problem);
  const Aggregates aggregates =
    internal::aggregate(internal::make_strength_graph(A, 0.));
  const Array<double> modes(device, problem.modes);
  const TentativeProlongator tentative =
    internal::make_tentative_prolongator(aggregates, 3, 6, modes);
  check_tentative(
    tentative, aggregates.of_row.copy_to_host(), 3, 6, problem.modes);
  for (const std::int32_t dropped : tentative.dropped.copy_to_host())
    EXPECT_EQ(dropped, 0);
}



TEST_P(Prolongator, DropsModesOfDegenerateAggregates)
{
  // One node; two; three in a line that is parallel to no axis; three that
  // are not in a line; all of them far from the origin.
  const std::vector<std::array<double, 3>> points = {{100., 70., 3.},
                                                     {100., 71., 3.},
                                                     {100., 72., 5.},
                                                     {101., 70., 3.},
                                                     {102., 71., 4.},
                                                     {103., 72., 5.},
                                                     {100., 70., 3.},
                                                     {101., 70., 3.},
                                                     {100., 71., 3.},
                                                     {0., 0., 0.}};
  const std::vector<std::int32_t> of_row = {0, 1, 1, 2, 2, 2, 3, 3, 3, -2};
  const auto modes                       = modes_of(points);
  const TentativeProlongator tentative   = internal::make_tentative_prolongator(
    make_aggregates(device, of_row, 4), 3, 6, Array<double>(device, modes));
  check_tentative(tentative, of_row, 3, 6, modes);

  const auto dropped = tentative.dropped.copy_to_host();
  std::vector<int> n_kept(4, 6);
  for (int e = 0; e < 24; ++e)
    n_kept[e / 6] -= dropped[e];
  EXPECT_EQ(n_kept, (std::vector<int>{3, 5, 5, 6}));
}



TEST_P(Prolongator, SmoothsWithTheBlockDiagonal)
{
  const auto problem        = reference::elasticity_box(4);
  const BsrMatrix<double> A = test::to_device(device, problem);
  const auto aggregates =
    internal::aggregate(internal::make_strength_graph(A, 0.));
  const auto tentative = internal::make_tentative_prolongator(
    aggregates, 3, 6, Array<double>(device, problem.modes));
  const BlockDiagonalInverse<double> inverse(A);
  const double omega = .6;
  const BsrMatrix<double> P =
    internal::smooth_prolongator(A, inverse, omega, tentative.P);

  const Vector<double> x(device, reference::random_vector<double>(P.n(), 3));
  Vector<double> Px(device, P.m()), y(Px), Ay(Px), DAy(Px);
  P.vmult(Px, x);
  tentative.P.vmult(y, x);
  A.vmult(Ay, y);
  inverse.vmult(DAy, Ay);
  y.add(-omega, DAy);
  test::expect_near(Px.copy_to_host(), y.copy_to_host(), 1e-13);
}



TEST_P(Prolongator, GalerkinProductIsSymmetricAndKeepsTheEnergy)
{
  const auto problem        = reference::elasticity_box(5);
  const BsrMatrix<double> A = test::to_device(device, problem);
  const auto aggregates =
    internal::aggregate(internal::make_strength_graph(A, 0.));
  const auto tentative = internal::make_tentative_prolongator(
    aggregates, 3, 6, Array<double>(device, problem.modes));
  const BsrMatrix<double> P = internal::smooth_prolongator(
    A, BlockDiagonalInverse<double>(A), .6, tentative.P);
  const BsrTranspose transpose(P);
  BsrMatrix<double> R = transpose.make_matrix<double>();
  transpose.compute(P, R);
  const BsrMatrix<double> coarse = galerkin_product(R, A, P, tentative.dropped);

  const auto entries = reference::entries(test::to_host(coarse));
  for (const auto &entry : entries)
    {
      const auto mirror = entries.find({entry.first.second, entry.first.first});
      ASSERT_NE(mirror, entries.end());
      EXPECT_NEAR(entry.second, mirror->second, 1e-14);
    }

  const Vector<double> x(device, reference::random_vector<double>(P.n(), 3));
  Vector<double> Px(device, P.m()), APx(Px), Cx(device, P.n());
  P.vmult(Px, x);
  A.vmult(APx, Px);
  coarse.vmult(Cx, x);
  EXPECT_NEAR(x * Cx, Px * APx, 1e-12 * (Px * APx));
}



TEST_P(Prolongator, DroppedUnknownsGetADiagonal)
{
  // Two nodes that are coupled: five modes, so that one unknown is dropped.
  const BsrMatrix<double> A(device,
                            2,
                            3,
                            3,
                            {0, 2, 4},
                            {0, 1, 0, 1},
                            {4.,  0., 0., 0., 4.,  0., 0., 0., 4.,
                             -1., 0., 0., 0., -1., 0., 0., 0., -1.,
                             -1., 0., 0., 0., -1., 0., 0., 0., -1.,
                             4.,  0., 0., 0., 4.,  0., 0., 0., 4.});
  const auto modes     = modes_of({{0., 0., 0.}, {1., 0., 0.}});
  const auto tentative = internal::make_tentative_prolongator(
    make_aggregates(device, {0, 0}, 1), 3, 6, Array<double>(device, modes));
  const BsrTranspose transpose(tentative.P);
  BsrMatrix<double> R = transpose.make_matrix<double>();
  transpose.compute(tentative.P, R);
  const BsrMatrix<double> coarse =
    galerkin_product(R, A, tentative.P, tentative.dropped);
  EXPECT_NO_THROW(BlockDiagonalInverse<double> inverse(coarse));
  const auto values  = coarse.values().copy_to_host();
  const auto dropped = tentative.dropped.copy_to_host();
  // The rotation about the line through both nodes.
  EXPECT_EQ(dropped, (std::vector<std::int32_t>{0, 0, 0, 1, 0, 0}));
  EXPECT_NEAR(values[3 * 6 + 3], 5., 1e-13);
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         Prolongator,
                         test::device_names(),
                         test::device_name);
