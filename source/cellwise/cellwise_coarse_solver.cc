// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_coarse_solver.h>

#include "cellwise/level_checks.h"

#include <cmath>
#include <limits>

namespace tessera
{
  template <typename Number>
  CellwiseCoarseSolver<Number>::CellwiseCoarseSolver(
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : CellwiseCoarseSolver(mesh, AdditionalData())
  {}



  template <typename Number>
  CellwiseCoarseSolver<Number>::CellwiseCoarseSolver(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const AdditionalData &data)
    : data(data)
    , matrix(CellwiseOperator<Number>::laplace(mesh, data.basis))
    , smoother(mesh, data.basis)
    , is_one_patch(mesh->is_one_patch())
  {
    if (is_one_patch)
      return;
    mesh->initialize_vector(residual);
    mesh->initialize_vector(correction);
    mesh->initialize_vector(direction);
    if (mesh->is_singular())
      constants = std::make_unique<ConstantMode<Number>>(mesh, data.basis);
  }



  template <typename Number>
  void
  CellwiseCoarseSolver<Number>::vmult(CellwiseVector<Number> &dst,
                                      const CellwiseVector<Number> &src) const
  {
    internal::require_level_vector(*mesh(), src, "src");
    internal::require_level_vector(*mesh(), dst, "dst");
    if (is_one_patch)
      {
        smoother.vmult(dst, src);
        return;
      }
    residual.equ(Number(1), src);
    if (constants != nullptr)
      constants->project_dual(residual);
    dst = Number(0);
    // Late residuals are small, and their scalar products would underflow.
    const Number scale = residual.linfty_norm();
    if (scale < std::numeric_limits<Number>::min())
      return;
    residual *= Number(1) / scale;
    iterate(dst);
    dst *= scale;
    if (constants != nullptr)
      constants->project_primal(dst);
  }



  template <typename Number>
  void CellwiseCoarseSolver<Number>::iterate(CellwiseVector<Number> &x) const
  {
    Number first = 0, old_pairing = 0;
    for (unsigned int i = 0; i < data.n_max_iterations; ++i)
      {
        precondition();
        const Number pairing = residual * correction;
        if (i == 0)
          first = pairing;
        // No more than rounding is left of a residual that does not pair
        // positively.
        if (!(pairing > Number(data.tolerance * data.tolerance) * first))
          {
            TESSERA_REQUIRE(std::isfinite(pairing),
                            NumericalFailure,
                            "The residual on the coarsest level is "
                              << pairing << " in the norm of the sweep.");
            return;
          }
        direction.sadd(i == 0 ? Number(0) : pairing / old_pairing,
                       Number(1),
                       correction);
        old_pairing = pairing;
        matrix.vmult(correction, direction);
        const Number step = pairing / (direction * correction);
        x.add(step, direction);
        residual.add(-step, correction);
      }
    TESSERA_REQUIRE(false,
                    NumericalFailure,
                    "The coarsest level, with "
                      << mesh()->n_global_cells()
                      << " cells, was not solved in " << data.n_max_iterations
                      << " iterations; begin with a coarser mesh.");
  }



  template <typename Number>
  void CellwiseCoarseSolver<Number>::precondition() const
  {
    smoother.vmult(correction, residual);
    smoother.Tstep(correction, residual, true);
    if (constants != nullptr)
      constants->project_primal(correction);
  }



  template <typename Number>
  const std::shared_ptr<const CellwiseMesh> &
  CellwiseCoarseSolver<Number>::mesh() const
  {
    return matrix.mesh();
  }

  template class CellwiseCoarseSolver<float>;
  template class CellwiseCoarseSolver<double>;
} // namespace tessera
