// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_vertex_patch_relaxation_h
#define tessera_dealii_vertex_patch_relaxation_h

#include <tessera/cellwise/vertex_patch_smoother.h>
#include <tessera/dealii/cellwise_dof_map.h>

#include <deal.II/lac/la_parallel_vector.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace tessera
{
  /**
   * The vertex-patch smoother on one level for the vectors of deal.II's
   * MatrixFree, `LinearAlgebra::distributed::Vector<Number>` with `Number`
   * float or double. It has the interface of a relaxation method, so that
   *
   *   mg::SmootherRelaxation<VertexPatchRelaxation<float>, VectorType>
   *
   * is a smoother. MGVertexPatchSmootherMatrixFree is one that needs less to be
   * set up.
   *
   * Each call copies the vectors to cell-wise ones, sweeps there and copies the
   * solution back, see CellwiseDoFMap. An entry of the right-hand side goes to
   * one of its copies, so that nothing is rounded.
   *
   * Rows of degrees of freedom with Dirichlet values are taken as rows of the
   * identity, as deal.II's MatrixFreeOperators have them: the others do not see
   * them, and a sweep solves them exactly, u_i = rhs_i. This is zero in a
   * multigrid cycle.
   *
   * All functions throw InvalidInput if the object is not initialised or a
   * vector has the wrong size. The object has workspaces of its own, so that
   * one thread at a time may use it.
   */
  template <typename Number>
  class VertexPatchRelaxation
  {
  public:
    using VectorType = dealii::LinearAlgebra::distributed::Vector<Number>;

    struct AdditionalData
    {
      /** The level, from make_cellwise_dof_maps(). */
      std::shared_ptr<const CellwiseDoFMap> dof_map;

      /** Sweeps a step; the vectors are copied once for all of them. */
      unsigned int n_sweeps = 1;
    };

    VertexPatchRelaxation() = default;

    /**
     * The equation is that of the level in @p additional_data; of @p matrix,
     * only the number of rows is looked at.
     *
     * @throws InvalidInput if there is no level in @p additional_data, if the
     * number of sweeps is zero, or if the matrix has another number of rows.
     */
    template <typename MatrixType>
    void initialize(const MatrixType &matrix,
                    const AdditionalData &additional_data);

    /** Without a matrix to compare with. */
    void initialize(const AdditionalData &additional_data);

    /** Frees all memory. */
    void clear();

    /** Sweeps over the colours 0 to 7, starting from @p u. */
    void step(VectorType &u, const VectorType &rhs) const;

    /** Sweeps over the colours 7 to 0: the adjoint of step(). */
    void Tstep(VectorType &u, const VectorType &rhs) const;

    /** dst = step() from zero. */
    void vmult(VectorType &dst, const VectorType &src) const;

    /** dst = Tstep() from zero. */
    void Tvmult(VectorType &dst, const VectorType &src) const;

    /** Number of rows. */
    std::size_t m() const;

    /** The same as m(). */
    std::size_t n() const;

    /** Bytes of two cell-wise vectors and of the smoother, without the level.
     */
    std::size_t memory_consumption() const;

  private:
    enum class Direction
    {
      forward,
      reversed
    };

    void require_rows(const std::size_t n_rows) const;

    void require_vectors(const VectorType &u, const VectorType &rhs) const;

    /** Sweeps on the cell-wise u, which is set, and copies it to @p u. */
    void sweep(const Direction direction,
               VectorType &u,
               const VectorType &rhs) const;

    void step_from_u(const Direction direction,
                     VectorType &u,
                     const VectorType &rhs) const;

    void step_from_zero(const Direction direction,
                        VectorType &dst,
                        const VectorType &src) const;

    AdditionalData data;
    std::unique_ptr<const VertexPatchSmoother<Number>> smoother;
    mutable CellwiseVector<Number> cellwise_u;
    mutable CellwiseVector<Number> cellwise_rhs;
  };



  template <typename Number>
  template <typename MatrixType>
  void VertexPatchRelaxation<Number>::initialize(
    const MatrixType &matrix,
    const AdditionalData &additional_data)
  {
    VertexPatchRelaxation<Number> relaxation;
    relaxation.initialize(additional_data);
    relaxation.require_rows(matrix.m());
    *this = std::move(relaxation);
  }
} // namespace tessera

#endif
