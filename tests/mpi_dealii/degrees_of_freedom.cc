// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/cellwise_dof_map.h>
#include <tessera/dealii/poisson_multigrid.h>
#include <tessera/dealii/vertex_patch_relaxation.h>

#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/numerics/vector_tools.h>

#include "mpi_dealii/hierarchies.h"

namespace tessera
{
  namespace
  {
    using VectorType = dealii::LinearAlgebra::distributed::Vector<double>;

    class Waves : public dealii::Function<3>
    {
    public:
      double value(const dealii::Point<3> &p,
                   const unsigned int = 0) const override
      {
        return std::sin(9. * p[0]) + std::cos(7. * p[1] + 2. * p[2]);
      }
    };



    /** Degrees of freedom on all ranks and, as a whole, on each. */
    struct DoFs
    {
      explicit DoFs(const test::Problem &problem)
        : h(problem)
        , fe(3)
        , distributed(h.distributed)
        , whole(h.whole)
      {
        for (auto *dof_handler : {&distributed, &whole})
          {
            dof_handler->distribute_dofs(fe);
            dof_handler->distribute_mg_dofs();
          }
      }

      /** A function on the active cells. */
      static VectorType interpolate(const dealii::DoFHandler<3> &dof_handler)
      {
        dealii::IndexSet relevant;
        dealii::DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
        VectorType with_ghosts(dof_handler.locally_owned_dofs(),
                               relevant,
                               dof_handler.get_communicator());
        dealii::VectorTools::interpolate(dof_handler, Waves(), with_ghosts);
        VectorType vector(dof_handler.locally_owned_dofs(),
                          dof_handler.get_communicator());
        vector.copy_locally_owned_data_from(with_ghosts);
        return vector;
      }

      test::Hierarchies h;
      dealii::FE_Q<3> fe;
      dealii::DoFHandler<3> distributed;
      dealii::DoFHandler<3> whole;
    };



    class RanksDoFTest : public test::OnRanks
    {};



    TEST_P(RanksDoFTest, VectorsAreThoseOfOneRank)
    {
      const DoFs dofs(GetParam());
      const unsigned int l = dofs.h.levels.max_level();
      const CellwiseDoFMap map(dofs.distributed, dofs.h.levels[l]);
      const CellwiseDoFMap reference(dofs.whole, dofs.h.reference[l]);
      EXPECT_EQ(map.n_dofs(), reference.n_dofs());
      const VectorType vector   = DoFs::interpolate(dofs.distributed);
      const VectorType expected = DoFs::interpolate(dofs.whole);

      CellwiseVector<double> cellwise, expected_cellwise, dual;
      map.copy_to_cellwise(cellwise, vector);
      reference.copy_to_cellwise(expected_cellwise, expected);
      dofs.h.expect_equal(l, cellwise, expected_cellwise, 1e-14);

      // Each part of the sums occurs on one rank.
      map.copy_dual_to_cellwise(dual, vector);
      EXPECT_NEAR(dual * cellwise, vector * vector, 1e-13 * (vector * vector));
      EXPECT_NEAR(dual.l2_norm(), vector.l2_norm(), 1e-13 * vector.l2_norm());

      VectorType back(vector);
      back = 0.;
      map.copy_from_cellwise(back, cellwise);
      back -= vector;
      EXPECT_EQ(back.linfty_norm(), 0.);
    }



    TEST_P(RanksDoFTest, RelaxationIsThatOfOneRank)
    {
      const DoFs dofs(GetParam());
      for (unsigned int l = dofs.h.levels.min_level();
           l <= dofs.h.levels.max_level();
           ++l)
        {
          const auto sweep = [l](const dealii::DoFHandler<3> &dof_handler,
                                 const CellwiseLevels &levels,
                                 const CellwiseVector<double> &start) {
            VertexPatchRelaxation<double>::AdditionalData data;
            data.dof_map =
              std::make_shared<const CellwiseDoFMap>(dof_handler, levels[l], l);
            VectorType u(dof_handler.locally_owned_mg_dofs(l),
                         dof_handler.get_communicator());
            data.dof_map->copy_from_cellwise(u, start);
            VectorType rhs(u);
            rhs *= -0.5;
            VertexPatchRelaxation<double> relaxation;
            relaxation.initialize(data);
            relaxation.step(u, rhs);
            relaxation.Tstep(u, rhs);
            CellwiseVector<double> result;
            data.dof_map->copy_to_cellwise(result, u);
            return result;
          };
          const auto start = test::random_primal<double>(*dofs.h.reference[l]);
          const auto expected = sweep(dofs.whole, dofs.h.reference, start);
          const auto actual =
            sweep(dofs.distributed, dofs.h.levels, dofs.h.distribute(l, start));
          dofs.h.expect_equal(l, actual, expected, 1e-12);
        }
    }



    TEST_P(RanksDoFTest, SolutionsAreThoseOfOneRank)
    {
      const DoFs dofs(GetParam());
      const unsigned int l = dofs.h.levels.max_level();
      for (const auto outer : {PoissonMultigrid::OuterIteration::stationary,
                               PoissonMultigrid::OuterIteration::cg})
        {
          const auto solve = [&](const dealii::DoFHandler<3> &dof_handler) {
            PoissonMultigrid::AdditionalData data;
            data.device    = Device::from_name(GetParam().device);
            data.min_level = GetParam().min_level;
            data.outer     = outer;
            PoissonMultigrid multigrid(dof_handler, GetParam().equation, data);
            const VectorType rhs = DoFs::interpolate(dof_handler);
            VectorType solution(rhs);
            solution = 0.;
            dealii::IterationNumberControl control(5, 0.);
            multigrid.solve(control, solution, rhs);
            CellwiseVector<double> result;
            multigrid.dof_map().copy_to_cellwise(result, solution);
            return result;
          };
          const auto actual   = solve(dofs.distributed);
          const auto expected = solve(dofs.whole);
          dofs.h.expect_equal(l, actual, expected, 1e-6);
        }
    }

    INSTANTIATE_TEST_SUITE_P(Problems,
                             RanksDoFTest,
                             testing::ValuesIn(test::problems()),
                             test::name_of_problem);
  } // namespace
} // namespace tessera
