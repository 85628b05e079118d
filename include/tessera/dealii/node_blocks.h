// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_node_blocks_h
#define tessera_dealii_node_blocks_h

#include <deal.II/dofs/dof_handler.h>

namespace tessera
{
  /**
   * Checks that the unknowns of the vector-valued @p dof_handler are grouped by
   * node: with c components, component k of node i is unknown c i + k. Then
   * block row i of a BsrMatrix with blocks of c x c is node i.
   *
   * `FESystem(FE_Q(p), dim)` is numbered like this for p = 1 and 2 after
   * `distribute_dofs()`; for larger p and after a component-wise renumbering
   * call `DoFRenumbering::support_point_wise(dof_handler)` first.
   *
   * @throws InvalidInput, naming what to call, if that is not so, if the
   * element is not an FESystem of copies of one scalar element with one unknown
   * a support point, or if the unknowns are spread over several processes.
   */
  template <int dim>
  void require_grouped_by_node(const dealii::DoFHandler<dim> &dof_handler);
} // namespace tessera

#endif
