// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_levels.h>

#include "dealii/cell_checks.h"
#include "dealii/level_cells.h"
#include "dealii/level_description.h"

#include <cmath>
#include <utility>
#include <vector>

namespace tessera
{
  namespace
  {
    using Triangulation = dealii::Triangulation<3>;
    using Descriptions  = dealii::MGLevelObject<CellwiseMesh::Description>;
    using Ranks         = std::shared_ptr<const Communicator>;

    /** The ids for people: `0, 2, 5`. */
    std::string list_of(const std::set<dealii::types::boundary_id> &ids)
    {
      std::ostringstream list;
      for (const dealii::types::boundary_id id : ids)
        list << (list.tellp() > 0 ? ", " : "") << id;
      return list.str();
    }



    void check_numbers(const DiffusionEquation &equation)
    {
      for (unsigned int axis = 0; axis < 3; ++axis)
        TESSERA_REQUIRE(std::isfinite(equation.diffusion[axis]) &&
                          equation.diffusion[axis] > 0.,
                        InvalidInput,
                        "The diffusion along axis "
                          << axis << " is " << equation.diffusion[axis]
                          << ", expected a positive number.");
      TESSERA_REQUIRE(std::isfinite(equation.reaction) &&
                        equation.reaction >= 0.,
                      InvalidInput,
                      "The reaction is " << equation.reaction
                                         << ", expected zero or a positive "
                                            "number.");
    }



    /** What has to be the same on all ranks. Collective. */
    void check_agreement(const DiffusionEquation &equation,
                         const unsigned int min_level,
                         const Ranks &ranks)
    {
      if (ranks == nullptr)
        return;
      const auto &neumann = equation.neumann_boundaries;
      const std::array<double, 7> numbers{{equation.diffusion[0],
                                           equation.diffusion[1],
                                           equation.diffusion[2],
                                           equation.reaction,
                                           equation.coefficient ? 1. : 0.,
                                           static_cast<double>(neumann.size()),
                                           static_cast<double>(min_level)}};
      const auto all = ranks->all_gather(numbers);
      for (std::size_t r = 0; r < all.size(); ++r)
        TESSERA_REQUIRE(all[r] == all[0],
                        InvalidInput,
                        "Rank " << r
                                << " was given another equation or coarsest "
                                   "level than rank 0.");
      // As many on all ranks, and so as many messages.
      for (const dealii::types::boundary_id id : neumann)
        {
          const auto ids = ranks->all_gather(id);
          for (std::size_t r = 0; r < ids.size(); ++r)
            TESSERA_REQUIRE(ids[r] == ids[0],
                            InvalidInput,
                            "Rank " << r << " was given the Neumann boundary "
                                    << ids[r] << ", where rank 0 has " << ids[0]
                                    << "; all ranks need the same.");
        }
    }



    /** Refuses Neumann boundaries that no rank has a face of. Collective. */
    void check_boundary_ids(const Triangulation &triangulation,
                            const DiffusionEquation &equation,
                            const Ranks &ranks)
    {
      std::set<dealii::types::boundary_id> ids;
      for (const auto &cell : triangulation.active_cell_iterators())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            ids.insert(cell->face(f)->boundary_id());
      for (const dealii::types::boundary_id id : equation.neumann_boundaries)
        {
          std::int64_t n = static_cast<std::int64_t>(ids.count(id));
          if (ranks != nullptr)
            n = ranks->max(n);
          TESSERA_REQUIRE(n == 1,
                          InvalidInput,
                          "No face has the boundary id "
                            << id
                            << " of the Neumann boundary; the triangulation "
                               "has the ids "
                            << list_of(ids) << ".");
        }
    }



