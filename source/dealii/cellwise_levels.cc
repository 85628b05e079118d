// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_levels.h>

#include "dealii/cell_checks.h"
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

    /** The ids for people: `0, 2, 5`. */
    std::string list_of(const std::set<dealii::types::boundary_id> &ids)
    {
      std::ostringstream list;
      for (const dealii::types::boundary_id id : ids)
        list << (list.tellp() > 0 ? ", " : "") << id;
      return list.str();
    }



    void check_equation(const Triangulation &triangulation,
                        const DiffusionEquation &equation)
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
      std::set<dealii::types::boundary_id> ids;
      for (const auto &cell : triangulation.active_cell_iterators())
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            ids.insert(cell->face(f)->boundary_id());
      for (const dealii::types::boundary_id id : equation.neumann_boundaries)
        TESSERA_REQUIRE(ids.count(id) == 1,
                        InvalidInput,
                        "No face has the boundary id "
                          << id
                          << " of the Neumann boundary; the triangulation has "
                             "the ids "
                          << list_of(ids) << ".");
    }



    std::vector<double>
    coefficients_of_active_cells(const Triangulation &triangulation,
                                 const DiffusionEquation &equation)
    {
      std::vector<double> coefficients;
      for (const auto &cell : triangulation.active_cell_iterators())
        {
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



    /** Sets the coefficients of all levels from those of the active cells. */
    void set_coefficients(std::vector<double> coefficients,
                          Descriptions &levels)
    {
      for (unsigned int level = levels.max_level(); level > levels.min_level();
           --level)
        {
          const std::vector<std::int32_t> &children = levels[level].children;
          std::vector<double> means(children.size() / 8, 0.);
          for (std::size_t i = 0; i < children.size(); ++i)
            means[i / 8] +=
              coefficients[static_cast<std::size_t>(children[i])] / 8.;
          levels[level].coefficients = std::move(coefficients);
          coefficients               = std::move(means);
        }
      levels[levels.min_level()].coefficients = std::move(coefficients);
    }
  } // namespace



  CellwiseLevels make_cellwise_levels(const Triangulation &triangulation,
                                      const Device &device,
                                      const unsigned int min_level,
                                      const DiffusionEquation &equation)
  {
    internal::check_refinement(triangulation, min_level);
    check_equation(triangulation, equation);
    const unsigned int max_level = triangulation.n_levels() - 1;
    Descriptions descriptions(min_level, max_level);
    for (unsigned int level = min_level; level <= max_level; ++level)
      descriptions[level] = internal::describe_level(triangulation,
                                                     level,
                                                     equation,
                                                     level > min_level);
    if (equation.coefficient)
      set_coefficients(coefficients_of_active_cells(triangulation, equation),
                       descriptions);

    CellwiseLevels levels(min_level, max_level);
    for (unsigned int level = min_level; level <= max_level; ++level)
      levels[level] =
        std::make_shared<const CellwiseMesh>(device, descriptions[level]);
    return levels;
  }
} // namespace tessera
