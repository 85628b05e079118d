// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cellwise_levels_h
#define tessera_dealii_cellwise_levels_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <deal.II/base/mg_level_object.h>
#include <deal.II/grid/tria.h>

#include <memory>

namespace tessera
{
  /** One CellwiseMesh for each level of a triangulation. */
  using CellwiseLevels =
    dealii::MGLevelObject<std::shared_ptr<const CellwiseMesh>>;

  /**
   * Makes the meshes of the levels @p min_level to the finest of
   * @p triangulation on @p device, with homogeneous Dirichlet values on the
   * whole boundary. Cell number c of a mesh is the c-th cell of
   * `triangulation.cell_iterators_on_level(level)`.
   *
   * The domain is a union of equal axis-parallel boxes, the mesh is refined
   * globally. The triangulation is not needed afterwards. Costs one pass over
   * the cells of each level and 40 bytes a cell on @p device.
   *
   * @throws InvalidInput, naming the cell, if a cell is rotated, sheared or
   * curved, if its side differs from that of the others, if there are hanging
   * nodes, if the mesh is distributed over several processes, or if an interior
   * vertex is not the corner of eight cells.
   */
  CellwiseLevels
  make_cellwise_levels(const dealii::Triangulation<3> &triangulation,
                       const Device &device,
                       const unsigned int min_level);
} // namespace tessera

#endif
