// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/constant_mode.h>

namespace tessera
{
  template <typename Number>
  ConstantMode<Number>::ConstantMode(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis)
  {
    CellwiseVector<double> nodal;
    mesh->initialize_vector(nodal);
    mesh->initialize_vector(one);
    mesh->initialize_vector(mean);
    nodal = 1.;
    primal_from_nodal(*mesh, basis, one, nodal);
    CellwiseVector<double> integral(nodal);
    CellwiseOperator<double>::mass(mesh).vmult(integral, nodal);
    integral *= 1. / (integral * nodal);
    dual_from_nodal(*mesh, basis, mean, integral);
  }



  template <typename Number>
  void ConstantMode<Number>::project_dual(CellwiseVector<Number> &b) const
  {
    b.add(-(b * one), mean);
  }



  template <typename Number>
  void ConstantMode<Number>::project_primal(CellwiseVector<Number> &u) const
  {
    u.add(-(u * mean), one);
  }

  template class ConstantMode<float>;
  template class ConstantMode<double>;
} // namespace tessera
