// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_diffusion_equation_h
#define tessera_dealii_diffusion_equation_h

#include <deal.II/base/types.h>
#include <deal.II/grid/tria.h>

#include <array>
#include <functional>
#include <set>

namespace tessera
{
  /**
   * What the cell-wise part has to know of the equation
   *
   *   -div(k D grad u) + c u = f
   *
   * with D = diag(#diffusion), c = #reaction and k = #coefficient, and of its
   * boundary conditions. The default is the Poisson equation with Dirichlet
   * values on the whole boundary. Right-hand side and boundary values are not
   * part of it: multigrid works on corrections, which are zero on the Dirichlet
   * boundary.
   */
  struct DiffusionEquation
  {
    using Cell = dealii::Triangulation<3>::active_cell_iterator;

    /** The diagonal of D, positive. */
    std::array<double, 3> diffusion{{1., 1., 1.}};

    /** c >= 0. */
    double reaction = 0.;

    /**
     * k > 0, one number for each active cell; 1 if empty. It is called once
     * for each cell, by the rank that owns it. Coarser cells have the mean of
     * their children.
     */
    std::function<double(const Cell &)> coefficient;

    /**
     * The boundary ids whose faces have Neumann conditions, that is, none that
     * the unknowns notice. All other faces of the boundary have Dirichlet
     * values.
     */
    std::set<dealii::types::boundary_id> neumann_boundaries;
  };
} // namespace tessera

#endif
