// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/cell_transform.h"

#include <tessera/cellwise/q3_matrices.h>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Matrix = std::array<double, 16>;

      Matrix product(const Matrix &a, const Matrix &b)
      {
        Matrix result{};
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 4; ++j)
            for (std::size_t k = 0; k < 4; ++k)
              result[4 * i + j] += a[4 * i + k] * b[4 * k + j];
        return result;
      }
    } // namespace



    CellDiagonal<double> laplace_diagonal(const CellwiseMesh &mesh)
    {
      const std::array<double, 4> &mu = q3_matrices().cell_eigenvalues;
      const std::array<double, 3> &h  = mesh.cell_sides();
      const std::array<double, 3> &D  = mesh.diffusion();
      const double volume             = h[0] * h[1] * h[2];
      CellDiagonal<double> diagonal;
      for (int i = 0; i < 64; ++i)
        diagonal.scaled[i] = volume * (D[0] * mu[i & 3] / (h[0] * h[0]) +
                                       D[1] * mu[i >> 2 & 3] / (h[1] * h[1]) +
                                       D[2] * mu[i >> 4] / (h[2] * h[2]));
      diagonal.constant = mesh.reaction() * volume;
      return diagonal;
    }



    CellDiagonal<double> mass_diagonal(const CellwiseMesh &mesh)
    {
      const std::array<double, 3> &h = mesh.cell_sides();
      CellDiagonal<double> diagonal{};
      diagonal.constant = h[0] * h[1] * h[2];
      return diagonal;
    }



    template <typename Number>
    CellDiagonal<Number> round_diagonal(const CellDiagonal<double> &diagonal)
    {
      CellDiagonal<Number> result;
      for (int i = 0; i < 64; ++i)
        result.scaled[i] = static_cast<Number>(diagonal.scaled[i]);
      result.constant = static_cast<Number>(diagonal.constant);
      return result;
    }



    template <typename Number>
    CellTransform<Number> cell_transform(const CellDiagonal<double> &diagonal)
    {
      const Matrix &inverse = q3_matrices().cell_eigenvectors_inverse;
      CellTransform<Number> transform;
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          {
            transform.forward[4 * i + j] =
              static_cast<Number>(inverse[4 * i + j]);
            transform.backward[4 * i + j] =
              static_cast<Number>(inverse[4 * j + i]);
          }
      transform.diagonal = round_diagonal<Number>(diagonal);
      return transform;
    }



    template <typename Number>
    ChildTransform<Number> child_transform(const CellBasis basis)
    {
      const Q3Matrices &matrices = q3_matrices();
      ChildTransform<Number> transform;
      for (int child = 0; child < 2; ++child)
        {
          Matrix values =
            matrices.child_values[static_cast<std::size_t>(child)];
          if (basis == CellBasis::eigen)
            values = product(matrices.cell_eigenvectors_inverse,
                             product(values, matrices.cell_eigenvectors));
          for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
              {
                const auto value = static_cast<Number>(values[4 * i + j]);
                transform.values[child][4 * i + j]     = value;
                transform.transposed[child][4 * j + i] = value;
              }
        }
      return transform;
    }



    template CellDiagonal<float>
    round_diagonal<float>(const CellDiagonal<double> &);
    template CellDiagonal<double>
    round_diagonal<double>(const CellDiagonal<double> &);
    template CellTransform<float>
    cell_transform<float>(const CellDiagonal<double> &);
    template CellTransform<double>
    cell_transform<double>(const CellDiagonal<double> &);
    template ChildTransform<float> child_transform<float>(const CellBasis);
    template ChildTransform<double> child_transform<double>(const CellBasis);
  } // namespace internal
} // namespace tessera
