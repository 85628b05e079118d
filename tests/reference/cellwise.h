// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_cellwise_h
#define tessera_tests_reference_cellwise_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/q3_matrices.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/random.h"

namespace reference
{
  // Cell-wise operations from dense matrices, entry by entry.

  using Sides = std::array<double, 3>;
  using Box   = std::array<std::int64_t, 3>;

  inline double
  matrix_entry(const std::array<double, 16> &matrix, const int i, const int j)
  {
    return matrix[static_cast<std::size_t>(4 * i + j)];
  }



  /** Entry (i,j) of the 64x64 cell mass matrix. */
  inline double mass_entry(const Sides &h, const int i, const int j)
  {
    const auto &M = tessera::q3_matrices().mass;
    return h[0] * h[1] * h[2] * matrix_entry(M, i % 4, j % 4) *
           matrix_entry(M, i / 4 % 4, j / 4 % 4) *
           matrix_entry(M, i / 16, j / 16);
  }



  /** Entry (i,j) of the 64x64 cell Laplace matrix. */
  inline double laplace_entry(const Sides &h, const int i, const int j)
  {
    const auto &M = tessera::q3_matrices().mass;
    const auto &K = tessera::q3_matrices().stiffness;
    const int ix = i % 4, iy = i / 4 % 4, iz = i / 16;
    const int jx = j % 4, jy = j / 4 % 4, jz = j / 16;
    const double Mx = matrix_entry(M, ix, jx), Kx = matrix_entry(K, ix, jx);
    const double My = matrix_entry(M, iy, jy), Ky = matrix_entry(K, iy, jy);
    const double Mz = matrix_entry(M, iz, jz), Kz = matrix_entry(K, iz, jz);
    return h[1] * h[2] / h[0] * Kx * My * Mz +
           h[0] * h[2] / h[1] * Mx * Ky * Mz +
           h[0] * h[1] / h[2] * Mx * My * Kz;
  }



  /** A src with the dense cell matrix of @p entry(h, i, j). */
  template <typename Entry>
  std::vector<double> apply_cell_matrix(const Entry &entry,
                                        const Sides &h,
                                        const std::vector<double> &src)
  {
    std::vector<double> dst(src.size(), 0.);
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        {
          const double a = entry(h, i, j);
          for (std::size_t first = 0; first < src.size(); first += 64)
            dst[first + static_cast<std::size_t>(i)] +=
              a * src[first + static_cast<std::size_t>(j)];
        }
    return dst;
  }



  /** Lagrange basis function @p i at @p x. */
  inline double lagrange(const int i, const double x)
  {
    const std::array<double, 4> &nodes = tessera::q3_matrices().nodes;
    double value                       = 1.;
    for (int j = 0; j < 4; ++j)
      if (j != i)
        value *= (x - nodes[j]) / (nodes[i] - nodes[j]);
    return value;
  }



  /** Value of parent basis function @p j at node @p i of child @p c. */
  inline double child_value(const int c, const int i, const int j)
  {
    const std::array<double, 4> &nodes = tessera::q3_matrices().nodes;
    return lagrange(j % 4, ((c & 1) + nodes[i % 4]) / 2.) *
           lagrange(j / 4 % 4, ((c >> 1 & 1) + nodes[i / 4 % 4]) / 2.) *
           lagrange(j / 16, ((c >> 2) + nodes[i / 16]) / 2.);
  }



  inline std::vector<double>
  prolongate(const std::vector<std::int32_t> &children,
             const std::vector<double> &coarse)
  {
    std::vector<double> fine(64 * children.size(), 0.);
    for (std::size_t k = 0; k < children.size(); ++k)
      for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j)
          fine[static_cast<std::size_t>(64 * children[k] + i)] +=
            child_value(static_cast<int>(k % 8), i, j) *
            coarse[64 * (k / 8) + static_cast<std::size_t>(j)];
    return fine;
  }



  inline std::vector<double>
  restrict_to_parents(const std::vector<std::int32_t> &children,
                      const std::vector<double> &fine)
  {
    std::vector<double> coarse(8 * children.size(), 0.);
    for (std::size_t k = 0; k < children.size(); ++k)
      for (int i = 0; i < 64; ++i)
        for (int j = 0; j < 64; ++j)
          coarse[64 * (k / 8) + static_cast<std::size_t>(j)] +=
            child_value(static_cast<int>(k % 8), i, j) *
            fine[static_cast<std::size_t>(64 * children[k] + i)];
    return coarse;
  }



  /** Number of lattice point of node i of a cell of a box. */
  inline std::int64_t
  lattice_point(const Box &n, const std::int64_t cell, const int i)
  {
    const std::int64_t x = 3 * (cell % n[0]) + i % 4;
    const std::int64_t y = 3 * (cell / n[0] % n[1]) + i / 4 % 4;
    const std::int64_t z = 3 * (cell / (n[0] * n[1])) + i / 16;
    return x + (3 * n[0] + 1) * (y + (3 * n[1] + 1) * z);
  }



  /** Random values with equal copies and zeros on the boundary of a box. */
  inline std::vector<double> random_function(const Box &n,
                                             const unsigned int seed)
  {
    const auto values =
      random_vector<double>((3 * n[0] + 1) * (3 * n[1] + 1) * (3 * n[2] + 1),
                            seed);
    std::vector<double> u;
    for (std::int64_t cell = 0; cell < n[0] * n[1] * n[2]; ++cell)
      for (int i = 0; i < 64; ++i)
        {
          const std::int64_t p = lattice_point(n, cell, i);
          const std::int64_t x = p % (3 * n[0] + 1);
          const std::int64_t y = p / (3 * n[0] + 1) % (3 * n[1] + 1);
          const std::int64_t z = p / ((3 * n[0] + 1) * (3 * n[1] + 1));
          const bool boundary  = x == 0 || x == 3 * n[0] || y == 0 ||
                                y == 3 * n[1] || z == 0 || z == 3 * n[2];
          u.push_back(boundary ? 0. : values[static_cast<std::size_t>(p)]);
        }
    return u;
  }



  /** How many copies differ from the first copy of their lattice point. */
  inline std::size_t n_unequal_copies(const Box &n,
                                      const std::vector<double> &u)
  {
    std::vector<double> first(static_cast<std::size_t>((3 * n[0] + 1) *
                                                       (3 * n[1] + 1) *
                                                       (3 * n[2] + 1)),
                              std::nan(""));
    std::size_t n_unequal = 0;
    for (std::size_t k = 0; k < u.size(); ++k)
      {
        double &value = first[static_cast<std::size_t>(lattice_point(
          n, static_cast<std::int64_t>(k / 64), static_cast<int>(k % 64)))];
        if (std::isnan(value))
          value = u[k];
        if (!(value == u[k]))
          ++n_unequal;
      }
    return n_unequal;
  }
} // namespace reference

#endif
