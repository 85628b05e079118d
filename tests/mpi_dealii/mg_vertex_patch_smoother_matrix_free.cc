// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The smoother of a program with deal.II's MatrixFree operators.

#include <tessera/dealii/mg_vertex_patch_smoother_matrix_free.h>

#include <limits>
#include <set>

#include "dealii/matrix_free_problem.h"
#include "mpi_dealii/hierarchies.h"

namespace tessera
{
  namespace
  {
    using test::DistributedVector;
    using test::MatrixFreeProblem;

    template <typename Number>
    using Smoother = MGVertexPatchSmootherMatrixFree<Number>;

    /** deal.II's level matrices are those of the Laplacian. */
    std::vector<test::Problem> laplace_problems()
    {
      std::vector<test::Problem> list;
      for (const test::Problem &problem : test::problems_on_host())
        if (!problem.equation.coefficient && problem.equation.reaction == 0. &&
            problem.equation.neumann_boundaries.empty())
          list.push_back(problem);
      DiffusionEquation mixed;
      mixed.neumann_boundaries = {7};
      list.push_back({"L shape with Neumann faces",
                      [](test::Triangulation &triangulation) {
                        test::make_l_shape(triangulation);
                        test::set_ids_along(triangulation, 1, 7);
                      },
                      2,
                      1,
                      mixed});
      return list;
    }



    class MatrixFreeOnRanks : public testing::TestWithParam<test::Problem>
    {
    protected:
      MatrixFreeOnRanks()
        : h(GetParam())
      {
        for (const auto id : h.whole.get_boundary_ids())
          if (GetParam().equation.neumann_boundaries.count(id) == 0)
            dirichlet.insert(id);
      }

      template <typename Number>
      MatrixFreeProblem<Number>
      make_problem(const test::Triangulation &triangulation) const
      {
        return {triangulation, dirichlet, GetParam().min_level};
      }

      template <typename Number>
      Smoother<Number>
      make_smoother(const MatrixFreeProblem<Number> &problem,
                    const typename Smoother<Number>::Order order,
                    const unsigned int n_sweeps) const
      {
        const typename Smoother<Number>::AdditionalData data(
          Device::host(), GetParam().min_level, order, n_sweeps);
        Smoother<Number> smoother;
        smoother.initialize(problem.dof_handler, GetParam().equation, data);
        return smoother;
      }

      test::Hierarchies h;
      std::set<dealii::types::boundary_id> dirichlet;
    };



    /** smooth() and apply() on one level, as a cell-wise vector. */
    template <typename Number>
    CellwiseVector<Number> sweep(const MatrixFreeProblem<Number> &problem,
                                 const Smoother<Number> &smoother,
                                 const CellwiseLevels &levels,
                                 const unsigned int level,
                                 const CellwiseVector<Number> &start)
    {
      const CellwiseDoFMap map(problem.dof_handler, levels[level], level);
      DistributedVector<Number> u, rhs;
      problem.levels[level].initialize_dof_vector(u);
      map.copy_from_cellwise(u, start);
      rhs = u;
      rhs *= Number(-0.5);
      smoother.smooth(level, u, rhs);
      smoother.apply(level, rhs, u);
      u += rhs;
      CellwiseVector<Number> result;
      map.copy_to_cellwise(result, u);
      return result;
    }



    template <typename Number>
    class Checks : public MatrixFreeOnRanks
    {
    protected:
      using Order = typename Smoother<Number>::Order;

      void check_sweeps() const
      {
        const auto problem   = make_problem<Number>(h.distributed);
        const auto reference = make_problem<Number>(h.whole);
        for (const Order order :
             {Order::forward, Order::reversed, Order::symmetric})
          for (const unsigned int n_sweeps : {1, 2})
            {
              const auto smoother = make_smoother(problem, order, n_sweeps);
              const auto expected = make_smoother(reference, order, n_sweeps);
              for (unsigned int l = h.levels.min_level();
                   l <= h.levels.max_level();
                   ++l)
                {
                  const auto start =
                    test::random_primal<Number>(*h.reference[l]);
                  h.expect_equal(
                    l,
                    sweep(
                      problem, smoother, h.levels, l, h.distribute(l, start)),
                    sweep(reference, expected, h.reference, l, start),
                    10. * std::numeric_limits<Number>::epsilon());
                }
            }
      }

      CellwiseVector<double> iterate(const test::Triangulation &triangulation,
                                     const CellwiseLevels &levels,
                                     const unsigned int n_steps) const
      {
        const auto problem  = make_problem<Number>(triangulation);
        const auto smoother = make_smoother(problem, Order::symmetric, 1);
        dealii::IterationNumberControl control(n_steps, 0., false, false);
        DistributedVector<double> solution;
        problem.solve(control, smoother, smoother, solution);
        EXPECT_EQ(control.last_step(), n_steps);
        CellwiseVector<double> result;
        CellwiseDoFMap(problem.dof_handler, levels[levels.max_level()])
          .copy_to_cellwise(result, solution);
        return result;
      }

      void check_iterates() const
      {
        for (unsigned int n_steps = 1; n_steps <= 4; ++n_steps)
          {
            SCOPED_TRACE("step " + std::to_string(n_steps));
            h.expect_equal(h.levels.max_level(),
                           iterate(h.distributed, h.levels, n_steps),
                           iterate(h.whole, h.reference, n_steps),
                           50. * std::numeric_limits<Number>::epsilon());
          }
      }
    };

    using MatrixFreeOnRanksFloat  = Checks<float>;
    using MatrixFreeOnRanksDouble = Checks<double>;



    TEST_P(MatrixFreeOnRanksFloat, SweepsAreThoseOfOneRank)
    {
      check_sweeps();
    }



    TEST_P(MatrixFreeOnRanksDouble, SweepsAreThoseOfOneRank)
    {
      check_sweeps();
    }



    TEST_P(MatrixFreeOnRanksFloat, IteratesAreThoseOfOneRank)
    {
      check_iterates();
    }



    TEST_P(MatrixFreeOnRanksDouble, IteratesAreThoseOfOneRank)
    {
      check_iterates();
    }

    INSTANTIATE_TEST_SUITE_P(Problems,
                             MatrixFreeOnRanksFloat,
                             testing::ValuesIn(laplace_problems()),
                             test::name_of_problem);
    INSTANTIATE_TEST_SUITE_P(Problems,
                             MatrixFreeOnRanksDouble,
                             testing::ValuesIn(laplace_problems()),
                             test::name_of_problem);
  } // namespace
} // namespace tessera
