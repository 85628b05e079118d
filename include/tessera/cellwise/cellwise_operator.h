// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_operator_h
#define tessera_cellwise_cellwise_operator_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <cstddef>
#include <memory>

namespace tessera
{
  /**
   * The operator of the equation of a CellwiseMesh, or its mass operator, with
   * cubic elements. It takes a primal vector u to the unassembled parts of A u,
   * a dual vector, cell by cell and without any exchange:
   *
   *   Laplace: k (Dx hy hz / hx M x M x K + Dy hx hz / hy M x K x M
   *               + Dz hx hy / hz K x M x M) + c hx hy hz M x M x M
   *   mass:    hx hy hz M x M x M
   *
   * with the matrices M and K of Q3Matrices, the Kronecker product x whose last
   * factor acts along the x axis, the sides hx, hy, hz of the cells, and the
   * coefficients k, D and c of the mesh. Vectors are in the given basis. In
   * the eigenbasis the operator is diagonal; in the nodal one it takes six 4x4
   * contractions more, 3136 flops a cell. It moves two numbers a value, three
   * where the result is added. No matrix is stored.
   *
   * Rows of boundary degrees of freedom are not treated: their entries of the
   * result are meaningless to a solver that leaves those values alone, as all
   * of Tessera's do.
   *
   * All functions throw InvalidInput if a vector has the wrong size or device.
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", sections 2 and 6.2.
   */
  template <typename Number>
  class CellwiseOperator
  {
  public:
    /** An operator on nothing, for containers; to be assigned another one. */
    CellwiseOperator() = default;

    /** u, v -> int k D grad u . grad v + c u v */
    static CellwiseOperator
    laplace(const std::shared_ptr<const CellwiseMesh> &mesh,
            const CellBasis basis = CellBasis::nodal);

    /** u, v -> int u v */
    static CellwiseOperator
    mass(const std::shared_ptr<const CellwiseMesh> &mesh,
         const CellBasis basis = CellBasis::nodal);

    /** dst = A src; may be called in place, as all of these. */
    void vmult(CellwiseVector<Number> &dst,
               const CellwiseVector<Number> &src) const;

    /** dst += A src. */
    void vmult_add(CellwiseVector<Number> &dst,
                   const CellwiseVector<Number> &src) const;

    /** The same as vmult(): the operator is symmetric. */
    void Tvmult(CellwiseVector<Number> &dst,
                const CellwiseVector<Number> &src) const;

    /** The same as vmult_add(). */
    void Tvmult_add(CellwiseVector<Number> &dst,
                    const CellwiseVector<Number> &src) const;

    /** dst = rhs - A src; returns nothing, unlike deal.II's. */
    void residual(CellwiseVector<Number> &dst,
                  const CellwiseVector<Number> &src,
                  const CellwiseVector<Number> &rhs) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

    /** The basis of the vectors. */
    CellBasis basis() const;

    /** Number of entries of a vector. */
    std::size_t m() const;

    /** The same as m(). */
    std::size_t n() const;

  private:
    CellwiseOperator(const std::shared_ptr<const CellwiseMesh> &mesh,
                     const CellBasis basis,
                     const bool is_mass);

    /** dst = s base + a A src */
    void apply(const Number s,
               const CellwiseVector<Number> &base,
               const Number a,
               const CellwiseVector<Number> &src,
               CellwiseVector<Number> &dst) const;

    std::shared_ptr<const CellwiseMesh> level_mesh;
    CellBasis level_basis = CellBasis::nodal;
    bool is_mass          = false;
  };
} // namespace tessera

#endif
