// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/q3_matrices.h>

#include "cellwise/eigenproblem.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace tessera
{
  namespace
  {
    constexpr std::size_t n_nodes = 4;



    struct Quadrature
    {
      std::array<double, 4> points;
      std::array<double, 4> weights;
    };



    /** Gauss's rule with four points, exact for polynomials of degree 7. */
    Quadrature gauss_quadrature()
    {
      const double root  = 2. / 7. * std::sqrt(6. / 5.);
      const double inner = std::sqrt(3. / 7. - root);
      const double outer = std::sqrt(3. / 7. + root);
      const double heavy = (18. + std::sqrt(30.)) / 72.;
      const double light = (18. - std::sqrt(30.)) / 72.;
      return {{{(1. - outer) / 2.,
                (1. - inner) / 2.,
                (1. + inner) / 2.,
                (1. + outer) / 2.}},
              {{light, heavy, heavy, light}}};
    }



    /**
     * The basis function of node @p i at @p x. At a node the result is exactly
     * zero or one, which keeps prolongated copies equal bit by bit.
     */
    double basis_value(const std::array<double, 4> &nodes,
                       const std::size_t i,
                       const double x)
    {
      double value = 1.;
      for (std::size_t j = 0; j < n_nodes; ++j)
        if (j != i)
          value *= (x - nodes[j]) / (nodes[i] - nodes[j]);
      return value;
    }



    double basis_derivative(const std::array<double, 4> &nodes,
                            const std::size_t i,
                            const double x)
    {
      double derivative = 0.;
      for (std::size_t k = 0; k < n_nodes; ++k)
        if (k != i)
          {
            double term = 1. / (nodes[i] - nodes[k]);
            for (std::size_t j = 0; j < n_nodes; ++j)
              if (j != i && j != k)
                term *= (x - nodes[j]) / (nodes[i] - nodes[j]);
            derivative += term;
          }
      return derivative;
    }



    /** See internal::solve_eigenproblem(). */
    template <std::size_t n>
    void solve_eigenproblem(const std::array<double, n * n> &stiffness,
                            const std::array<double, n * n> &mass,
                            std::array<double, n> &values,
                            std::array<double, n * n> &vectors)
    {
      const internal::Eigenpairs pairs = internal::solve_eigenproblem(
        static_cast<int>(n),
        std::vector<double>(stiffness.begin(), stiffness.end()),
        std::vector<double>(mass.begin(), mass.end()));
      std::copy(pairs.values.begin(), pairs.values.end(), values.begin());
      std::copy(pairs.vectors.begin(), pairs.vectors.end(), vectors.begin());
    }



    /** The matrix of two neighbouring cells without the outer end nodes. */
    std::array<double, 25>
    patch_matrix(const std::array<double, 16> &cell_matrix)
    {
      std::array<double, 25> matrix{};
      for (int cell = 0; cell < 2; ++cell)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            {
              const int row    = 3 * cell + i - 1;
              const int column = 3 * cell + j - 1;
              if (row >= 0 && row < 5 && column >= 0 && column < 5)
                matrix[row * 5 + column] += cell_matrix[i * 4 + j];
            }
      return matrix;
    }



    void compute_mass_and_stiffness(Q3Matrices &result)
    {
      const Quadrature quadrature = gauss_quadrature();
      result.mass.fill(0.);
      result.stiffness.fill(0.);
      for (std::size_t q = 0; q < n_nodes; ++q)
        for (std::size_t i = 0; i < n_nodes; ++i)
          for (std::size_t j = 0; j < n_nodes; ++j)
            {
              const double x = quadrature.points[q];
              const double w = quadrature.weights[q];
              result.mass[i * n_nodes + j] += w *
                                              basis_value(result.nodes, i, x) *
                                              basis_value(result.nodes, j, x);
              result.stiffness[i * n_nodes + j] +=
                w * basis_derivative(result.nodes, i, x) *
                basis_derivative(result.nodes, j, x);
            }
    }



    Q3Matrices compute_q3_matrices()
    {
      Q3Matrices result;
      result.nodes = {{0.,
                       (1. - 1. / std::sqrt(5.)) / 2.,
                       (1. + 1. / std::sqrt(5.)) / 2.,
                       1.}};
      compute_mass_and_stiffness(result);
      solve_eigenproblem<4>(result.stiffness,
                            result.mass,
                            result.cell_eigenvalues,
                            result.cell_eigenvectors);
      result.cell_eigenvectors_inverse.fill(0.);
      for (std::size_t i = 0; i < n_nodes; ++i)
        for (std::size_t j = 0; j < n_nodes; ++j)
          for (std::size_t k = 0; k < n_nodes; ++k)
            result.cell_eigenvectors_inverse[i * n_nodes + j] +=
              result.cell_eigenvectors[k * n_nodes + i] *
              result.mass[k * n_nodes + j];
      solve_eigenproblem<5>(patch_matrix(result.stiffness),
                            patch_matrix(result.mass),
                            result.patch_eigenvalues,
                            result.patch_eigenvectors);
      for (std::size_t child = 0; child < 2; ++child)
        for (std::size_t i = 0; i < n_nodes; ++i)
          for (std::size_t j = 0; j < n_nodes; ++j)
            result.child_values[child][i * n_nodes + j] =
              basis_value(result.nodes,
                          j,
                          (static_cast<double>(child) + result.nodes[i]) / 2.);
      return result;
    }
  } // namespace



  const Q3Matrices &q3_matrices()
  {
    static const Q3Matrices matrices = compute_q3_matrices();
    return matrices;
  }
} // namespace tessera
