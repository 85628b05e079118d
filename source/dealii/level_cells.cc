// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/level_cells.h"

#include <tessera/mpi/mpi_communicator.h>

#include <deal.II/distributed/tria_base.h>
#include <deal.II/grid/cell_id.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using Triangulation = dealii::Triangulation<3>;
      using Ranks         = std::shared_ptr<const Communicator>;

      bool is_earlier(const MeshCell &a, const MeshCell &b)
      {
        return a->id() < b->id();
      }



      int owner_of(const MeshCell &cell)
      {
        TESSERA_REQUIRE(cell->level_subdomain_id() !=
                          dealii::numbers::artificial_subdomain_id,
                        InvalidInput,
                        "The owner of "
                          << name_of(cell)
                          << " is not known where it is needed; make the "
                             "triangulation with construct_multigrid_hierarchy "
                             "and without further artificial cells.");
        return static_cast<int>(cell->level_subdomain_id());
      }



      bool is_artificial(const MeshCell &cell)
      {
        return cell->level_subdomain_id() ==
               dealii::numbers::artificial_subdomain_id;
      }



      bool has_owned_child(const MeshCell &cell, const Ranks &ranks)
      {
        for (unsigned int c = 0; c < cell->n_children(); ++c)
          if (is_owned(cell->child(c), ranks))
            return true;
        return false;
      }



      /** The lists of each neighbour, in the making. */
      using Neighbours = std::map<int, GhostNeighbour>;

      std::vector<GhostNeighbour> list_of(const Neighbours &neighbours)
      {
        std::vector<GhostNeighbour> list;
        for (const auto &neighbour : neighbours)
          {
            list.push_back(neighbour.second);
            list.back().rank = neighbour.first;
          }
        return list;
      }



      /** Makes the lists of CellwiseMesh::Ghosts. */
      class GhostLists
      {
      public:
        GhostLists(const LevelCells &level,
                   const VertexStars &stars,
                   const Ranks &ranks)
          : level(level)
          , stars(stars)
          , ranks(ranks)
          , order(level.cells.size())
        {
          std::iota(order.begin(), order.end(), 0);
          std::sort(order.begin(), order.end(), [&](const int a, const int b) {
            return is_earlier(cell(a), cell(b));
          });
        }

        /** @p is_listed says whether it matters for a rank around vertex v. */
        template <typename ColourOf>
        void add_around_vertices(const ColourOf &colour_of,
                                 CellwiseMesh::Ghosts &ghosts) const;

        std::vector<GhostNeighbour> parents() const;

      private:
        const MeshCell &cell(const std::int32_t number) const
        {
          return level.cells[static_cast<std::size_t>(number)];
        }

        bool is_owned_number(const std::int32_t number) const
        {
          return static_cast<std::size_t>(number) < level.n_owned;
        }

        /** The owners of the cells around vertex @p v. */
        std::set<int> owners_around(const MeshCell &cell,
                                    const unsigned int v) const
        {
          std::set<int> owners;
          for (const std::int32_t number : stars.around(cell->vertex_index(v)))
            if (number >= 0)
              owners.insert(owner_of(this->cell(number)));
          return owners;
        }

        const LevelCells &level;
        const VertexStars &stars;
        const Ranks &ranks;
        std::vector<std::int32_t> order;
      };



      template <typename ColourOf>
      void GhostLists::add_around_vertices(const ColourOf &colour_of,
                                           CellwiseMesh::Ghosts &ghosts) const
      {
        Neighbours all;
        std::array<Neighbours, CellwiseMesh::n_colours> colours;
        const int me = ranks->rank();
        for (const std::int32_t i : order)
          {
            if (static_cast<std::size_t>(i) >= level.n_around_vertices)
              continue;
            std::array<std::set<int>, 8> owners;
            std::set<int> partners;
            for (unsigned int v = 0; v < 8; ++v)
              {
                owners[v] = owners_around(cell(i), v);
                partners.insert(owners[v].begin(), owners[v].end());
              }
            const bool is_sent = is_owned_number(i);
            if (is_sent)
              partners.erase(me);
            else
              partners = {owner_of(cell(i))};
            const auto list = is_sent ? &GhostNeighbour::owned_units
                                      : &GhostNeighbour::ghost_units;
            for (const int partner : partners)
              {
                (all[partner].*list).push_back(i);
                // The receiver has no cell around the vertex.
                for (unsigned int v = 0; v < 8; ++v)
                  if (owners[v].count(is_sent ? partner : me) == 0)
                    (colours[colour_of(cell(i), v)][partner].*list)
                      .push_back(i);
              }
          }
        ghosts.around_vertices = list_of(all);
        for (std::size_t c = 0; c < colours.size(); ++c)
          ghosts.colours[c] = list_of(colours[c]);
      }



      std::vector<GhostNeighbour> GhostLists::parents() const
      {
        Neighbours neighbours;
        for (const std::int32_t i : order)
          if (!is_owned_number(i))
            {
              if (has_owned_child(cell(i), ranks))
                neighbours[owner_of(cell(i))].ghost_units.push_back(i);
            }
          else
            {
              std::set<int> owners;
              for (unsigned int c = 0; c < cell(i)->n_children(); ++c)
                owners.insert(owner_of(cell(i)->child(c)));
              owners.erase(ranks->rank());
              for (const int owner : owners)
                neighbours[owner].owned_units.push_back(i);
            }
        return list_of(neighbours);
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



    CellwiseMesh::Ghosts describe_ghosts(
      const LevelCells &cells,
      const VertexStars &stars,
      const std::function<std::size_t(const MeshCell &, const unsigned int)>
        &colour_of,
      const bool with_parents,
      const Ranks &ranks)
    {
      CellwiseMesh::Ghosts ghosts;
      ghosts.communicator = ranks;
      if (ranks == nullptr)
        return ghosts;
      ghosts.n_cells =
        static_cast<std::int64_t>(cells.cells.size() - cells.n_owned);
      const GhostLists lists(cells, stars, ranks);
      lists.add_around_vertices(colour_of, ghosts);
      if (with_parents)
        ghosts.parents = lists.parents();
      return ghosts;
    }
  } // namespace internal
} // namespace tessera
