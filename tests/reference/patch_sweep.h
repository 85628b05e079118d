// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_patch_sweep_h
#define tessera_tests_reference_patch_sweep_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/q3_matrices.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace reference
{
  // Patch solves in the nodal basis from dense matrices, entry by entry.

  using Level = tessera::CellwiseMesh::Description;

  /** Entry (i,j) of the matrix of a cell with coefficient @p k. */
  inline double
  cell_entry(const Level &mesh, const double k, const int i, const int j)
  {
    const auto &q  = tessera::q3_matrices();
    const auto &h  = mesh.cell_sides;
    double product = h[0] * h[1] * h[2], stiffness = 0.;
    for (int axis = 0, stride = 1; axis < 3; ++axis, stride *= 4)
      product *= q.mass[4 * (i / stride % 4) + j / stride % 4];
    for (int axis = 0; axis < 3; ++axis)
      {
        double term =
          mesh.diffusion[axis] * h[0] * h[1] * h[2] / (h[axis] * h[axis]);
        for (int other = 0, stride = 1; other < 3; ++other, stride *= 4)
          term *=
            (other == axis ? q.stiffness
                           : q.mass)[4 * (i / stride % 4) + j / stride % 4];
        stiffness += term;
      }
    return k * stiffness + mesh.reaction * product;
  }



  inline double coefficient(const Level &mesh, const std::int64_t cell)
  {
    return mesh.coefficients.empty()
             ? 1.
             : mesh.coefficients[static_cast<std::size_t>(cell)];
  }



  /** A u, cell by cell. */
  inline std::vector<double> apply_level(const Level &mesh,
                                         const std::vector<double> &u)
  {
    std::vector<double> result(u.size(), 0.);
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        {
          const double mass      = cell_entry(mesh, 0., i, j);
          const double stiffness = cell_entry(mesh, 1., i, j) - mass;
          for (std::int64_t c = 0; c < mesh.n_cells; ++c)
            result[64 * c + i] +=
              (coefficient(mesh, c) * stiffness + mass) * u[64 * c + j];
        }
    return result;
  }



  /** Number of the inner patch node at node i of cell c, or -1. */
  inline int patch_node(const int c, const int i)
  {
    const int x = 3 * (c & 1) + i % 4 - 1;
    const int y = 3 * (c >> 1 & 1) + i / 4 % 4 - 1;
    const int z = 3 * (c >> 2) + i / 16 - 1;
    if (x < 0 || x > 4 || y < 0 || y > 4 || z < 0 || z > 4)
      return -1;
    return x + 5 * y + 25 * z;
  }



  /**
   * The assembled matrix of those of the eight cells of a patch whose bits are
   * set in @p cells, with free ends to the others, factorised by Cholesky.
   * Nodes that no cell has get a one.
   */
  class DensePatchSolver
  {
  public:
    DensePatchSolver(const Level &mesh,
                     const double coefficient,
                     const unsigned int cells)
      : factor(125 * 125, 0.)
    {
      for (int c = 0; c < 8; ++c)
        if ((cells >> c & 1) != 0)
          for (int i = 0; i < 64; ++i)
            for (int j = 0; j < 64; ++j)
              if (patch_node(c, i) >= 0 && patch_node(c, j) >= 0)
                at(patch_node(c, i), patch_node(c, j)) +=
                  cell_entry(mesh, coefficient, i, j);
      for (int j = 0; j < 125; ++j)
        {
          if (at(j, j) == 0.)
            at(j, j) = 1.;
          for (int k = 0; k < j; ++k)
            at(j, j) -= at(j, k) * at(j, k);
          at(j, j) = std::sqrt(at(j, j));
          for (int i = j + 1; i < 125; ++i)
            {
              for (int k = 0; k < j; ++k)
                at(i, j) -= at(i, k) * at(j, k);
              at(i, j) /= at(j, j);
            }
        }
    }

    void solve(std::vector<double> &x) const
    {
      for (int i = 0; i < 125; ++i)
        {
          for (int k = 0; k < i; ++k)
            x[i] -= at(i, k) * x[k];
          x[i] /= at(i, i);
        }
      for (int i = 124; i >= 0; --i)
        {
          for (int k = i + 1; k < 125; ++k)
            x[i] -= at(k, i) * x[k];
          x[i] /= at(i, i);
        }
    }

  private:
    double &at(const int i, const int j)
    {
      return factor[static_cast<std::size_t>(125 * i + j)];
    }

    const double &at(const int i, const int j) const
    {
      return factor[static_cast<std::size_t>(125 * i + j)];
    }

    std::vector<double> factor;
  };



  /**
   * Which cells the solve is for: where one half of the patch is empty it ends
   * there with a free end, other missing cells take part.
   */
  inline unsigned int cells_of_solve(const std::int32_t *slots)
  {
    unsigned int cells = 0;
    for (int p = 0; p < 8; ++p)
      {
        bool takes_part = true;
        for (int axis = 0; axis < 3; ++axis)
          {
            bool half_is_empty = true;
            for (int q = 0; q < 8; ++q)
              if ((q >> axis & 1) == (p >> axis & 1) && slots[q] >= 0)
                half_is_empty = false;
            takes_part = takes_part && !half_is_empty;
          }
        cells |= static_cast<unsigned int>(takes_part) << p;
      }
    return cells;
  }



  inline double coefficient_of_solve(const Level &mesh,
                                     const std::int32_t *slots)
  {
    double sum = 0., largest = 0., n = 0.;
    for (int p = 0; p < 8; ++p)
      if (slots[p] >= 0)
        {
          const double k = coefficient(mesh, slots[p]);
          sum += k;
          largest = std::fmax(largest, k);
          n += 1.;
        }
    return std::fmax(sum / n, 2. / 3. * largest);
  }



  /** u after one sweep over the colours. */
  inline std::vector<double> sweep(const Level &mesh,
                                   const bool reversed,
                                   std::vector<double> u,
                                   const std::vector<double> &rhs)
  {
    std::map<std::pair<unsigned int, double>, DensePatchSolver> solvers;
    for (int step = 0; step < 8; ++step)
      {
        const auto &slots  = mesh.patches[reversed ? 7 - step : step];
        const auto product = apply_level(mesh, u);
        for (std::size_t first = 0; first < slots.size(); first += 8)
          {
            const std::int32_t *patch = slots.data() + first;
            const unsigned int cells  = cells_of_solve(patch);
            const double k            = coefficient_of_solve(mesh, patch);
            const DensePatchSolver &solver =
              solvers.try_emplace(std::make_pair(cells, k), mesh, k, cells)
                .first->second;
            std::vector<double> x(125, 0.);
            for (int c = 0; c < 8; ++c)
              for (int i = 0; i < 64; ++i)
                if (patch[c] >= 0 && patch_node(c, i) >= 0)
                  x[patch_node(c, i)] +=
                    rhs[64 * patch[c] + i] - product[64 * patch[c] + i];
            solver.solve(x);
            for (int c = 0; c < 8; ++c)
              for (int i = 0; i < 64; ++i)
                if (patch[c] >= 0 && patch_node(c, i) >= 0)
                  u[64 * patch[c] + i] += x[patch_node(c, i)];
          }
      }
    return u;
  }



  /** (T x T x T) u cell by cell with T or, if @p transposed, its transpose. */
  inline std::vector<double> change_basis(const std::array<double, 16> &T,
                                          const bool transposed,
                                          std::vector<double> u)
  {
    for (int stride = 1; stride < 64; stride *= 4)
      {
        const std::vector<double> old = u;
        for (std::size_t k = 0; k < u.size(); ++k)
          {
            const int i             = static_cast<int>(k) / stride % 4;
            const std::size_t first = k - static_cast<std::size_t>(i * stride);
            u[k]                    = 0.;
            for (int j = 0; j < 4; ++j)
              u[k] += T[static_cast<std::size_t>(transposed ? 4 * j + i
                                                            : 4 * i + j)] *
                      old[first + static_cast<std::size_t>(j * stride)];
          }
      }
    return u;
  }
} // namespace reference

#endif
