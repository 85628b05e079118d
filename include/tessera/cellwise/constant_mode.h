// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_constant_mode_h
#define tessera_cellwise_constant_mode_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

namespace tessera
{
  /**
   * The constant functions, which are the kernel of the operator if all
   * boundary conditions are natural and there is no reaction term
   * (CellwiseMesh::is_singular()): projections that keep an iteration away from
   * them. Each moves three numbers a value.
   */
  template <typename Number>
  class ConstantMode
  {
  public:
    explicit ConstantMode(const std::shared_ptr<const CellwiseMesh> &mesh,
                          const CellBasis basis = CellBasis::nodal);

    /**
     * Makes a dual vector one that vanishes for constants, as a solvable
     * right-hand side has to: b - b(1) / |domain| (., 1).
     */
    void project_dual(CellwiseVector<Number> &b) const;

    /** Makes the mean value of a primal vector zero. */
    void project_primal(CellwiseVector<Number> &u) const;

  private:
    // The function 1 and the mean value.
    CellwiseVector<Number> one;
    CellwiseVector<Number> mean;
  };
} // namespace tessera

#endif
