// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_box_solve_h
#define tessera_tests_reference_box_solve_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "reference/cellwise.h"

namespace reference
{
  /** Entry (i,j) of the cell matrix of -div(k D grad u) + c u. */
  inline double cell_entry(const tessera::CellwiseMesh::Description &mesh,
                           const int i,
                           const int j)
  {
    const auto &M       = tessera::q3_matrices().mass;
    const auto &K       = tessera::q3_matrices().stiffness;
    const int row[3]    = {i % 4, i / 4 % 4, i / 16};
    const int column[3] = {j % 4, j / 4 % 4, j / 16};
    double entry        = mesh.reaction * mass_entry(mesh.cell_sides, i, j);
    for (int axis = 0; axis < 3; ++axis)
      {
        double product =
          mesh.diffusion[axis] *
          (mesh.coefficients.empty() ? 1. : mesh.coefficients[0]);
        for (int other = 0; other < 3; ++other)
          product *= other == axis
                       ? matrix_entry(K, row[other], column[other]) /
                           mesh.cell_sides[other]
                       : matrix_entry(M, row[other], column[other]) *
                           mesh.cell_sides[other];
        entry += product;
      }
    return entry;
  }



  /** Sums over the copies, for a box whose cells are numbered x fastest. */
  inline std::vector<double> assemble(const Box &n,
                                      const std::vector<double> &dual)
  {
    std::vector<double> sums(static_cast<std::size_t>(
      (3 * n[0] + 1) * (3 * n[1] + 1) * (3 * n[2] + 1)));
    for (std::size_t k = 0; k < dual.size(); ++k)
      sums[static_cast<std::size_t>(lattice_point(
        n, static_cast<std::int64_t>(k / 64), static_cast<int>(k % 64)))] +=
        dual[k];
    return sums;
  }



  /** Whether a lattice point lies on a face that is not free. */
  inline bool is_dirichlet(const Box &n,
                           const std::array<bool, 6> &free_faces,
                           const std::int64_t point)
  {
    const std::int64_t n_x = 3 * n[0] + 1, n_y = 3 * n[1] + 1;
    const std::int64_t at[3] = {point % n_x,
                                point / n_x % n_y,
                                point / (n_x * n_y)};
    for (std::size_t axis = 0; axis < 3; ++axis)
      if ((at[axis] == 0 && !free_faces[2 * axis]) ||
          (at[axis] == 3 * n[axis] && !free_faces[2 * axis + 1]))
        return true;
    return false;
  }
} // namespace reference

#endif
