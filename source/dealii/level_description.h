// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_level_description_h
#define tessera_dealii_level_description_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/dealii/diffusion_equation.h>

#include <deal.II/grid/tria.h>

#include "dealii/level_cells.h"

namespace tessera
{
  namespace internal
  {
    /**
     * Describes the level @p cells of @p triangulation for @p equation, without
     * the coefficients. @p coarse are the cells of the next coarser level,
     * null on the coarsest; @p has_finer is false on the finest. Collective;
     * throws what make_cellwise_levels() says of cells and of unknowns that are
     * out of reach on all ranks.
     */
    CellwiseMesh::Description
    describe_level(const dealii::Triangulation<3> &triangulation,
                   const LevelCells &cells,
                   const LevelCells *coarse,
                   const bool has_finer,
                   const DiffusionEquation &equation,
                   const std::shared_ptr<const Communicator> &ranks);
  } // namespace internal
} // namespace tessera

#endif
