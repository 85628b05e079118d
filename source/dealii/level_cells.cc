// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/level_cells.h"

#include <tessera/mpi/mpi_communicator.h>

#include <deal.II/distributed/tria_base.h>
#include <deal.II/grid/cell_id.h>

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Triangulation = dealii::Triangulation<3>;
      using Ranks         = std::shared_ptr<const Communicator>;

      bool is_artificial(const MeshCell &cell)
      {
        return cell->level_subdomain_id() ==
               dealii::numbers::artificial_subdomain_id;
      }
    } // namespace



    Ranks ranks_of(const Triangulation &triangulation)
    {
      const auto *distributed =
        dynamic_cast<const dealii::parallel::TriangulationBase<3> *>(
          &triangulation);
      return distributed == nullptr
               ? nullptr
               : make_communicator(distributed->get_communicator());
    }



    bool is_owned(const MeshCell &cell, const Ranks &ranks)
    {
      return ranks == nullptr ||
             cell->level_subdomain_id() ==
               static_cast<dealii::types::subdomain_id>(ranks->rank());
    }



    bool is_earlier(const MeshCell &a, const MeshCell &b)
    {
      return a->id() < b->id();
    }



    bool has_owned_child(const MeshCell &cell, const Ranks &ranks)
    {
      for (unsigned int c = 0; c < cell->n_children(); ++c)
        if (is_owned(cell->child(c), ranks))
          return true;
      return false;
    }



    LevelCells find_level_cells(const Triangulation &triangulation,
                                const unsigned int level,
                                const bool with_parents,
                                const Ranks &ranks)
    {
      LevelCells result;
      if (level >= triangulation.n_levels())
        return result;
      std::vector<bool> is_touched(triangulation.n_vertices(), false);
      for (const MeshCell &cell : triangulation.cell_iterators_on_level(level))
        if (is_owned(cell, ranks))
          {
            result.cells.push_back(cell);
            for (unsigned int v = 0; v < 8; ++v)
              is_touched[cell->vertex_index(v)] = true;
          }
      result.n_owned = result.cells.size();
      std::vector<MeshCell> around, parents;
      if (ranks != nullptr)
        for (const MeshCell &cell :
             triangulation.cell_iterators_on_level(level))
          {
            if (is_owned(cell, ranks))
              continue;
            bool is_near = false;
            for (unsigned int v = 0; v < 8; ++v)
              is_near = is_near || is_touched[cell->vertex_index(v)];
            if (is_near && !is_artificial(cell))
              around.push_back(cell);
            else if (with_parents && has_owned_child(cell, ranks))
              parents.push_back(cell);
          }
      for (auto *list : {&around, &parents})
        {
          std::sort(list->begin(), list->end(), is_earlier);
          result.cells.insert(result.cells.end(), list->begin(), list->end());
        }
      result.n_around_vertices = result.n_owned + around.size();
      return result;
    }
  } // namespace internal
} // namespace tessera
