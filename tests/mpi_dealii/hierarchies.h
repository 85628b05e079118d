// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_mpi_dealii_hierarchies_h
#define tessera_tests_mpi_dealii_hierarchies_h

#include <tessera/base/device.h>
#include <tessera/cellwise/copies.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/distributed/tria.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "dealii/domains.h"

namespace tessera
{
  namespace test
  {
    using DistributedTriangulation =
      dealii::parallel::distributed::Triangulation<3>;

    /** An equation on a mesh, and the levels to take. */
    struct Problem
    {
      std::string name;
      std::function<void(Triangulation &)> make;
      unsigned int n_refinements;
      unsigned int min_level;
      DiffusionEquation equation;
      std::string device = "host";
    };



    inline std::string
    name_of_problem(const testing::TestParamInfo<Problem> &info)
    {
      std::string name = info.param.name;
      std::replace(name.begin(), name.end(), ' ', '_');
      name.erase(std::remove(name.begin(), name.end(), ','), name.end());
      return name + "_" + info.param.device;
    }



    /** On a GPU, all ranks share it. */
    class OnRanks : public testing::TestWithParam<Problem>
    {
    protected:
      void SetUp() override
      {
        if (GetParam().device != "host" && available_devices().size() < 2)
          GTEST_SKIP() << "no CUDA device";
      }
    };



    /** On all ranks and, to compare with, as a whole on each. */
    struct Hierarchies
    {
      explicit Hierarchies(const Problem &problem)
        : distributed(MPI_COMM_WORLD,
                      Triangulation::limit_level_difference_at_vertices,
                      DistributedTriangulation::construct_multigrid_hierarchy)
      {
        for (Triangulation *triangulation :
             {static_cast<Triangulation *>(&distributed),
              static_cast<Triangulation *>(&whole)})
          {
            problem.make(*triangulation);
            triangulation->refine_global(problem.n_refinements);
          }
        const Device device = Device::from_name(problem.device);
        levels              = make_cellwise_levels(distributed,
                                      device,
                                      problem.min_level,
                                      problem.equation);
        reference           = make_cellwise_levels(whole,
                                         device,
                                         problem.min_level,
                                         problem.equation);
      }

      /** The number in the whole mesh of each owned cell of @p level. */
      std::vector<std::size_t> numbers(const unsigned int level) const
      {
        // Coarse cells have other ids in p4est, so that their places count.
        const auto place_of = [](const dealii::Point<3> &p) {
          return std::array<long, 3>{{std::lround(1e6 * p[0]),
                                      std::lround(1e6 * p[1]),
                                      std::lround(1e6 * p[2])}};
        };
        std::map<std::array<long, 3>, std::size_t> number_at;
        for (const auto &cell : whole.cell_iterators_on_level(level))
          number_at.emplace(place_of(cell->center()), number_at.size());
        std::vector<std::size_t> result;
        if (level < distributed.n_levels())
          for (const auto &cell : distributed.cell_iterators_on_level(level))
            if (cell->is_locally_owned_on_level())
              result.push_back(number_at.at(place_of(cell->center())));
        return result;
      }

      /** The part of @p whole_vector on this rank. */
      template <typename Number>
      CellwiseVector<Number>
      distribute(const unsigned int level,
                 const CellwiseVector<Number> &whole_vector) const
      {
        const std::vector<Number> all = whole_vector.copy_to_host();
        std::vector<Number> mine;
        for (const std::size_t cell : numbers(level))
          mine.insert(mine.end(),
                      all.begin() + 64 * cell,
                      all.begin() + 64 * (cell + 1));
        CellwiseVector<Number> result;
        levels[level]->initialize_vector(result);
        result.copy_from_host(mine);
        return result;
      }

      /** Whether they agree to @p tolerance times the largest entry. */
      template <typename Number>
      void expect_equal(const unsigned int level,
                        const CellwiseVector<Number> &actual,
                        const CellwiseVector<Number> &whole_vector,
                        const double tolerance) const
      {
        const std::vector<Number> values = actual.copy_to_host();
        const std::vector<Number> expected =
          distribute(level, whole_vector).copy_to_host();
        const double scale = whole_vector.linfty_norm();
        EXPECT_GT(scale, 0.);
        ASSERT_EQ(values.size(), expected.size());
        double error = 0.;
        for (std::size_t i = 0; i < values.size(); ++i)
          {
            const double difference = std::fabs(values[i] - expected[i]);
            error                   = difference <= error ? error : difference;
          }
        EXPECT_LE(error, tolerance * scale) << "level " << level;
      }

      DistributedTriangulation distributed;
      LevelTriangulation whole;
      CellwiseLevels levels;
      CellwiseLevels reference;
    };



    /** Random parts, the same on all ranks. */
    template <typename Number>
    CellwiseVector<Number> random_dual(const CellwiseMesh &mesh)
    {
      std::mt19937 engine(17);
      std::uniform_real_distribution<double> uniform(-1., 1.);
      std::vector<Number> values(static_cast<std::size_t>(mesh.n_values()));
      for (Number &value : values)
        value = static_cast<Number>(uniform(engine));
      CellwiseVector<Number> vector;
      mesh.initialize_vector(vector);
      vector.copy_from_host(values);
      return vector;
    }



    /** With equal copies. */
    template <typename Number>
    CellwiseVector<Number> random_primal(const CellwiseMesh &mesh)
    {
      CellwiseVector<Number> vector = random_dual<Number>(mesh);
      vector.add(Number(0.25));
      average_copies(mesh, vector);
      return vector;
    }



    inline double varying_coefficient(const dealii::Point<3> &p)
    {
      return std::exp(2. * std::sin(7. * p[0] + 3. * p[2]) +
                      std::cos(11. * p[1]));
    }

    /** Reached by the smoother on all levels, with few cells on the first. */
    inline std::vector<Problem> problems_on_host()
    {
      std::vector<Problem> list;
      const auto cube = [](Triangulation &triangulation) {
        dealii::GridGenerator::hyper_cube(triangulation, 0., 1., true);
      };
      list.push_back({"cube from one patch", cube, 3, 1, {}});

      DiffusionEquation mixed;
      mixed.neumann_boundaries = {7};
      mixed.diffusion          = {{1., 0.5, 2.}};
      mixed.coefficient        = [](const DiffusionEquation::Cell &cell) {
        return varying_coefficient(cell->center());
      };
      list.push_back({"L shape with Neumann faces and coefficients",
                      [](Triangulation &triangulation) {
                        make_l_shape(triangulation);
                        set_ids_along(triangulation, 1, 7);
                      },
                      2,
                      1,
                      mixed});

      DiffusionEquation free;
      free.neumann_boundaries = {0};
      free.reaction           = 3.;
      list.push_back(
        {"three free cells with reaction", make_l_shape, 2, 0, free});

      DiffusionEquation singular;
      singular.neumann_boundaries = {0};
      list.push_back(
        {"Fichera corner, singular", make_fichera_corner, 1, 0, singular});
      list.push_back({"plate with hole", make_plate_with_hole, 2, 1, {}});
      list.push_back({"two parts",
                      [](Triangulation &t) { make_two_parts(t, 3.); },
                      2,
                      1,
                      {}});
      return list;
    }



    inline std::vector<Problem> problems()
    {
      std::vector<Problem> list = problems_on_host();
      for (Problem problem : problems_on_host())
        {
          problem.device = "cuda";
          list.push_back(problem);
        }
      return list;
    }
  } // namespace test
} // namespace tessera

#endif
