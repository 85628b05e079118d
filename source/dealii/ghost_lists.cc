// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/ghost_lists.h"

#include "dealii/sweep_plan.h"

#include <algorithm>
#include <limits>
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
      using Ranks = std::shared_ptr<const Communicator>;
      using ColourOf =
        std::function<std::size_t(const MeshCell &, const unsigned int)>;
      using UnitList = std::vector<std::int32_t> GhostNeighbour::*;

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



      /** Cells that one rank has copies of. */
      struct SharedCells
      {
        std::vector<std::int32_t> numbers;

        /** What a sweep does to each of them. */
        std::vector<CellEvents> events;

        /** The units of CellwiseMesh::Ghosts::shared_nodes. */
        std::vector<std::int32_t> nodes;
      };



      /** Sides of a cell, bits 0: lower, 1: inside, 2: upper, for each axis. */
      using Sides = std::array<unsigned int, 3>;

      /**
       * What the cells at positions @p a and @p b around a vertex share; seen
       * from the first one.
       */
      Sides shared_sides(const unsigned int a, const unsigned int b)
      {
        Sides sides;
        for (unsigned int axis = 0; axis < 3; ++axis)
          sides[axis] = (a >> axis & 1) == (b >> axis & 1) ? 7
                        : (a >> axis & 1) == 1             ? 1
                                                           : 4;
        return sides;
      }



      /** Sets those of the 32 pairs of nodes of a cell that are at @p sides. */
      void mark_nodes(const Sides &sides, std::array<bool, 32> &pairs)
      {
        const auto is_at = [&](const unsigned int axis, const unsigned int i) {
          return (sides[axis] >> (i == 0 ? 0 : i == 3 ? 2 : 1) & 1) == 1;
        };
        for (unsigned int i = 0; i < 64; ++i)
          if (is_at(0, i % 4) && is_at(1, i / 4 % 4) && is_at(2, i / 16))
            pairs[i / 2] = true;
      }



      /** Makes the lists of CellwiseMesh::Ghosts. */
      class GhostLists
      {
      public:
        GhostLists(const LevelCells &level,
                   const VertexStars &stars,
                   const ColourOf &colour_of,
                   const Ranks &ranks)
          : level(level)
          , stars(stars)
          , colour_of(colour_of)
          , ranks(ranks)
          , order(level.cells.size())
        {
          std::iota(order.begin(), order.end(), 0);
          std::sort(order.begin(), order.end(), [&](const int a, const int b) {
            return is_earlier(cell(a), cell(b));
          });
        }

        void add_around_vertices(CellwiseMesh::Ghosts &ghosts) const;

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

        /** Whether another rank owns a cell around a vertex of @p cell. */
        bool is_at_seam(const MeshCell &cell) const;

        /** The owners of the cells around vertex @p v. */
        std::set<int> owners_around(const MeshCell &cell,
                                    const unsigned int v) const;

        /** Adds the nodes of cell @p number that lie on cells of @p rank. */
        void share_nodes(const std::int32_t number,
                         const int rank,
                         std::vector<std::int32_t> &nodes) const;

        /**
         * Adds cell @p number to what its owner sends to other ranks if this is
         * the owner, and to what its owner sends to this rank otherwise.
         */
        void share(const std::int32_t number,
                   std::map<int, SharedCells> &sent,
                   std::map<int, SharedCells> &received) const;

        const LevelCells &level;
        const VertexStars &stars;
        const ColourOf &colour_of;
        const Ranks &ranks;
        std::vector<std::int32_t> order;
      };



      bool GhostLists::is_at_seam(const MeshCell &cell) const
      {
        for (unsigned int v = 0; v < 8; ++v)
          for (const std::int32_t number : stars.around(cell->vertex_index(v)))
            if (number >= 0 && !is_owned_number(number))
              return true;
        return false;
      }



      std::set<int> GhostLists::owners_around(const MeshCell &cell,
                                              const unsigned int v) const
      {
        std::set<int> owners;
        for (const std::int32_t number : stars.around(cell->vertex_index(v)))
          if (number >= 0)
            owners.insert(owner_of(this->cell(number)));
        return owners;
      }



      void GhostLists::share_nodes(const std::int32_t number,
                                   const int rank,
                                   std::vector<std::int32_t> &nodes) const
      {
        TESSERA_REQUIRE(number < std::numeric_limits<std::int32_t>::max() / 32,
                        InvalidInput,
                        "A process has more than "
                          << std::numeric_limits<std::int32_t>::max() / 32
                          << " cells of a level; use more processes.");
        std::array<bool, 32> pairs{};
        for (unsigned int v = 0; v < 8; ++v)
          {
            const auto &star = stars.around(cell(number)->vertex_index(v));
            for (unsigned int c = 0; c < 8; ++c)
              if (star[c] >= 0 && owner_of(cell(star[c])) == rank)
                mark_nodes(shared_sides(7 - v, c), pairs);
          }
        for (std::int32_t i = 0; i < 32; ++i)
          if (pairs[static_cast<std::size_t>(i)])
            nodes.push_back(32 * number + i);
      }



      void GhostLists::share(const std::int32_t number,
                             std::map<int, SharedCells> &sent,
                             std::map<int, SharedCells> &received) const
      {
        const MeshCell &cell = this->cell(number);
        const bool is_sent   = is_owned_number(number);
        std::array<std::set<int>, 8> owners;
        std::set<int> partners;
        for (unsigned int v = 0; v < 8; ++v)
          {
            owners[v] = owners_around(cell, v);
            partners.insert(owners[v].begin(), owners[v].end());
          }
        if (is_sent)
          partners.erase(ranks->rank());
        else
          partners = {owner_of(cell)};
        for (const int partner : partners)
          {
            const int receiver = is_sent ? partner : ranks->rank();
            CellEvents events;
            for (unsigned int v = 0; v < 8; ++v)
              // The receiver knows of a vertex without cells of its own not
              // even whether there is a patch.
              events[colour_of(cell, v)] =
                owners[v].count(receiver) == 0         ? CellEvent::changed
                : stars.is_free(cell->vertex_index(v)) ? CellEvent::visited
                                                       : CellEvent::none;
            SharedCells &list = is_sent ? sent[partner] : received[partner];
            list.numbers.push_back(number);
            list.events.push_back(events);
            share_nodes(number, receiver, list.nodes);
          }
      }



      /** Adds those of @p cells to @p list of neighbour @p rank. */
      void add_planned(const SharedCells &cells,
                       const std::vector<std::size_t> &fetched,
                       const int rank,
                       const UnitList list,
                       Neighbours &neighbours)
      {
        for (const std::size_t n : fetched)
          (neighbours[rank].*list).push_back(cells.numbers[n]);
      }



      /** Adds what a sweep fetches of what each neighbour shares. */
      void add_sweep(const std::map<int, SharedCells> &shared,
                     const bool reversed,
                     const UnitList list,
                     Neighbours &start,
                     std::array<Neighbours, CellwiseMesh::n_colours> &colours)
      {
        for (const auto &neighbour : shared)
          {
            const int rank           = neighbour.first;
            const SharedCells &cells = neighbour.second;
            const SweepPlan plan     = plan_sweep(cells.events, reversed);
            add_planned(cells, plan.start, rank, list, start);
            for (std::size_t c = 0; c < colours.size(); ++c)
              add_planned(cells, plan.colours[c], rank, list, colours[c]);
          }
      }



      void GhostLists::add_around_vertices(CellwiseMesh::Ghosts &ghosts) const
      {
        std::map<int, SharedCells> sent, received;
        for (const std::int32_t i : order)
          if (static_cast<std::size_t>(i) < level.n_around_vertices &&
              is_at_seam(cell(i)))
            share(i, sent, received);
        Neighbours all, nodes;
        for (const auto &neighbour : sent)
          {
            all[neighbour.first].owned_units   = neighbour.second.numbers;
            nodes[neighbour.first].owned_units = neighbour.second.nodes;
          }
        for (const auto &neighbour : received)
          {
            all[neighbour.first].ghost_units   = neighbour.second.numbers;
            nodes[neighbour.first].ghost_units = neighbour.second.nodes;
          }
        ghosts.around_vertices = list_of(all);
        ghosts.shared_nodes    = list_of(nodes);
        for (const bool reversed : {false, true})
          {
            Neighbours start;
            std::array<Neighbours, CellwiseMesh::n_colours> colours;
            add_sweep(
              sent, reversed, &GhostNeighbour::owned_units, start, colours);
            add_sweep(
              received, reversed, &GhostNeighbour::ghost_units, start, colours);
            CellwiseMesh::Ghosts::Sweep &sweep =
              ghosts.sweeps[reversed ? 1 : 0];
            sweep.start = list_of(start);
            for (std::size_t c = 0; c < colours.size(); ++c)
              sweep.colours[c] = list_of(colours[c]);
          }
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



    CellwiseMesh::Ghosts describe_ghosts(const LevelCells &cells,
                                         const VertexStars &stars,
                                         const ColourOf &colour_of,
                                         const bool with_parents,
                                         const Ranks &ranks)
    {
      CellwiseMesh::Ghosts ghosts;
      ghosts.communicator = ranks;
      if (ranks == nullptr)
        return ghosts;
      ghosts.n_cells =
        static_cast<std::int64_t>(cells.cells.size() - cells.n_owned);
      const GhostLists lists(cells, stars, colour_of, ranks);
      lists.add_around_vertices(ghosts);
      if (with_parents)
        ghosts.parents = lists.parents();
      return ghosts;
    }
  } // namespace internal
} // namespace tessera
