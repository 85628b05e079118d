// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What one rank has against its input is thrown on all of them: none is left
// waiting for the others.

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/dealii/mg_cellwise_transfer.h>
#include <tessera/dealii/mg_vertex_patch_smoother_matrix_free.h>
#include <tessera/dealii/poisson_multigrid.h>

#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/la_parallel_vector.h>

#include "mpi_dealii/hierarchies.h"
#include "mpi_main.h"

namespace tessera
{
  namespace
  {
    constexpr unsigned int n_seconds = 100;

    int number_of_ranks()
    {
      int n_ranks = 0;
      MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
      return n_ranks;
    }



    bool is_last_rank()
    {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      return rank == number_of_ranks() - 1;
    }



    struct LevelTriangulation : public test::DistributedTriangulation
    {
      LevelTriangulation()
        : test::DistributedTriangulation(
            MPI_COMM_WORLD,
            dealii::Triangulation<3>::limit_level_difference_at_vertices,
            test::DistributedTriangulation::construct_multigrid_hierarchy)
      {}
    };



    template <typename Function>
    std::string error_of(const Function &function)
    {
      try
        {
          function();
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "nothing was refused";
    }



    void expect_in(const std::string &part, const std::string &message)
    {
      EXPECT_NE(message.find(part), std::string::npos)
        << "`" << part << "' is not in: " << message;
    }



    std::string error_of_levels(const dealii::Triangulation<3> &triangulation,
                                const DiffusionEquation &equation = {},
                                const unsigned int min_level      = 1)
    {
      return error_of([&] {
        make_cellwise_levels(triangulation,
                             Device::host(),
                             min_level,
                             equation);
      });
    }



    TEST(RefusalsOnRanks, OneCell)
    {
      const test::TimeLimit limit(n_seconds);
      LevelTriangulation levels;
      dealii::GridGenerator::hyper_cube(levels);
      levels.refine_global(2);
      expect_in("nothing was refused", error_of_levels(levels));
      // One cell has it, and so one rank.
      DiffusionEquation bad;
      bad.coefficient = [](const DiffusionEquation::Cell &cell) {
        return cell->center().norm() < 0.25 ? -1. : 1.;
      };
      expect_in("is -1, expected a positive", error_of_levels(levels, bad));
      DiffusionEquation no_such_id;
      no_such_id.neumann_boundaries = {9};
      expect_in("boundary id 9", error_of_levels(levels, no_such_id));

      test::DistributedTriangulation active(MPI_COMM_WORLD);
      dealii::GridGenerator::hyper_cube(active);
      active.refine_global(2);
      expect_in(number_of_ranks() > 1 ? "construct_multigrid_hierarchy"
                                      : "nothing was refused",
                error_of_levels(active));
    }



    TEST(RefusalsOnRanks, AnotherEquationThanTheFirstRank)
    {
      if (number_of_ranks() == 1)
        GTEST_SKIP() << "One rank agrees with itself.";
      const test::TimeLimit limit(n_seconds);
      LevelTriangulation levels;
      dealii::GridGenerator::hyper_cube(levels, 0., 1., true);
      levels.refine_global(2);
      const std::string last = std::to_string(number_of_ranks() - 1);

      // As many boundary ids as on the others, and all of them are there.
      DiffusionEquation equation;
      equation.neumann_boundaries = {1, is_last_rank() ? 4u : 2u};
      expect_in("Rank " + last +
                  " was given the Neumann boundary 4, where rank 0 has 2",
                error_of_levels(levels, equation));
      equation.neumann_boundaries = {1, 2};
      expect_in("nothing was refused", error_of_levels(levels, equation));

      const std::string another =
        "Rank " + last + " was given another equation";
      equation.neumann_boundaries = {};
      equation.reaction           = is_last_rank() ? 1. : 2.;
      expect_in(another, error_of_levels(levels, equation));
      expect_in(another, error_of_levels(levels, {}, is_last_rank() ? 2 : 1));
    }



    /** The cube on levels 1 and 2, with what works on it. */
    struct Cube
    {
      using VectorType = dealii::LinearAlgebra::distributed::Vector<double>;

      Cube()
        : fe(3)
      {
        dealii::GridGenerator::hyper_cube(triangulation);
        triangulation.refine_global(2);
        dof_handler.reinit(triangulation);
        dof_handler.distribute_dofs(fe);
        dof_handler.distribute_mg_dofs();
        levels = make_cellwise_levels(triangulation, Device::host(), 1);
        for (unsigned int level = 1; level <= 2; ++level)
          levels[level]->initialize_vector(right[level - 1]);
        // A vector of this process alone, where the last rank forgot to
        // initialise it.
        wrong = right[1];
        if (is_last_rank())
          wrong = CellwiseVector<double>(Device::host(), 7);
        dofs.reinit(dof_handler.locally_owned_dofs(), MPI_COMM_WORLD);
        level_dofs.reinit(dof_handler.locally_owned_mg_dofs(2), MPI_COMM_WORLD);
        if (is_last_rank())
          wrong_dofs.reinit(3);
        else
          wrong_dofs.reinit(dofs);
      }

      LevelTriangulation triangulation;
      dealii::FE_Q<3> fe;
      dealii::DoFHandler<3> dof_handler;
      CellwiseLevels levels;
      std::array<CellwiseVector<double>, 2> right;
      CellwiseVector<double> wrong;
      VectorType dofs, level_dofs, wrong_dofs;
    };



    /** Whether @p function is refused on all ranks because of the last one. */
    template <typename Function>
    void expect_refusal(const Function &function)
    {
      const int n_ranks = number_of_ranks();
      expect_in(n_ranks == 1
                  ? "he vector "
                  : "On rank " + std::to_string(n_ranks - 1) + ": The vector ",
                error_of(function));
    }



    TEST(RefusalsOnRanks, AVectorOfOneRankInTheTransfer)
    {
      const test::TimeLimit limit(n_seconds);
      Cube cube;
      const MGCellwiseTransfer<double> transfer(cube.levels);
      const dealii::DoFHandler<3> none;
      dealii::MGLevelObject<CellwiseVector<double>> vectors(1, 2), wrong(1, 2);
      transfer.copy_to_mg(none, vectors, cube.right[1]);
      wrong[1]    = vectors[1];
      wrong[2]    = cube.wrong;
      auto &right = cube.right[1];
      expect_refusal([&] { transfer.copy_to_mg(none, vectors, cube.wrong); });
      expect_refusal([&] { transfer.copy_from_mg(none, right, wrong); });
      expect_refusal([&] { transfer.copy_from_mg(none, cube.wrong, vectors); });
      expect_refusal([&] { transfer.copy_from_mg_add(none, right, wrong); });
      expect_refusal(
        [&] { transfer.copy_from_mg_add(none, cube.wrong, vectors); });

      dealii::MGLevelObject<CellwiseVector<double>> other(1,
                                                          is_last_rank() ? 1
                                                                         : 2);
      expect_in("The Multigrid object has the levels 1 to 1",
                error_of([&] { transfer.copy_to_mg(none, other, right); }));

      // Nobody waits for a message any more.
      transfer.copy_to_mg(none, vectors, right);
      transfer.copy_from_mg_add(none, right, vectors);
      EXPECT_TRUE(right.all_zero());
    }



    TEST(RefusalsOnRanks, AVectorOfOneRankInCycles)
    {
      const test::TimeLimit limit(n_seconds);
      Cube cube;
      auto &right = cube.right[1];
      const CellwiseMultigrid<float> cycle({cube.levels[1], cube.levels[2]});
      expect_refusal([&] { cycle.vmult(right, cube.wrong); });
      expect_refusal([&] { cycle.vmult(cube.wrong, right); });
      cycle.vmult(right, right);

      PoissonMultigrid::AdditionalData data;
      data.device    = Device::host();
      data.min_level = 1;
      PoissonMultigrid multigrid(cube.dof_handler, {}, data);
      dealii::IterationNumberControl control(1, 0.);
      expect_refusal(
        [&] { multigrid.solve_cellwise(control, right, cube.wrong); });
      expect_refusal(
        [&] { multigrid.solve_cellwise(control, cube.wrong, right); });
      expect_refusal(
        [&] { multigrid.solve(control, cube.dofs, cube.wrong_dofs); });
      expect_refusal(
        [&] { multigrid.solve(control, cube.wrong_dofs, cube.dofs); });
      multigrid.solve(control, cube.dofs, cube.dofs);
      EXPECT_EQ(cube.dofs.linfty_norm(), 0.);
    }



    TEST(RefusalsOnRanks, AVectorOfOneRankForDegreesOfFreedom)
    {
      const test::TimeLimit limit(n_seconds);
      Cube cube;
      const CellwiseDoFMap map(cube.dof_handler, cube.levels[2]);
      CellwiseVector<double> result;
      expect_refusal([&] { map.copy_to_cellwise(result, cube.wrong_dofs); });
      expect_refusal(
        [&] { map.copy_dual_to_cellwise(result, cube.wrong_dofs); });
      expect_refusal([&] { map.copy_from_cellwise(cube.dofs, cube.wrong); });
      expect_refusal(
        [&] { map.copy_from_cellwise(cube.wrong_dofs, cube.right[1]); });
      if (number_of_ranks() > 1)
        {
          // A vector of one process cannot be resized to what is distributed.
          dealii::Vector<double> local;
          expect_in("is on this process alone", error_of([&] {
                      map.copy_from_cellwise(local, cube.right[1]);
                    }));
        }

      MGVertexPatchSmootherMatrixFree<double> smoother;
      smoother.initialize(cube.dof_handler);
      auto &u = cube.level_dofs;
      expect_refusal([&] { smoother.smooth(2, u, cube.wrong_dofs); });
      expect_refusal([&] { smoother.apply(2, cube.wrong_dofs, u); });
      smoother.smooth(2, u, u);
      EXPECT_EQ(u.linfty_norm(), 0.);
    }



    // Ranks without a cell of both meshes find vectors of the right size.
    TEST(RefusalsOnRanks, AVectorOfAnotherMesh)
    {
      const test::TimeLimit limit(n_seconds);
      DiffusionEquation free;
      free.neumann_boundaries = {0};
      free.reaction           = 1.;
      LevelTriangulation one, two;
      dealii::GridGenerator::hyper_cube(one);
      dealii::GridGenerator::subdivided_hyper_rectangle(
        two, {2, 1, 1}, dealii::Point<3>(), dealii::Point<3>(2., 1., 1.));
      const auto mesh_of = [&](const LevelTriangulation &triangulation) {
        return make_cellwise_levels(triangulation, Device::host(), 0, free)[0];
      };
      const auto mesh = mesh_of(two);
      CellwiseVector<double> right, other;
      mesh->initialize_vector(right);
      mesh_of(one)->initialize_vector(other);
      const VertexPatchSmoother<double> smoother(mesh);
      const std::string expected = "has 64 entries";
      expect_in(expected, error_of([&] { average_copies(*mesh, other); }));
      expect_in(expected, error_of([&] { smoother.step(right, other); }));
      expect_in(expected, error_of([&] { smoother.vmult(other, right); }));
      average_copies(*mesh, right);
    }
  } // namespace
} // namespace tessera
