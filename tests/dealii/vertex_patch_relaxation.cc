// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/vertex_patch_relaxation.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <set>
#include <vector>

#include "dealii/domains.h"
#include "dealii/matrix_free_problem.h"
#include "devices.h"
#include "reference/random.h"

namespace tessera
{
  namespace
  {
    using test::DistributedVector;
    using Ids = std::set<dealii::types::boundary_id>;

    class VertexPatchRelaxationTest : public test::OnEachDevice
    {};



    template <typename Number>
    DistributedVector<Number> random_vector(const std::size_t n,
                                            const unsigned int seed)
    {
      const auto values = reference::random_vector<Number>(n, seed);
      DistributedVector<Number> x(n);
      std::copy(values.begin(), values.end(), x.begin());
      return x;
    }



    /** The finest level of a box with boundary ids 0 to 5. */
    template <typename Number>
    struct Box
    {
      Box(const Device &device,
          const unsigned int n_refinements,
          const Ids &neumann)
      {
        dealii::GridGenerator::hyper_rectangle(triangulation,
                                               dealii::Point<3>(0., 0., 0.),
                                               dealii::Point<3>(1., 2., 0.5),
                                               true);
        triangulation.refine_global(n_refinements);
        Ids dirichlet{0, 1, 2, 3, 4, 5};
        for (const auto id : neumann)
          dirichlet.erase(id);
        problem =
          std::make_unique<test::MatrixFreeProblem<Number>>(triangulation,
                                                            dirichlet,
                                                            n_refinements);
        DiffusionEquation equation;
        equation.neumann_boundaries = neumann;
        data.dof_map = make_cellwise_dof_maps(problem->dof_handler,
                                              device,
                                              n_refinements,
                                              equation)[n_refinements];
        relaxation.initialize(matrix(), data);
      }

      const test::MatrixFreeLaplace<Number> &matrix() const
      {
        return problem->levels[problem->levels.max_level()];
      }

      test::LevelTriangulation triangulation;
      std::unique_ptr<test::MatrixFreeProblem<Number>> problem;
      typename VertexPatchRelaxation<Number>::AdditionalData data;
      VertexPatchRelaxation<Number> relaxation;
    };



    // The rows of the Dirichlet boundary are among those that are solved.
    template <typename Number>
    void check_one_patch(const Device &device,
                         const unsigned int n_refinements,
                         const Ids &neumann)
    {
      const Box<Number> box(device, n_refinements, neumann);
      const std::size_t n = box.relaxation.m();
      EXPECT_EQ(box.relaxation.n(), n);
      const auto rhs = random_vector<Number>(n, 1);
      DistributedVector<Number> u(n), r(n);
      const auto check = [&] {
        box.matrix().vmult(r, u);
        r -= rhs;
        EXPECT_LT(r.linfty_norm(),
                  300 * std::numeric_limits<Number>::epsilon());
      };
      u = std::numeric_limits<Number>::quiet_NaN();
      box.relaxation.vmult(u, rhs);
      check();
      box.relaxation.Tvmult(u, rhs);
      check();
      u = random_vector<Number>(n, 2);
      box.relaxation.step(u, rhs);
      check();
      u = random_vector<Number>(n, 3);
      box.relaxation.Tstep(u, rhs);
      check();
    }



    TEST_P(VertexPatchRelaxationTest, SolvesOnePatchExactly)
    {
      check_one_patch<float>(device, 1, {});
      check_one_patch<double>(device, 1, {});
      // A cell with one free vertex.
      check_one_patch<float>(device, 0, {1, 3, 5});
      check_one_patch<double>(device, 0, {0, 2, 5});
    }



