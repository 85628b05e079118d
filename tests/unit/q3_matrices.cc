// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/q3_matrices.h>

#include <gtest/gtest.h>

#include <cmath>

#include "reference/patch_multigrid.h"

namespace tessera
{
  namespace
  {
    const Q3Matrices &matrices = q3_matrices();



    double power(const double x, const int p)
    {
      return p == 0 ? 1. : std::pow(x, p);
    }



    TEST(Q3Matrices, IntegrateProductsOfPowers)
    {
      // int x^p x^q = 1/(p+q+1), int (x^p)' (x^q)' = p q/(p+q-1)
      for (int p = 0; p < 4; ++p)
        for (int q = 0; q < 4; ++q)
          {
            double mass = 0., stiffness = 0.;
            for (int i = 0; i < 4; ++i)
              for (int j = 0; j < 4; ++j)
                {
                  const double product =
                    power(matrices.nodes[i], p) * power(matrices.nodes[j], q);
                  mass += matrices.mass[4 * i + j] * product;
                  stiffness += matrices.stiffness[4 * i + j] * product;
                }
            EXPECT_NEAR(mass, 1. / (p + q + 1), 1e-14);
            EXPECT_NEAR(stiffness,
                        p * q == 0 ? 0. : 1. * p * q / (p + q - 1),
                        1e-13);
          }
    }



    TEST(Q3Matrices, EigenvaluesAreThoseOfTheReference)
    {
      for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(matrices.cell_eigenvalues[i],
                    reference::cell_eigenvalues[i],
                    1e-12 * 170.);
      for (int i = 0; i < 5; ++i)
        EXPECT_NEAR(matrices.patch_eigenvalues[i],
                    reference::patch_eigenvalues[i],
                    1e-12 * 110.);
    }



    TEST(Q3Matrices, CellEigenvectorsDiagonaliseBothMatrices)
    {
      const auto &S = matrices.cell_eigenvectors;
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b)
          {
            double mass = 0., stiffness = 0., identity = 0.;
            for (int i = 0; i < 4; ++i)
              {
                identity +=
                  matrices.cell_eigenvectors_inverse[4 * a + i] * S[4 * i + b];
                for (int j = 0; j < 4; ++j)
                  {
                    const double product = S[4 * i + a] * S[4 * j + b];
                    mass += matrices.mass[4 * i + j] * product;
                    stiffness += matrices.stiffness[4 * i + j] * product;
                  }
              }
            EXPECT_NEAR(identity, a == b, 1e-13);
            EXPECT_NEAR(mass, a == b, 1e-13);
            EXPECT_NEAR(stiffness,
                        a == b ? reference::cell_eigenvalues[a] : 0.,
                        1e-11);
          }
    }



    TEST(Q3Matrices, ChildrenInterpolateExactly)
    {
      for (int child = 0; child < 2; ++child)
        for (int i = 0; i < 4; ++i)
          for (int p = 0; p < 4; ++p)
            {
              double value = 0.;
              for (int j = 0; j < 4; ++j)
                value += matrices.child_values[child][4 * i + j] *
                         power(matrices.nodes[j], p);
              EXPECT_NEAR(value,
                          power((child + matrices.nodes[i]) / 2., p),
                          1e-15);
            }
      // Ends that parent and child share, and the point between the children.
      for (int j = 0; j < 4; ++j)
        {
          EXPECT_EQ(matrices.child_values[0][j], j == 0);
          EXPECT_EQ(matrices.child_values[1][12 + j], j == 3);
          EXPECT_EQ(matrices.child_values[0][12 + j],
                    matrices.child_values[1][j]);
        }
    }
  } // namespace
} // namespace tessera