    std::vector<double> coefficients_of_cells(const internal::LevelCells &level,
                                              const DiffusionEquation &equation)
    {
      std::vector<double> coefficients;
      for (std::size_t i = 0; i < level.n_owned; ++i)
        {
          const DiffusionEquation::Cell cell(level.cells[i]);
          coefficients.push_back(equation.coefficient(cell));
          TESSERA_REQUIRE(std::isfinite(coefficients.back()) &&
                            coefficients.back() > 0.,
                          InvalidInput,
                          "The coefficient of "
                            << internal::name_of(cell) << " is "
                            << coefficients.back()
                            << ", expected a positive number.");
        }
      return coefficients;
    }



    /** One number for each cell of a level, ghost cells too. */
    struct CellNumbers
    {
      explicit CellNumbers(const CellwiseMesh::Description &level)
        : partitioner(
            std::make_shared<const Partitioner>(level.n_cells,
                                                level.ghosts.n_cells,
                                                level.ghosts.communicator))
        , around_vertices(Device::host(),
                          partitioner,
                          1,
                          level.ghosts.around_vertices)
        , parents(Device::host(), partitioner, 1, level.ghosts.parents)
        , values(Device::host(), partitioner)
      {}

      /** The numbers of all local cells, those of ghosts from their owners. */
      std::vector<double> of_all_cells()
      {
        around_vertices.update_ghost_values(values);
        parents.update_ghost_values(values);
        return std::vector<double>(values.data(),
                                   values.data() +
                                     partitioner->locally_owned_size() +
                                     partitioner->n_ghost_entries());
      }

      std::shared_ptr<const Partitioner> partitioner;
      GhostExchange<double> around_vertices, parents;
      Vector<double> values;
    };



    /** Sets those of all levels from those of owned active cells. Collective.
     */
    void set_coefficients(const std::vector<double> &active_coefficients,
                          Descriptions &levels)
    {
      for (unsigned int level = levels.max_level();; --level)
        {
          CellNumbers numbers(levels[level]);
          if (level == levels.max_level())
            numbers.values.copy_from_host(active_coefficients);
          else
            {
              const CellwiseMesh::Description &finer = levels[level + 1];
              for (std::size_t i = 0; i < finer.children.size(); ++i)
                if (finer.children[i] >= 0)
                  numbers.values.data()[i / 8] +=
                    finer.coefficients[static_cast<std::size_t>(
                      finer.children[i])] /
                    8.;
              numbers.parents.compress(numbers.values);
            }
          levels[level].coefficients = numbers.of_all_cells();
          if (level == levels.min_level())
            return;
        }
    }
  } // namespace



  CellwiseLevels make_cellwise_levels(const Triangulation &triangulation,
                                      const Device &device,
                                      const unsigned int min_level,
                                      const DiffusionEquation &equation)
  {
    const Ranks ranks = internal::ranks_of(triangulation);
    check_on_all_ranks(ranks, [&] {
      internal::check_refinement(triangulation, min_level, ranks != nullptr);
      check_numbers(equation);
    });
    check_agreement(equation, min_level, ranks);
    check_boundary_ids(triangulation, equation, ranks);

    const unsigned int max_level = triangulation.n_global_levels() - 1;
    dealii::MGLevelObject<internal::LevelCells> cells(min_level, max_level);
    Descriptions descriptions(min_level, max_level);
    for (unsigned int level = min_level; level <= max_level; ++level)
      {
        cells[level] = internal::find_level_cells(triangulation,
                                                  level,
                                                  level < max_level,
                                                  ranks);
        descriptions[level] =
          internal::describe_level(triangulation,
                                   cells[level],
                                   level > min_level ? &cells[level - 1]
                                                     : nullptr,
                                   level < max_level,
                                   equation,
                                   ranks);
      }
    if (equation.coefficient)
      {
        std::vector<double> coefficients;
        check_on_all_ranks(ranks, [&] {
          coefficients = coefficients_of_cells(cells[max_level], equation);
        });
        set_coefficients(coefficients, descriptions);
      }

    CellwiseLevels levels(min_level, max_level);
    for (unsigned int level = min_level; level <= max_level; ++level)
      levels[level] =
        std::make_shared<const CellwiseMesh>(device, descriptions[level]);
    return levels;
  }
} // namespace tessera