    TEST_P(VertexPatchRelaxationTest, HasTheIteratesOfTheCellwiseSmoother)
    {
      const Box<double> box(device, 2, {1, 5});
      const auto &mesh = box.data.dof_map->mesh();
      const auto n     = box.relaxation.m();

      // Which degree of freedom each entry is a copy of.
      DistributedVector<double> numbers(n), rhs(n), u(n), from_cells(n);
      for (unsigned int i = 0; i < n; ++i)
        numbers[i] = i;
      CellwiseVector<double> cellwise_u;
      box.data.dof_map->copy_to_cellwise(cellwise_u, numbers);
      const auto dofs = cellwise_u.copy_to_host();

      const auto parts = reference::random_vector<double>(dofs.size(), 1);
      for (std::size_t i = 0; i < parts.size(); ++i)
        rhs[static_cast<unsigned int>(dofs[i])] += parts[i];
      u = random_vector<double>(n, 2);
      for (const auto i : box.data.dof_map->dirichlet_dofs())
        u[i] = rhs[i] = 0.;

      const CellwiseVector<double> cellwise_rhs(device, parts);
      box.data.dof_map->copy_to_cellwise(cellwise_u, u);
      const VertexPatchSmoother<double> smoother(mesh);
      const auto check = [&] {
        box.data.dof_map->copy_from_cellwise(from_cells, cellwise_u);
        from_cells -= u;
        EXPECT_LT(from_cells.linfty_norm(), 1e-13 * u.linfty_norm());
      };
      smoother.step(cellwise_u, cellwise_rhs);
      box.relaxation.step(u, rhs);
      check();
      smoother.Tstep(cellwise_u, cellwise_rhs);
      box.relaxation.Tstep(u, rhs);
      check();
    }



    // <T b, c> = <b, T' c> for a sweep T and the reversed one.
    TEST_P(VertexPatchRelaxationTest, ReversedSweepIsTheAdjoint)
    {
      const Box<double> box(device, 2, {0, 2, 3});
      const auto n = box.relaxation.m();
      const auto b = random_vector<double>(n, 1),
                 c = random_vector<double>(n, 2);
      DistributedVector<double> Tb(n), Tc(n);
      box.relaxation.vmult(Tb, b);
      box.relaxation.Tvmult(Tc, c);
      EXPECT_NEAR(Tb * c, b * Tc, 1e-13 * Tb.l2_norm() * c.l2_norm());
      box.relaxation.vmult(Tc, c);
      EXPECT_GT(std::fabs(Tb * c - b * Tc), 1e-6 * Tb.l2_norm() * c.l2_norm());
    }



    TEST_P(VertexPatchRelaxationTest, CopiesNoMoreThanTheVectors)
    {
      const Box<double> box(device, 1, {});
      DistributedVector<double> u(box.relaxation.m()), rhs(u);
      box.relaxation.step(u, rhs);
      const int to_gpu = device.is_host() ? 0 : 1;
      Device::reset_transfer_statistics();
      box.relaxation.step(u, rhs);
      TransferStatistics statistics = Device::transfer_statistics();
      EXPECT_EQ(statistics.n_host_to_device, 2 * to_gpu);
      EXPECT_EQ(statistics.n_device_to_host, to_gpu);
      Device::reset_transfer_statistics();
      box.relaxation.vmult(u, rhs);
      statistics = Device::transfer_statistics();
      EXPECT_EQ(statistics.n_host_to_device, to_gpu);
      EXPECT_EQ(statistics.n_device_to_host, to_gpu);
    }



    TEST(VertexPatchRelaxation, RefusesWrongLevelsAndVectors)
    {
      const Box<double> box(Device::host(), 1, {});
      const Box<double> other(Device::host(), 2, {});
      VertexPatchRelaxation<double> relaxation;
      DistributedVector<double> u(box.relaxation.m()), small(1);
      EXPECT_THROW(relaxation.step(u, u), InvalidInput);
      EXPECT_THROW(relaxation.vmult(u, u), InvalidInput);
      EXPECT_THROW(relaxation.m(), InvalidInput);
      EXPECT_THROW(relaxation.initialize({}), InvalidInput);
      EXPECT_THROW(relaxation.initialize({box.data.dof_map, 0}), InvalidInput);
      EXPECT_THROW(relaxation.initialize(other.matrix(), box.data),
                   InvalidInput);
      EXPECT_THROW(relaxation.m(), InvalidInput);
      relaxation.initialize(box.matrix(), box.data);
      EXPECT_THROW(relaxation.step(u, small), InvalidInput);
      EXPECT_THROW(relaxation.Tstep(small, u), InvalidInput);
      EXPECT_THROW(relaxation.vmult(small, u), InvalidInput);
      EXPECT_THROW(relaxation.Tvmult(u, small), InvalidInput);
      relaxation.clear();
      EXPECT_THROW(relaxation.step(u, u), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             VertexPatchRelaxationTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
