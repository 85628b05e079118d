// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cell_basis_h
#define tessera_cellwise_cell_basis_h

namespace tessera
{
  /**
   * What the 64 values that a vector has on a cell are coefficients of.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 6.2.
   */
  enum class CellBasis
  {
    /** Lagrange functions of the Gauss-Lobatto nodes. */
    nodal,

    /**
     * Products of the functions that diagonalise the one-dimensional cell
     * matrices, see Q3Matrices::cell_eigenvectors: with the matrix S of these,
     * a primal vector u becomes (S x S x S)^{-1} u and a dual vector b becomes
     * (S x S x S)^T b. Every operator of a cell is then diagonal. Copies of a
     * shared degree of freedom can no longer be seen in a vector.
     */
    eigen
  };
} // namespace tessera

#endif
