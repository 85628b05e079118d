// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/constant_mode.h>

#include <limits>

#include "mpi_dealii/hierarchies.h"

namespace tessera
{
  namespace
  {
    template <typename Number>
    constexpr double tolerance()
    {
      return 500. * std::numeric_limits<Number>::epsilon();
    }



    class RanksTest : public test::OnRanks
    {};



    TEST_P(RanksTest, LevelsAreThoseOfOneRank)
    {
      // The tables of a device cannot be read here.
      if (GetParam().device != "host")
        return;
      const test::Hierarchies h(GetParam());
      for (unsigned int l = h.levels.min_level(); l <= h.levels.max_level();
           ++l)
        {
          SCOPED_TRACE("level " + std::to_string(l));
          const CellwiseMesh &mesh = *h.levels[l], &whole = *h.reference[l];
          EXPECT_EQ(mesh.n_global_cells(), whole.n_global_cells());
          EXPECT_EQ(mesh.is_singular(), whole.is_singular());
          EXPECT_EQ(mesh.is_one_patch(), whole.is_one_patch());
          const auto numbers = h.numbers(l);
          ASSERT_EQ(mesh.n_cells(), std::int64_t(numbers.size()));
          for (std::size_t c = 0; c < numbers.size(); ++c)
            {
              EXPECT_EQ(mesh.dirichlet().data[c],
                        whole.dirichlet().data[numbers[c]]);
              if (whole.coefficients().size == 0)
                continue;
              const double k = whole.coefficients().data[numbers[c]];
              EXPECT_NEAR(mesh.coefficients().data[c], k, 1e-14 * k);
            }
        }
    }



    template <typename Number>
    void check_sweeps(const test::Hierarchies &h, const CellBasis basis)
    {
      for (unsigned int l = h.levels.min_level(); l <= h.levels.max_level();
           ++l)
        {
          const auto nodal = test::random_primal<Number>(*h.reference[l]);
          const auto expected_rhs = test::random_dual<Number>(*h.reference[l]);
          CellwiseVector<Number> expected_u(nodal);
          primal_from_nodal(*h.reference[l], basis, expected_u, nodal);
          const auto rhs = h.distribute(l, expected_rhs);
          auto u         = h.distribute(l, expected_u);
          const VertexPatchSmoother<Number> smoother(h.levels[l], basis);
          const VertexPatchSmoother<Number> reference(h.reference[l], basis);
          smoother.step(u, rhs);
          reference.step(expected_u, expected_rhs);
          h.expect_equal(l, u, expected_u, tolerance<Number>());
          smoother.Tstep(u, rhs, true);
          reference.Tstep(expected_u, expected_rhs);
          h.expect_equal(l, u, expected_u, tolerance<Number>());
          smoother.vmult(u, rhs);
          reference.vmult(expected_u, expected_rhs);
          h.expect_equal(l, u, expected_u, tolerance<Number>());
          smoother.step(u, rhs, true);
          reference.step(expected_u, expected_rhs);
          h.expect_equal(l, u, expected_u, tolerance<Number>());
          smoother.Tvmult(u, rhs);
          reference.Tvmult(expected_u, expected_rhs);
          h.expect_equal(l, u, expected_u, tolerance<Number>());
        }
    }



    TEST_P(RanksTest, SweepsAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      check_sweeps<double>(h, CellBasis::nodal);
      check_sweeps<float>(h, CellBasis::eigen);
    }



    TEST_P(RanksTest, OperatorsAndAveragesAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      const unsigned int l = h.levels.max_level();
      CellwiseVector<double> expected =
        test::random_dual<double>(*h.reference[l]);
      auto vector       = h.distribute(l, expected);
      const auto matrix = CellwiseOperator<double>::laplace(h.levels[l]);
      EXPECT_EQ(matrix.m(), expected.size());
      matrix.vmult(vector, vector);
      CellwiseOperator<double>::laplace(h.reference[l])
        .vmult(expected, expected);
      h.expect_equal(l, vector, expected, 0.);
      auto out_of_place = vector;
      average_copies(*h.levels[l], out_of_place, vector);
      average_copies(*h.levels[l], vector);
      average_copies(*h.reference[l], expected);
      h.expect_equal(l, vector, expected, 1e-15);
      h.expect_equal(l, out_of_place, expected, 1e-15);
    }



