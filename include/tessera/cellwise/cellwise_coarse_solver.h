// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_coarse_solver_h
#define tessera_cellwise_cellwise_coarse_solver_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/constant_mode.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <memory>

namespace tessera
{
  /**
   * Solves on the coarsest level of a hierarchy: if all its free unknowns are
   * those of one patch of eight cells, by the one patch solve, which is exact;
   * else by conjugate gradients with one forward and one reversed sweep of the
   * VertexPatchSmoother as preconditioner. Constant functions are left out if
   * the operator is singular.
   */
  template <typename Number>
  class CellwiseCoarseSolver
  {
  public:
    struct AdditionalData
    {
      CellBasis basis = CellBasis::nodal;

      /**
       * Factor by which conjugate gradients reduce sqrt(r . z): what rounding
       * allows, since the cycle is symmetric only to this number.
       */
      double tolerance = sizeof(Number) == sizeof(float) ? 1e-4 : 1e-9;

      unsigned int n_max_iterations = 100;
    };

    explicit CellwiseCoarseSolver(
      const std::shared_ptr<const CellwiseMesh> &mesh);

    CellwiseCoarseSolver(const std::shared_ptr<const CellwiseMesh> &mesh,
                         const AdditionalData &data);

    /**
     * dst = A^{-1} src. Not to be called by several threads at once.
     *
     * @throws InvalidInput if a vector does not fit the mesh
     * @throws NumericalFailure if the tolerance is not reached.
     */
    void vmult(CellwiseVector<Number> &dst,
               const CellwiseVector<Number> &src) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

  private:
    void iterate(CellwiseVector<Number> &x) const;

    /** correction = one symmetric sweep for the residual. */
    void precondition() const;

    AdditionalData data;
    CellwiseOperator<Number> matrix;
    VertexPatchSmoother<Number> smoother;
    bool is_one_patch;
    std::unique_ptr<ConstantMode<Number>> constants;
    mutable CellwiseVector<Number> residual;
    mutable CellwiseVector<Number> correction;
    mutable CellwiseVector<Number> direction;
  };
} // namespace tessera

#endif
