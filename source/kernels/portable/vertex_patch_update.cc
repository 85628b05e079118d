// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/vertex_patch_update.h"

#include "kernels/portable/contractions.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // Rows of five patch nodes are padded to a multiple of the vector width.
      constexpr int row_width = 8;

      /** PatchTransform with padded rows, and both orientations of V. */
      struct PaddedTransform
      {
        explicit PaddedTransform(const PatchTransform &transform)
          : cell(transform.cell)
        {
          for (int i = 0; i < 5; ++i)
            for (int j = 0; j < 5; ++j)
              {
                modes[i * 5 + j]            = transform.modes[i * 5 + j];
                modes_transposed[i * 5 + j] = transform.modes[j * 5 + i];
                padded[i * row_width + j]   = transform.modes[i * 5 + j];
                padded_transposed[i * row_width + j] =
                  transform.modes[j * 5 + i];
              }
          for (int row = 0; row < 25; ++row)
            for (int i = 0; i < 5; ++i)
              inverse_diagonal[row * row_width + i] =
                transform.inverse_diagonal[row * 5 + i];
        }

        CellTransform cell;
        double modes[25];
        double modes_transposed[25];
        double padded[5 * row_width]            = {};
        double padded_transposed[5 * row_width] = {};
        double inverse_diagonal[25 * row_width] = {};
      };



      /**
       * Adds rhs - A u of the cell with position @p c in the patch to the
       * interior nodes of the patch.
       */
      void add_cell_residual(const CellTransform &t,
                             const int c,
                             const double *rhs,
                             const double *u,
                             double *patch)
      {
        const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
        double modes[64], along_z[48], along_zy[36], along_zyx[36];
        transform_cell(t.backward, t.forward, t.forward, u, modes);
        for (int i = 0; i < 64; ++i)
          modes[i] *= t.diagonal[i];
        // Only three of the four nodes of an axis are inside of the patch.
        const int first_x = 1 - x, first_y = 1 - y, first_z = 1 - z;
        contract_outer<1, 4, 3, 16>(t.backward + 4 * first_z, modes, along_z);
        contract_outer<3, 4, 3, 4>(t.backward + 4 * first_y, along_z, along_zy);
        contract_inner<9, 4, 4, 4>(t.forward, along_zy, along_zyx);
        for (int k = 0; k < 3; ++k)
          for (int j = 0; j < 3; ++j)
            {
              const int node = first_x + 4 * (first_y + j) + 16 * (first_z + k);
              const double *product = along_zyx + 4 * (3 * k + j) + first_x;
              double *row =
                patch + row_width * (5 * (2 * z + k) + 2 * y + j) + 2 * x;
              for (int i = 0; i < 3; ++i)
                row[i] += rhs[node + i] - product[i];
            }
      }



      /** patch = V D^{-1} V^T patch in three dimensions. */
      void solve_patch(const PaddedTransform &t, double *patch)
      {
        constexpr int size = 25 * row_width;
        double other[size];
        contract_inner<25, 5, row_width, row_width>(t.padded, patch, other);
        contract_outer<5, 5, 5, row_width>(t.modes_transposed, other, patch);
        contract_outer<1, 5, 5, 5 * row_width>(t.modes_transposed,
                                               patch,
                                               other);
        for (int i = 0; i < size; ++i)
          other[i] *= t.inverse_diagonal[i];
        contract_inner<25, 5, row_width, row_width>(t.padded_transposed,
                                                    other,
                                                    patch);
        contract_outer<5, 5, 5, row_width>(t.modes, patch, other);
        contract_outer<1, 5, 5, 5 * row_width>(t.modes, other, patch);
      }



      /** Adds the values of the patch to the copies of one of its cells. */
      void add_correction(const double *patch, const int c, double *u)
      {
        const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
        for (int k = 0; k < 3; ++k)
          for (int j = 0; j < 3; ++j)
            {
              const double *row =
                patch + row_width * (5 * (2 * z + k) + 2 * y + j) + 2 * x;
              const int node = 1 - x + 4 * (1 - y + j) + 16 * (1 - z + k);
              for (int i = 0; i < 3; ++i)
                u[node + i] += row[i];
            }
      }
    } // namespace



    void vertex_patch_update(const PortableQueue &queue,
                             const PatchTransform &transform,
                             ArrayView<const std::int32_t> patches,
                             ArrayView<const double> rhs,
                             ArrayView<double> u)
    {
      const PaddedTransform t(transform);
      for_each(queue, patches.size / 8, [=](const std::int64_t index) {
        const std::int32_t *cells    = patches.data + 8 * index;
        double patch[25 * row_width] = {};
        for (int c = 0; c < 8; ++c)
          {
            const std::int64_t first = 64 * static_cast<std::int64_t>(cells[c]);
            add_cell_residual(
              t.cell, c, rhs.data + first, u.data + first, patch);
          }
        solve_patch(t, patch);
        for (int c = 0; c < 8; ++c)
          add_correction(patch,
                         c,
                         u.data + 64 * static_cast<std::int64_t>(cells[c]));
      });
    }
  } // namespace internal
} // namespace tessera
