// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/patch_transform.h"

#include <tessera/cellwise/q3_matrices.h>

#include <array>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** Entry 5 c + m: the values of patch mode m on the lower cell. */
      std::array<double, 20> lower_cell_modes(const CellBasis basis)
      {
        const Q3Matrices &matrices = q3_matrices();
        std::array<double, 20> nodal{};
        // The lower end of the patch, where every mode is zero, is node 0.
        for (int i = 1; i < 4; ++i)
          for (int m = 0; m < 5; ++m)
            nodal[5 * i + m] = matrices.patch_eigenvectors[5 * (i - 1) + m];
        // Odd modes vanish between the cells, but LAPACK's only to rounding;
        // equal copies need zeros.
        nodal[5 * 3 + 1] = 0.;
        nodal[5 * 3 + 3] = 0.;
        if (basis == CellBasis::nodal)
          return nodal;
        std::array<double, 20> eigen{};
        for (int c = 0; c < 4; ++c)
          for (int i = 0; i < 4; ++i)
            for (int m = 0; m < 5; ++m)
              eigen[5 * c + m] +=
                matrices.cell_eigenvectors_inverse[4 * c + i] *
                nodal[5 * i + m];
        return eigen;
      }



      /** Number of mode @p m of a lane of the whole patch; 5: there is none. */
      int patch_mode(const bool upper, const int m)
      {
        return 2 * m + (upper ? 1 : 0);
      }



      /**
       * Entry 3 c + m for a lower or an upper lane. The sum or difference that
       * an upper lane computes with has the opposite sign of what its modes
       * need, except for odd functions of the eigenbasis.
       */
      std::array<double, 12> lane_modes(const CellBasis basis, const bool upper)
      {
        const std::array<double, 20> modes = lower_cell_modes(basis);
        std::array<double, 12> result{};
        for (int c = 0; c < 4; ++c)
          for (int m = 0; m < 3; ++m)
            {
              const int mode = patch_mode(upper, m);
              if (mode == 5)
                continue;
              const int mirrored =
                upper && basis == CellBasis::nodal ? 3 - c : c;
              const bool changes_sign =
                upper && !(basis == CellBasis::eigen && c % 2 == 1);
              result[3 * c + m] =
                (changes_sign ? -1. : 1.) * modes[5 * mirrored + mode];
            }
        return result;
      }



      template <typename Number>
      void set_axes(PatchTransform<Number> &transform)
      {
        for (int lane = 0; lane < 8; ++lane)
          for (int axis = 0; axis < 3; ++axis)
            {
              const bool upper           = (lane >> axis & 1) != 0;
              transform.sign[axis][lane] = upper ? -1 : 1;
              const auto modes           = lane_modes(transform.basis, upper);
              for (int n = 0; n < 12; ++n)
                transform.patch_modes[axis][n][lane] = Number(modes[n]);
            }
      }
    } // namespace



    template <typename Number>
    PatchTransform<Number> patch_transform(const CellwiseMesh &mesh,
                                           const CellBasis basis)
    {
      const Q3Matrices &matrices = q3_matrices();
      const auto &h              = mesh.cell_sides();
      const double volume        = h[0] * h[1] * h[2];
      std::array<double, 3> factor;
      for (int axis = 0; axis < 3; ++axis)
        factor[axis] = mesh.diffusion()[axis] * volume / (h[axis] * h[axis]);

      PatchTransform<Number> transform{};
      transform.basis       = basis;
      const double reaction = mesh.reaction() * volume;
      transform.reaction    = Number(reaction);
      for (int n = 0; n < 16; ++n)
        transform.cell_modes[n] = Number(matrices.cell_eigenvectors_inverse[n]);
      const auto &mu = matrices.cell_eigenvalues;
      for (int n = 0; n < 64; ++n)
        {
          const double stiffness = factor[0] * mu[n % 4] +
                                   factor[1] * mu[n / 4 % 4] +
                                   factor[2] * mu[n / 16];
          transform.cell_stiffness[n] = Number(stiffness);
          transform.cell_diagonal[n]  = Number(stiffness + reaction);
        }
      set_axes(transform);
      for (int lane = 0; lane < 8; ++lane)
        for (int m = 0; m < 27; ++m)
          {
            const int modes[3] = {m % 3, m / 3 % 3, m / 9};
            double stiffness   = 0.;
            for (int axis = 0; axis < 3; ++axis)
              {
                // What is not used gets some number that is not zero.
                const int mode =
                  patch_mode((lane >> axis & 1) != 0, modes[axis]);
                stiffness += factor[axis] *
                             matrices.patch_eigenvalues[mode == 5 ? 4 : mode];
              }
            transform.patch_stiffness[m][lane] = Number(stiffness);
            transform.patch_inverse[m][lane] =
              Number(1. / (stiffness + reaction));
          }
      return transform;
    }

    template PatchTransform<float> patch_transform(const CellwiseMesh &,
                                                   const CellBasis);
    template PatchTransform<double> patch_transform(const CellwiseMesh &,
                                                    const CellBasis);
  } // namespace internal
} // namespace tessera
