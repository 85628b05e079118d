// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_elasticity_h
#define tessera_tests_reference_elasticity_h

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace reference
{
  /** A matrix of square blocks in compressed rows, with near-null vectors. */
  struct BlockProblem
  {
    int block_size = 1;
    int n_modes    = 1;
    std::vector<std::int64_t> row_offsets{0};
    std::vector<std::int32_t> columns;
    std::vector<double> values;
    std::vector<double> modes;

    std::int64_t n_block_rows() const
    {
      return static_cast<std::int64_t>(row_offsets.size()) - 1;
    }
  };



  using Element = std::array<double, 24 * 24>;

  /**
   * Stiffness of a trilinear hexahedron with sides @p h for isotropic
   * elasticity, by 2 x 2 x 2 Gauss points; node a is at the corner with the
   * bits of a, x first.
   */
  inline Element elasticity_element(const std::array<double, 3> &h,
                                    const double youngs_modulus,
                                    const double poisson_ratio)
  {
    const double mu     = youngs_modulus / (2. * (1. + poisson_ratio));
    const double lambda = 2. * mu * poisson_ratio / (1. - 2. * poisson_ratio);
    Element K{};
    for (int q = 0; q < 8; ++q)
      {
        double gradient[8][3];
        for (int a = 0; a < 8; ++a)
          for (int d = 0; d < 3; ++d)
            {
              gradient[a][d] = 1. / h[d];
              for (int e = 0; e < 3; ++e)
                {
                  const double x =
                    .5 + ((q >> e & 1) != 0 ? .5 : -.5) / std::sqrt(3.);
                  const bool right = (a >> e & 1) != 0;
                  gradient[a][d] *=
                    e == d ? (right ? 1. : -1.) : (right ? x : 1. - x);
                }
            }
        const double weight = h[0] * h[1] * h[2] / 8.;
        for (int a = 0; a < 8; ++a)
          for (int b = 0; b < 8; ++b)
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j)
                {
                  double value = lambda * gradient[a][i] * gradient[b][j] +
                                 mu * gradient[a][j] * gradient[b][i];
                  if (i == j)
                    for (int d = 0; d < 3; ++d)
                      value += mu * gradient[a][d] * gradient[b][d];
                  K[(a * 3 + i) * 24 + b * 3 + j] += weight * value;
                }
      }
    return K;
  }



  /** The six rigid-body modes at a point: 3 x 6 values, row by row. */
  inline std::array<double, 18>
  rigid_body_modes(const double x, const double y, const double z)
  {
    return {
      1., 0., 0., 0., z, -y, 0., 1., 0., -z, 0., x, 0., 0., 1., y, -x, 0.};
  }



  /** Nodes of a box of m^3 cubes, from x index @p first on. */
  struct BoxNodes
  {
    int m;
    int first;
    bool clamped;

    int index(const int i, const int j, const int k) const
    {
      return (k * (m + 1) + j) * (m + 1 - first) + i - first;
    }

    bool is_clamped(const int i) const
    {
      return clamped && i == 0;
    }
  };



  /** The 3 x 3 blocks of the row of node (i, j, k), by column. */
  inline std::map<int, std::array<double, 9>>
  elasticity_row(const BoxNodes &nodes,
                 const Element &K,
                 const int i,
                 const int j,
                 const int k)
  {
    std::map<int, std::array<double, 9>> row;
    for (int a = 0; a < 8; ++a)
      {
        // The node is corner a of the cell whose corner 0 is at c.
        const int c[3] = {i - (a & 1), j - (a >> 1 & 1), k - (a >> 2)};
        if (std::min({c[0], c[1], c[2]}) < 0 ||
            std::max({c[0], c[1], c[2]}) >= nodes.m)
          continue;
        for (int b = 0; b < 8; ++b)
          {
            const int i_b = c[0] + (b & 1);
            if (b != a && (nodes.is_clamped(i) || nodes.is_clamped(i_b)))
              continue;
            auto &block =
              row[nodes.index(i_b, c[1] + (b >> 1 & 1), c[2] + (b >> 2))];
            for (int r = 0; r < 3; ++r)
              for (int s = 0; s < 3; ++s)
                if (!nodes.is_clamped(i) || r == s)
                  block[r * 3 + s] += K[(a * 3 + r) * 24 + b * 3 + s];
          }
      }
    return row;
  }



  /**
   * Elasticity on a box of m^3 trilinear cubes, clamped at x = 0, in blocks of
   * one node. The clamped nodes are eliminated or, if @p keep_clamped, are rows
   * with a multiple of the unit matrix on the diagonal.
   */
  inline BlockProblem elasticity_box(const int m,
                                     const bool clamped         = true,
                                     const bool keep_clamped    = false,
                                     const double poisson_ratio = .3)
  {
    const double h  = 1. / m;
    const Element K = elasticity_element({h, h, h}, 1., poisson_ratio);
    const BoxNodes nodes{m, clamped && !keep_clamped ? 1 : 0, clamped};
    BlockProblem problem;
    problem.block_size = 3;
    problem.n_modes    = 6;
    for (int k = 0; k <= m; ++k)
      for (int j = 0; j <= m; ++j)
        for (int i = nodes.first; i <= m; ++i)
          {
            for (const auto &entry : elasticity_row(nodes, K, i, j, k))
              {
                problem.columns.push_back(entry.first);
                problem.values.insert(problem.values.end(),
                                      entry.second.begin(),
                                      entry.second.end());
              }
            problem.row_offsets.push_back(
              static_cast<std::int64_t>(problem.columns.size()));
            std::array<double, 18> modes{};
            if (!nodes.is_clamped(i))
              modes = rigid_body_modes(i * h, j * h, k * h);
            problem.modes.insert(problem.modes.end(),
                                 modes.begin(),
                                 modes.end());
          }
    return problem;
  }



  /** Seven-point Laplacian on m^3 inner nodes, blocks of one number. */
  inline BlockProblem laplacian(const int m)
  {
    BlockProblem problem;
    for (int k = 0; k < m; ++k)
      for (int j = 0; j < m; ++j)
        for (int i = 0; i < m; ++i)
          {
            const int n = (k * m + j) * m + i;
            const auto store =
              [&](const bool inside, const int column, const double value) {
                if (!inside)
                  return;
                problem.columns.push_back(column);
                problem.values.push_back(value);
              };
            store(k > 0, n - m * m, -1.);
            store(j > 0, n - m, -1.);
            store(i > 0, n - 1, -1.);
            store(true, n, 6.);
            store(i + 1 < m, n + 1, -1.);
            store(j + 1 < m, n + m, -1.);
            store(k + 1 < m, n + m * m, -1.);
            problem.row_offsets.push_back(
              static_cast<std::int64_t>(problem.columns.size()));
            problem.modes.push_back(1.);
          }
    return problem;
  }
} // namespace reference

#endif
