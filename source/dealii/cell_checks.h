// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cell_checks_h
#define tessera_dealii_cell_checks_h

#include <tessera/base/exceptions.h>

#include <deal.II/grid/tria.h>
#include <deal.II/grid/tria_accessor.h>
#include <deal.II/grid/tria_iterator.h>

#include <array>
#include <string>

namespace tessera
{
  namespace internal
  {
    using MeshCell = dealii::Triangulation<3>::cell_iterator;

    /** The cell for people: `cell 0_2:13 around (0.1, 0.2, 0.3)`. */
    std::string name_of(const MeshCell &cell);

    /** The point for people: `(0.1, 0.2, 0.3)`. */
    std::string name_of(const dealii::Point<3> &point);

    /** Vertex 7 minus vertex 0: the sides of an axis-parallel cell. */
    std::array<double, 3> sides_of(const MeshCell &cell);

    /**
     * Refuses a triangulation without level @p min_level, one with hanging
     * nodes, one that is refined along some axes only, one that is periodic,
     * and one on several ranks (@p is_distributed) whose levels are not.
     */
    void check_refinement(const dealii::Triangulation<3> &triangulation,
                          const unsigned int min_level,
                          const bool is_distributed);

    /**
     * Refuses a cell that is not a box of @p sides with vertices in deal.II's
     * order, or that its manifold makes curved.
     */
    void check_box(const MeshCell &cell, const std::array<double, 3> &sides);
  } // namespace internal
} // namespace tessera

#endif
