// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_rigid_body_modes_h
#define tessera_dealii_rigid_body_modes_h

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/affine_constraints.h>

#include <vector>

namespace tessera
{
  /** Number of rigid-body modes: 3 in two and 6 in three dimensions. */
  template <int dim>
  constexpr int n_rigid_body_modes = dim *(dim + 1) / 2;



  /**
   * The displacements of a rigid body as values at the unknowns of
   * @p dof_handler, for SmoothedAggregation::initialize():
   * n_rigid_body_modes<dim> values for each unknown, row by row.
   *
   * The first dim modes are the unit translations, the others the linearised
   * rotations about the centre x_c of the bounding box of the nodes,
   * \f$ e_k \times (x - x_c) / l \f$ for k = x, y, z in three dimensions and
   * \f$ (-(y - y_c), x - x_c) / l \f$ in two. Half the diagonal of the box, l,
   * makes all values lie within [-1, 1] whatever the unit of length is. Every
   * unknown that @p constraints constrains gets zeros, since the rows of such
   * unknowns are decoupled from the rest of the matrix.
   *
   * Takes one pass over the cells; the nodes are placed by @p mapping.
   *
   * @throws InvalidInput if the element does not have dim components or the
   * unknowns are not grouped by node, see require_grouped_by_node().
   */
  template <int dim>
  std::vector<double>
  rigid_body_modes(const dealii::Mapping<dim> &mapping,
                   const dealii::DoFHandler<dim> &dof_handler,
                   const dealii::AffineConstraints<double> &constraints);

  /** The same with the (bi-, tri-)linear mapping. */
  template <int dim>
  std::vector<double>
  rigid_body_modes(const dealii::DoFHandler<dim> &dof_handler,
                   const dealii::AffineConstraints<double> &constraints);
} // namespace tessera

#endif
