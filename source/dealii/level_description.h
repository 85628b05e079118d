// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_level_description_h
#define tessera_dealii_level_description_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/dealii/diffusion_equation.h>

#include <deal.II/grid/tria.h>

namespace tessera
{
  namespace internal
  {
    /**
     * Describes @p level of @p triangulation for @p equation, without the
     * coefficients and, unless @p with_children, without the children of the
     * next coarser level. Throws what make_cellwise_levels() says of cells and
     * of unknowns that are out of reach.
     */
    CellwiseMesh::Description
    describe_level(const dealii::Triangulation<3> &triangulation,
                   const unsigned int level,
                   const DiffusionEquation &equation,
                   const bool with_children);
  } // namespace internal
} // namespace tessera

#endif
