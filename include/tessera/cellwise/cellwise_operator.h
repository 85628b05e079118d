// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_operator_h
#define tessera_cellwise_cellwise_operator_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <array>
#include <cstddef>
#include <memory>

namespace tessera
{
  /**
   * The Laplace or the mass operator of cubic elements on a CellwiseMesh. It
   * takes a primal vector u to the unassembled parts of A u, a dual vector,
   * cell by cell and without any exchange:
   *
   *   Laplace: (hy hz / hx) M x M x K + (hx hz / hy) M x K x M
   *            + (hx hy / hz) K x M x M
   *   mass:    hx hy hz M x M x M
   *
   * with the matrices M and K of Q3Matrices, the Kronecker product x whose last
   * factor acts along the x axis, and the sides hx, hy, hz of the cells. It is
   * applied in the basis that diagonalises both: six 4x4 contractions and one
   * pointwise product a cell, 3136 flops and 1024 bytes (1536 where the result
   * is added). No matrix is stored.
   *
   * Rows of boundary degrees of freedom are not treated: their entries of the
   * result are meaningless to a solver that leaves those values alone, as all
   * of Tessera's do.
   *
   * All functions throw InvalidInput if a vector has the wrong size or device.
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", sections 2 and 6.2.
   */
  class CellwiseOperator
  {
  public:
    /** u, v -> int grad u . grad v */
    static CellwiseOperator
    laplace(const std::shared_ptr<const CellwiseMesh> &mesh);

    /** u, v -> int u v */
    static CellwiseOperator
    mass(const std::shared_ptr<const CellwiseMesh> &mesh);

    /** dst = A src; may be called in place, as all of these. */
    void vmult(CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const;

    /** dst += A src. */
    void vmult_add(CellwiseVector<double> &dst,
                   const CellwiseVector<double> &src) const;

    /** The same as vmult(): the operator is symmetric. */
    void Tvmult(CellwiseVector<double> &dst,
                const CellwiseVector<double> &src) const;

    /** The same as vmult_add(). */
    void Tvmult_add(CellwiseVector<double> &dst,
                    const CellwiseVector<double> &src) const;

    /** dst = rhs - A src; returns nothing, unlike deal.II's. */
    void residual(CellwiseVector<double> &dst,
                  const CellwiseVector<double> &src,
                  const CellwiseVector<double> &rhs) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

    /** Number of entries of a vector. */
    std::size_t m() const;

    /** The same as m(). */
    std::size_t n() const;

  private:
    CellwiseOperator(const std::shared_ptr<const CellwiseMesh> &mesh,
                     const std::array<double, 64> &diagonal);

    /** dst = s base + a A src */
    void apply(const double s,
               const CellwiseVector<double> &base,
               const double a,
               const CellwiseVector<double> &src,
               CellwiseVector<double> &dst) const;

    std::shared_ptr<const CellwiseMesh> level_mesh;

    // The operator in the eigenbasis of the cell, x fastest.
    std::array<double, 64> diagonal;
  };
} // namespace tessera

#endif
