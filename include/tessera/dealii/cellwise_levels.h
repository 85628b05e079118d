// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cellwise_levels_h
#define tessera_dealii_cellwise_levels_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/dealii/diffusion_equation.h>

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
   * @p triangulation for @p equation on @p device. Cell number c of a mesh is
   * the c-th cell of `triangulation.cell_iterators_on_level(level)`, or over
   * several ranks the c-th of them that this rank owns on the level.
   *
   * The domain is any union of equal axis-parallel boxes: a box, a stretched
   * box, an L, a Fichera corner, a plate with a square hole, several parts on
   * one grid. The mesh is refined globally. Every unknown must be in reach of
   * the smoother on every level: each cell, and each face and edge that is not
   * on the Dirichlet boundary, has a vertex that is not on it either. With
   * Dirichlet values all around, that is two cells across every part of the
   * domain on @p min_level.
   *
   * A triangulation of deal.II's namespace `parallel` may be on any number of
   * ranks if it was made with `construct_multigrid_hierarchy`; ranks without
   * cells on a level are fine. All ranks call this with the same equation.
   *
   * The triangulation is not needed afterwards. Costs one pass over the cells
   * of each level; for the memory see
   * CellwiseMesh::memory_consumption().
   *
   * @throws InvalidInput on all ranks, naming the cell and what to do, if
   * - the triangulation is distributed and its levels are not;
   * - there is no level @p min_level, or an unknown out of reach on a level;
   * - there are hanging nodes, cells refined along some axes only, or
   *   periodic faces;
   * - a cell is rotated, sheared or curved, differs in size from the others, or
   *   is not on their grid;
   * - two cells overlap, or touch and share only a part of what they touch
   *   along, as on the two sides of a slit;
   * - a face has Neumann conditions and its part on a finer level has not;
   * - a number in @p equation is out of range, or no face has one of the
   *   boundary ids.
   */
  CellwiseLevels
  make_cellwise_levels(const dealii::Triangulation<3> &triangulation,
                       const Device &device,
                       const unsigned int min_level,
                       const DiffusionEquation &equation = {});
} // namespace tessera

#endif
