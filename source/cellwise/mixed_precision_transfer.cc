// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/mixed_precision_transfer.h>

#include "cellwise/level_checks.h"

namespace tessera
{
  template <typename Number>
  MixedPrecisionTransfer<Number>::MixedPrecisionTransfer(
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : MixedPrecisionTransfer(mesh, AdditionalData())
  {}



  template <typename Number>
  MixedPrecisionTransfer<Number>::MixedPrecisionTransfer(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const AdditionalData &data)
    : mesh(internal::require_mesh(mesh, "MixedPrecisionTransfer"))
    , data(data)
  {}



  template <typename Number>
  void MixedPrecisionTransfer<Number>::copy_to_level(
    CellwiseVector<Number> &level,
    const CellwiseVector<double> &outer) const
  {
    internal::require_level_vector(*mesh, level, "level");
    if (data.rebalance && balanced.size() == 0)
      mesh->initialize_vector(balanced, true);
    if (data.rebalance)
      average_copies(*mesh, balanced, outer);
    dual_from_nodal(*mesh,
                    data.basis,
                    level,
                    data.rebalance ? balanced : outer);
  }



  template <typename Number>
  void MixedPrecisionTransfer<Number>::copy_from_level(
    CellwiseVector<double> &outer,
    const CellwiseVector<Number> &level) const
  {
    primal_to_nodal(*mesh, data.basis, outer, level);
    if (data.restore_equality)
      average_copies(*mesh, outer);
  }

  template class MixedPrecisionTransfer<float>;
  template class MixedPrecisionTransfer<double>;
} // namespace tessera
