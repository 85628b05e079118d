// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cell_nodes_h
#define tessera_dealii_cell_nodes_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <deal.II/base/types.h>
#include <deal.II/dofs/dof_handler.h>

#include <vector>

namespace tessera
{
  namespace internal
  {
    using DoFIndices = std::vector<dealii::types::global_dof_index>;

    /**
     * The active degrees of freedom of @p dof_handler in the order of the owned
     * entries of a cell-wise vector.
     *
     * @throws InvalidInput if the element is not `FE_Q<3>(3)`, if no degrees of
     * freedom are distributed, or if @p mesh was made from other cells.
     */
    DoFIndices active_dofs_of_nodes(const dealii::DoFHandler<3> &dof_handler,
                                    const CellwiseMesh &mesh);

    /** The same for the degrees of freedom of @p level. */
    DoFIndices level_dofs_of_nodes(const dealii::DoFHandler<3> &dof_handler,
                                   const CellwiseMesh &mesh,
                                   const unsigned int level);

    /**
     * The table of source/kernels/dof_copies.h for nodes with the local numbers
     * @p dofs_of_nodes, of @p n_local degrees of freedom that this rank knows
     * and @p n_owned that it owns: only the owner has the first copy of one.
     */
    std::vector<std::int32_t>
    table_of_copies(const DoFIndices &dofs_of_nodes,
                    const dealii::types::global_dof_index n_owned,
                    const std::int64_t n_local);

    /** Those of @p dofs_of_nodes with Dirichlet values, ascending. */
    std::vector<std::int32_t> dirichlet_dofs(const CellwiseMesh &mesh,
                                             const DoFIndices &dofs_of_nodes);
  } // namespace internal
} // namespace tessera

#endif
