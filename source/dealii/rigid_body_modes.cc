// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/node_blocks.h>
#include <tessera/dealii/rigid_body_modes.h>

#include <deal.II/base/bounding_box.h>
#include <deal.II/base/quadrature.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q1.h>

namespace tessera
{
  namespace
  {
    /** Place of every node; node i has the unknowns dim i, dim i + 1, ... */
    template <int dim>
    std::vector<dealii::Point<dim>>
    node_locations(const dealii::Mapping<dim> &mapping,
                   const dealii::DoFHandler<dim> &dof_handler)
    {
      const auto &fe    = dof_handler.get_fe();
      const auto &nodes = fe.base_element(0).get_unit_support_points();
      dealii::FEValues<dim> fe_values(mapping,
                                      fe,
                                      dealii::Quadrature<dim>(nodes),
                                      dealii::update_quadrature_points);

      std::vector<dealii::Point<dim>> locations(dof_handler.n_dofs() / dim);
      std::vector<dealii::types::global_dof_index> dofs(fe.n_dofs_per_cell());
      for (const auto &cell : dof_handler.active_cell_iterators())
        {
          fe_values.reinit(cell);
          cell->get_dof_indices(dofs);
          for (unsigned int i = 0; i < nodes.size(); ++i)
            locations[dofs[fe.component_to_system_index(0, i)] / dim] =
              fe_values.quadrature_point(i);
        }
      return locations;
    }



    /** Component @p c of each mode at the scaled, centred point @p x. */
    void write_modes(const dealii::Tensor<1, 2> &x,
                     const unsigned int c,
                     double *modes)
    {
      modes[c] = 1.;
      modes[2] = c == 0 ? -x[1] : x[0];
    }



    void write_modes(const dealii::Tensor<1, 3> &x,
                     const unsigned int c,
                     double *modes)
    {
      modes[c]               = 1.;
      modes[3 + (c + 1) % 3] = x[(c + 2) % 3];
      modes[3 + (c + 2) % 3] = -x[(c + 1) % 3];
    }
  } // namespace



  template <int dim>
  std::vector<double>
  rigid_body_modes(const dealii::Mapping<dim> &mapping,
                   const dealii::DoFHandler<dim> &dof_handler,
                   const dealii::AffineConstraints<double> &constraints)
  {
    require_grouped_by_node(dof_handler);
    TESSERA_REQUIRE(dof_handler.get_fe().n_components() == dim,
                    InvalidInput,
                    "Rigid-body modes of the element "
                      << dof_handler.get_fe().get_name()
                      << " were asked for; expected " << dim
                      << " components, one displacement a direction.");

    const auto locations = node_locations(mapping, dof_handler);
    const dealii::BoundingBox<dim> box(locations);
    const auto corners  = box.get_boundary_points();
    const auto centre   = box.center();
    const double length = corners.first.distance(corners.second) / 2.;

    constexpr int n_modes = n_rigid_body_modes<dim>;
    std::vector<double> modes(dof_handler.n_dofs() * n_modes, 0.);
    for (dealii::types::global_dof_index i = 0; i < dof_handler.n_dofs(); ++i)
      if (!constraints.is_constrained(i))
        write_modes((locations[i / dim] - centre) / length,
                    i % dim,
                    modes.data() + i * n_modes);
    return modes;
  }



  template <int dim>
  std::vector<double>
  rigid_body_modes(const dealii::DoFHandler<dim> &dof_handler,
                   const dealii::AffineConstraints<double> &constraints)
  {
    return rigid_body_modes(dealii::MappingQ1<dim>(), dof_handler, constraints);
  }



  template std::vector<double>
  rigid_body_modes(const dealii::Mapping<2> &,
                   const dealii::DoFHandler<2> &,
                   const dealii::AffineConstraints<double> &);
  template std::vector<double>
  rigid_body_modes(const dealii::Mapping<3> &,
                   const dealii::DoFHandler<3> &,
                   const dealii::AffineConstraints<double> &);
  template std::vector<double>
  rigid_body_modes(const dealii::DoFHandler<2> &,
                   const dealii::AffineConstraints<double> &);
  template std::vector<double>
  rigid_body_modes(const dealii::DoFHandler<3> &,
                   const dealii::AffineConstraints<double> &);
} // namespace tessera
