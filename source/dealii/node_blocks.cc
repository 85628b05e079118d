// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/node_blocks.h>

#include <deal.II/fe/fe.h>

#include <vector>

namespace tessera
{
  namespace
  {
    template <int dim>
    void require_nodal_element(const dealii::FiniteElement<dim> &fe)
    {
      TESSERA_REQUIRE(fe.n_base_elements() == 1 &&
                        fe.base_element(0).n_components() == 1 &&
                        fe.has_support_points(),
                      InvalidInput,
                      "The element " << fe.get_name()
                                     << " was given where nodes with one "
                                     << "unknown a component are needed; use "
                                     << "an FESystem of copies of one scalar "
                                     << "element with support points, such as "
                                     << "FESystem(FE_Q(1), dim).");
    }
  } // namespace



  template <int dim>
  void require_grouped_by_node(const dealii::DoFHandler<dim> &dof_handler)
  {
    TESSERA_REQUIRE(dof_handler.has_active_dofs(),
                    InvalidInput,
                    "The DoFHandler has no unknowns; call distribute_dofs() "
                    "first.");
    const auto &fe = dof_handler.get_fe();
    require_nodal_element(fe);
    TESSERA_REQUIRE(dof_handler.n_locally_owned_dofs() == dof_handler.n_dofs(),
                    InvalidInput,
                    "This process owns "
                      << dof_handler.n_locally_owned_dofs() << " of "
                      << dof_handler.n_dofs()
                      << " unknowns; a BsrMatrix holds all of them. Use one "
                      << "process.");

    const unsigned int n_components = fe.n_components();
    const unsigned int n_nodes      = fe.n_dofs_per_cell() / n_components;
    std::vector<dealii::types::global_dof_index> dofs(fe.n_dofs_per_cell());
    for (const auto &cell : dof_handler.active_cell_iterators())
      {
        cell->get_dof_indices(dofs);
        for (unsigned int i = 0; i < n_nodes; ++i)
          {
            const auto first = dofs[fe.component_to_system_index(0, i)];
            for (unsigned int c = 0; c < n_components; ++c)
              {
                const auto dof = dofs[fe.component_to_system_index(c, i)];
                TESSERA_REQUIRE(
                  first % n_components == 0 && dof == first + c,
                  InvalidInput,
                  "The unknowns of "
                    << fe.get_name() << " are not grouped by node: on cell "
                    << cell->id() << ", components 0 and " << c
                    << " of one node are unknowns " << first << " and " << dof
                    << ", expected a multiple of " << n_components << " and "
                    << c << " more. Call DoFRenumbering::support_point_wise("
                    << "dof_handler) after distribute_dofs().");
              }
          }
      }
  }



  template void require_grouped_by_node(const dealii::DoFHandler<2> &);
  template void require_grouped_by_node(const dealii::DoFHandler<3> &);
} // namespace tessera
