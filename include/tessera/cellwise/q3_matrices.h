// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_q3_matrices_h
#define tessera_cellwise_q3_matrices_h

#include <array>

namespace tessera
{
  /**
   * The one-dimensional matrices of cubic elements on [0,1] from which the
   * cell matrices, the patch solves and the transfers are Kronecker products.
   * Matrices are stored row by row. Row and column i belong to the nodal basis
   * function of the i-th Gauss-Lobatto node.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", sections 3.1 and 6.2.
   */
  struct Q3Matrices
  {
    /** Gauss-Lobatto nodes, ascending. */
    std::array<double, 4> nodes;

    /** M_ij = int phi_i phi_j. */
    std::array<double, 16> mass;

    /** K_ij = int phi_i' phi_j'. */
    std::array<double, 16> stiffness;

    /** mu in K s = mu M s, ascending. */
    std::array<double, 4> cell_eigenvalues;

    /** S, whose columns are the vectors s; S^T M S = I. */
    std::array<double, 16> cell_eigenvectors;

    /** S^{-1} = S^T M. */
    std::array<double, 16> cell_eigenvectors_inverse;

    /**
     * lambda in K5 v = lambda M5 v, ascending: the matrices of two neighbouring
     * cells of side 1 with the values at both outer ends fixed, which leaves
     * five nodes.
     */
    std::array<double, 5> patch_eigenvalues;

    /** V, whose columns are the vectors v; V^T M5 V = I. */
    std::array<double, 25> patch_eigenvectors;

    /**
     * Left child, then right child: row i has the values of the parent's basis
     * functions at the child's node i.
     */
    std::array<std::array<double, 16>, 2> child_values;
  };

  /**
   * The matrices, computed once a program.
   *
   * @throws BackendFailure if LAPACK cannot solve an eigenvalue problem.
   */
  const Q3Matrices &q3_matrices();
} // namespace tessera

#endif
