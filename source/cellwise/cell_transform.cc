// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cellwise/cell_transform.h"

#include <tessera/cellwise/q3_matrices.h>

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    std::array<double, 64> laplace_diagonal(const std::array<double, 3> &h)
    {
      const std::array<double, 4> &mu = q3_matrices().cell_eigenvalues;
      const double volume             = h[0] * h[1] * h[2];
      std::array<double, 64> diagonal;
      for (int i = 0; i < 64; ++i)
        diagonal[i] =
          volume * (mu[i & 3] / (h[0] * h[0]) + mu[i >> 2 & 3] / (h[1] * h[1]) +
                    mu[i >> 4] / (h[2] * h[2]));
      return diagonal;
    }



    CellTransform cell_transform(const std::array<double, 64> &diagonal)
    {
      const std::array<double, 16> &inverse =
        q3_matrices().cell_eigenvectors_inverse;
      CellTransform transform;
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j)
          {
            transform.forward[4 * i + j]  = inverse[4 * i + j];
            transform.backward[4 * i + j] = inverse[4 * j + i];
          }
      std::copy(diagonal.begin(), diagonal.end(), transform.diagonal);
      return transform;
    }
  } // namespace internal
} // namespace tessera
