// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_vertex_patch_smoother_h
#define tessera_cellwise_vertex_patch_smoother_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <cstddef>
#include <memory>

namespace tessera
{
  namespace internal
  {
    template <typename Number>
    class LevelPatchTransform;
  }

  /**
   * Multiplicative vertex-patch Schwarz smoother for the problem of a
   * CellwiseMesh. A sweep visits the patches colour by colour; each visit
   * solves for the 5x5x5 inner nodes of the 2x2x2 cells around a vertex,
   *
   *   u += R^T B^{-1} R (rhs - A u),
   *
   * by fast diagonalisation: B^{-1} = (V x V x V) D^{-1} (V x V x V)^T with
   *
   *   D = hx hy hz (k (Dx lambda_i / hx^2 + Dy lambda_j / hy^2
   *                    + Dz lambda_k / hz^2) + c),
   *
   * see Q3Matrices. R sums the copies of a node and R^T writes to all of them.
   * Values on a Dirichlet boundary are left as they are.
   *
   * B is the patch matrix where the coefficient is constant on the patch, and
   * where cells are missing at a flat free boundary. Where the coefficient
   * varies, k is the mean over the patch but at least 2/3 of the largest one;
   * where cells are missing at a re-entrant free edge, B^{-1} is the inverse
   * for eight cells, used on those that exist. 2 B - R A R^T is positive
   * definite in all cases, so that repeated sweeps converge.
   *
   * In the nodal basis R^T writes the same bits to all copies, so that u stays
   * exactly continuous; in the eigenbasis copies are equal to rounding only.
   *
   * A sweep visits each inner cell eight times and moves 192 numbers a visit,
   * with some 2700 flops in the eigenbasis and 5800 in the nodal one. The
   * result is the same bits on a repeated call. All functions throw
   * InvalidInput if a vector does not fit the mesh.
   *
   * Over several ranks, each computes what happens to its own cells, the
   * patches at the seams several times. Before a colour whose patches have
   * ghost cells that others have changed, these come from their owners, while
   * the patches without ghost cells are worked on. Along a plane between two
   * ranks that takes one message a sweep, and none if the sweep begins with
   * zeros. The ghost cells of rhs come in the same way in the first sweep. The
   * result is that of one rank.
   *
   * On a mesh with one patch and a constant coefficient vmult() is the exact
   * inverse.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 3.
   */
  template <typename Number>
  class VertexPatchSmoother
  {
  public:
    /** There is nothing to choose; as dealii::mg::SmootherRelaxation asks. */
    struct AdditionalData
    {};

    /** To be initialised. */
    VertexPatchSmoother() = default;

    /** All vectors are coefficients of @p basis. */
    explicit VertexPatchSmoother(
      const std::shared_ptr<const CellwiseMesh> &mesh,
      const CellBasis basis = CellBasis::nodal);

    /** Takes mesh and basis from @p matrix, the Laplace operator there. */
    void initialize(const CellwiseOperator<Number> &matrix,
                    const AdditionalData &data = AdditionalData());

    /** Lets go of the mesh. */
    void clear();

    /**
     * One sweep over the colours 0 to 7, starting from @p u.
     *
     * If @p rhs was the right-hand side of another sweep of any smoother with
     * this mesh, and has not been changed since, @p rhs_is_known may be set:
     * its ghost cells are not fetched again.
     */
    void step(CellwiseVector<Number> &u,
              const CellwiseVector<Number> &rhs,
              const bool rhs_is_known = false) const;

    /** One sweep over the colours 7 to 0: the adjoint of step(). */
    void Tstep(CellwiseVector<Number> &u,
               const CellwiseVector<Number> &rhs,
               const bool rhs_is_known = false) const;

    /** dst = one sweep of step() from zero. */
    void vmult(CellwiseVector<Number> &dst,
               const CellwiseVector<Number> &src) const;

    /** dst = one sweep of Tstep() from zero. */
    void Tvmult(CellwiseVector<Number> &dst,
                const CellwiseVector<Number> &src) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

    CellBasis basis() const;

    /** Bytes owned on the host, without the mesh. */
    std::size_t memory_consumption() const;

  private:
    enum class Direction
    {
      forward,
      reversed
    };

    /** What is known before the first colour. */
    struct Start
    {
      /** u is to be taken as zero, whatever it has. */
      bool u_is_zero;
      /** The ghost cells of rhs are known. */
      bool rhs_is_known;
    };

    void sweep(const Direction direction,
               const Start start,
               CellwiseVector<Number> &u,
               const CellwiseVector<Number> &rhs) const;

    void require_vectors(const CellwiseVector<Number> &u,
                         const CellwiseVector<Number> &rhs) const;

    /** sweep() if this process works alone. */
    void sweep_alone(const Direction direction,
                     const bool u_is_zero,
                     CellwiseVector<Number> &u,
                     const CellwiseVector<Number> &rhs) const;

    /**
     * Both colours of a pair in one pass over memory, complete patches only.
     * False if that cannot be done.
     */
    bool march(const int pair,
               const int first_colour,
               const Start start,
               CellwiseVector<Number> &u,
               const CellwiseVector<Number> &rhs) const;

    void update(ArrayView<const std::int32_t> patches,
                const bool complete,
                CellwiseVector<Number> &u,
                const CellwiseVector<Number> &rhs) const;

    std::shared_ptr<const CellwiseMesh> level_mesh;
    std::shared_ptr<const internal::LevelPatchTransform<Number>> transform;
  };
} // namespace tessera

#endif
