// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_tables_h
#define tessera_tests_performance_patch_variant_tables_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/q3_matrices.h>

#include "performance/patch_variants.h"

#include <cstddef>
#include <vector>

namespace benchmark
{
  /** Mode @p mode of two cells in node @p i of the lower or upper one. */
  inline double patch_mode_in_node(const int upper, const int i, const int mode)
  {
    const int node = 3 * upper + i - 1;
    // The ends of the patch and the padding; odd modes vanish in the middle,
    // but LAPACK's only to rounding.
    if (node < 0 || node > 4 || mode > 4 || (node == 2 && mode % 2 == 1))
      return 0.;
    return tessera::q3_matrices()
      .patch_eigenvectors[static_cast<std::size_t>(5 * node + mode)];
  }



  /** The same in function @p c of a basis, see VariantTables. */
  inline double patch_mode_in_function(const tessera::CellBasis basis,
                                       const int upper,
                                       const int c,
                                       const int mode)
  {
    if (basis == tessera::CellBasis::nodal)
      return patch_mode_in_node(upper,
                                c < 2 ? c + 1 : (upper == 1 ? 0 : 3),
                                mode);
    double sum = 0.;
    for (int i = 0; i < 4; ++i)
      sum += tessera::q3_matrices()
               .cell_eigenvectors_inverse[static_cast<std::size_t>(4 * c + i)] *
             patch_mode_in_node(upper, i, mode);
    return sum;
  }



  inline VariantTables variant_tables(const tessera::CellwiseMesh &mesh,
                                      const float factor)
  {
    const auto &matrices = tessera::q3_matrices();
    const auto &h        = mesh.cell_sides();
    VariantTables tables{};
    tables.factor = factor;
    for (std::size_t n = 0; n < 16; ++n)
      {
        tables.mass[n] = static_cast<float>(matrices.mass[n]);
        for (std::size_t axis = 0; axis < 3; ++axis)
          tables.stiffness[axis][n] =
            static_cast<float>(mesh.diffusion()[axis] * h[0] * h[1] * h[2] /
                               (h[axis] * h[axis]) * matrices.stiffness[n]);
      }
    for (const auto basis :
         {tessera::CellBasis::nodal, tessera::CellBasis::eigen})
      for (int c = 0; c < (basis == tessera::CellBasis::nodal ? 3 : 4); ++c)
        for (int m = 0; m < 3; ++m)
          for (int upper = 0; upper < 2; ++upper)
            {
              const int b = basis == tessera::CellBasis::eigen;
              tables.own[b][3 * c + m][upper] = static_cast<float>(
                patch_mode_in_function(basis, upper, c, 2 * m + upper));
              tables.other[b][3 * c + m][upper] = static_cast<float>(
                patch_mode_in_function(basis, upper, c, 2 * m + 1 - upper));
            }
    return tables;
  }



  /** Of patch_variant_transforms.cuh, all of them but moving values. */
  inline InstructionCounts count_instructions(const PatchVariant variant)
  {
    // A contraction of a cell, lines of nodes (3 x 9) and of eigenfunctions
    // (16 + 12 + 9) that the patch transforms take, scaling and update of u.
    constexpr int contraction = 256, node_lines = 27, mode_lines = 37;
    constexpr int nodes = 27 + 36, functions = 27 + 64;
    switch (variant)
      {
        case PatchVariant::traffic:
          return {64, 0};
        case PatchVariant::plain:
          return {7 * contraction + 3 * 64 + 2 * node_lines * (18 + 3) + nodes,
                  2 * node_lines * 3};
        case PatchVariant::chains:
          return {7 * contraction + 2 * node_lines * 18 + nodes,
                  2 * node_lines * 3};
        case PatchVariant::cell_modes:
          return {6 * contraction + 64 + 2 * node_lines * 18 + nodes,
                  2 * node_lines * 3};
        case PatchVariant::merged:
          return {3 * contraction + 64 + mode_lines * 24 + node_lines * 18 +
                    nodes,
                  (mode_lines + node_lines) * 3};
        case PatchVariant::symmetry:
          return {48 * 12 + 64 + mode_lines * 16 + node_lines * 12 + nodes,
                  mode_lines * 4 + node_lines * 3};
        case PatchVariant::eigen_storage:
          return {64 + 2 * mode_lines * 24 + functions, 2 * mode_lines * 3};
        default:
          return {64 + 2 * mode_lines * 16 + functions, 2 * mode_lines * 4};
      }
  }



  /** All variants. */
  inline std::vector<VariantFacts> variant_facts()
  {
    using V          = PatchVariant;
    const auto nodal = tessera::CellBasis::nodal;
    const auto eigen = tessera::CellBasis::eigen;
    return {{V::traffic, "traffic", nodal, nodal},
            {V::plain, "plain", nodal, nodal},
            {V::chains, "accumulator chains", nodal, nodal},
            {V::cell_modes, "eigenbasis residual", nodal, nodal},
            {V::merged, "merged transforms", nodal, eigen},
            {V::symmetry, "reflection symmetry", nodal, eigen},
            {V::eigen_storage, "eigen, no symmetry", eigen, eigen},
            {V::library, "eigen and symmetry", eigen, eigen}};
  }
} // namespace benchmark

#endif