    template <typename Number>
    void check_transfers(const test::Hierarchies &h, const CellBasis basis)
    {
      for (unsigned int l = h.levels.min_level() + 1; l <= h.levels.max_level();
           ++l)
        {
          const CellwiseTransfer<Number> transfer(h.levels[l - 1],
                                                  h.levels[l],
                                                  basis);
          const CellwiseTransfer<Number> reference(h.reference[l - 1],
                                                   h.reference[l],
                                                   basis);
          auto expected_coarse =
            test::random_primal<Number>(*h.reference[l - 1]);
          auto expected_fine = test::random_dual<Number>(*h.reference[l]);
          auto coarse        = h.distribute(l - 1, expected_coarse);
          auto fine          = h.distribute(l, expected_fine);
          transfer.prolongate_and_add(fine, coarse);
          reference.prolongate_and_add(expected_fine, expected_coarse);
          h.expect_equal(l, fine, expected_fine, tolerance<Number>());
          transfer.restrict_and_add(coarse, fine);
          reference.restrict_and_add(expected_coarse, expected_fine);
          h.expect_equal(l - 1, coarse, expected_coarse, tolerance<Number>());
          auto expected_workspace = expected_fine;
          auto workspace          = fine;
          const auto expected_rhs = test::random_dual<Number>(*h.reference[l]);
          transfer.restrict_residual(coarse,
                                     h.distribute(l, expected_rhs),
                                     fine,
                                     workspace);
          reference.restrict_residual(expected_coarse,
                                      expected_rhs,
                                      expected_fine,
                                      expected_workspace);
          h.expect_equal(l - 1, coarse, expected_coarse, tolerance<Number>());
          transfer.prolongate(fine, coarse);
          reference.prolongate(expected_fine, expected_coarse);
          h.expect_equal(l, fine, expected_fine, tolerance<Number>());
        }
    }



    TEST_P(RanksTest, TransfersAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      check_transfers<double>(h, CellBasis::nodal);
      check_transfers<float>(h, CellBasis::eigen);
    }



    std::vector<std::shared_ptr<const CellwiseMesh>>
    list_of(const CellwiseLevels &levels)
    {
      std::vector<std::shared_ptr<const CellwiseMesh>> list;
      for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
        list.push_back(levels[l]);
      return list;
    }



    /** A stationary iteration with cycles for one right-hand side. */
    template <typename Number>
    class Iteration
    {
    public:
      Iteration(const CellwiseLevels &levels,
                const CellBasis basis,
                const CellwiseVector<double> &rhs)
        : mesh(levels[levels.max_level()])
        , cycle(list_of(levels), data_of(basis))
        , matrix(CellwiseOperator<double>::laplace(mesh))
        , rhs(rhs)
        , x(rhs)
        , residual(rhs)
        , correction(rhs)
      {
        x = 0.;
        if (mesh->is_singular())
          {
            constants = std::make_unique<ConstantMode<double>>(mesh);
            constants->project_dual(this->rhs);
          }
      }

      const CellwiseVector<double> &advance()
      {
        matrix.residual(residual, x, rhs);
        cycle.vmult(correction, residual);
        x += correction;
        if (constants != nullptr)
          constants->project_primal(x);
        return x;
      }

    private:
      static typename CellwiseMultigrid<Number>::AdditionalData
      data_of(const CellBasis basis)
      {
        typename CellwiseMultigrid<Number>::AdditionalData data;
        data.basis = basis;
        return data;
      }

      std::shared_ptr<const CellwiseMesh> mesh;
      CellwiseMultigrid<Number> cycle;
      CellwiseOperator<double> matrix;
      std::unique_ptr<ConstantMode<double>> constants;
      CellwiseVector<double> rhs, x, residual, correction;
    };



    template <typename Number>
    void check_iterates(const test::Hierarchies &h,
                        const CellBasis basis,
                        const double relative)
    {
      const unsigned int l    = h.levels.max_level();
      const auto expected_rhs = test::random_dual<double>(*h.reference[l]);
      Iteration<Number> iteration(h.levels,
                                  basis,
                                  h.distribute(l, expected_rhs));
      Iteration<Number> reference(h.reference, basis, expected_rhs);
      for (unsigned int i = 0; i < 4; ++i)
        {
          SCOPED_TRACE("cycle " + std::to_string(i));
          const auto &expected = reference.advance();
          h.expect_equal(l, iteration.advance(), expected, relative);
        }
    }



    TEST_P(RanksTest, IteratesAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      check_iterates<double>(h, CellBasis::nodal, 1e-11);
      check_iterates<float>(h, CellBasis::eigen, 1e-5);
    }



    template <typename Number>
    void check_fixed_cycles(const test::Hierarchies &h, const double relative)
    {
      const unsigned int l    = h.levels.max_level();
      const auto expected_rhs = test::random_dual<double>(*h.reference[l]);
      const auto run          = [&](const CellwiseLevels &levels,
                           const CellwiseVector<double> &rhs,
                           CellwiseVector<double> &x) {
        x = 0.;
        return CellwiseMultigrid<Number>(list_of(levels))
          .iterate(CellwiseOperator<double>::laplace(levels[l]), x, rhs, 4);
      };
      auto expected       = expected_rhs;
      auto x              = h.distribute(l, expected_rhs);
      const auto monitors = run(h.reference, expected_rhs, expected);
      const auto actual   = run(h.levels, h.distribute(l, expected_rhs), x);
      h.expect_equal(l, x, expected, relative);
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(actual[i], monitors[i], 1e-3 * monitors[i]);
    }



    TEST_P(RanksTest, FixedCyclesAreThoseOfOneRank)
    {
      const test::Hierarchies h(GetParam());
      if (h.reference[h.levels.max_level()]->is_singular())
        return;
      check_fixed_cycles<double>(h, 1e-11);
      check_fixed_cycles<float>(h, 1e-5);
    }



    INSTANTIATE_TEST_SUITE_P(Problems,
                             RanksTest,
                             testing::ValuesIn(test::problems()),
                             test::name_of_problem);
  } // namespace
} // namespace tessera
