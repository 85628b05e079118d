// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The cycle on the two coarsest levels in one kernel.

#include <tessera/cellwise/cellwise_coarse_solver.h>
#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "cellwise/small_cycle.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>

#include "devices.h"
#include "reference/random.h"

namespace tessera
{
  namespace
  {
    using Mesh = std::shared_ptr<const CellwiseMesh>;

    /** A box with @p n cells an axis, with a tensor and a reaction term. */
    CellwiseMesh::Description box(const std::int64_t n)
    {
      const double h = 1. / static_cast<double>(n);
      auto result =
        CellwiseMesh::describe_box({{n, n, n}}, {{h, 0.5 * h, 2. * h}});
      result.diffusion = {{1., 0.5, 2.}};
      result.reaction  = 3.;
      return result;
    }



    class SmallCycleTest : public test::OnEachDevice
    {
    protected:
      /** The same from its parts. */
      CellwiseVector<float> expected(const Mesh &coarse,
                                     const Mesh &fine,
                                     const int n_steps,
                                     const bool symmetric,
                                     const CellwiseVector<float> &rhs) const
      {
        const VertexPatchSmoother<float> smoother(fine, CellBasis::eigen);
        const CellwiseTransfer<float> transfer(coarse, fine, CellBasis::eigen);
        CellwiseVector<float> u(rhs), workspace(rhs), coarse_rhs, coarse_u;
        coarse->initialize_vector(coarse_rhs);
        coarse->initialize_vector(coarse_u);
        u = 0.f;
        for (int i = 0; i < n_steps; ++i)
          smoother.step(u, rhs);
        transfer.restrict_residual(coarse_rhs, rhs, u, workspace);
        CellwiseCoarseSolver<float>(coarse, {CellBasis::eigen})
          .vmult(coarse_u, coarse_rhs);
        transfer.prolongate_and_add(u, coarse_u);
        for (int i = 0; i < n_steps; ++i)
          if (symmetric)
            smoother.Tstep(u, rhs);
          else
            smoother.step(u, rhs);
        return u;
      }
    };



    TEST_P(SmallCycleTest, DoesWhatItsPartsDo)
    {
      const auto coarse = std::make_shared<const CellwiseMesh>(device, box(2));
      const auto fine   = std::make_shared<const CellwiseMesh>(device, box(4));
      const CellwiseVector<float> rhs(
        device, reference::random_vector<float>(fine->n_values(), 1));
      for (const int n_steps : {1, 3})
        for (const bool symmetric : {false, true})
          {
            const auto cycle =
              internal::SmallCycle::create(coarse, fine, n_steps, symmetric);
            ASSERT_EQ(cycle != nullptr, !device.is_host());
            if (cycle == nullptr)
              continue;
            CellwiseVector<float> u(rhs);
            cycle->run(u, rhs);
            auto difference   = expected(coarse, fine, n_steps, symmetric, rhs);
            const float scale = difference.linfty_norm();
            difference -= u;
            EXPECT_LT(difference.linfty_norm(),
                      20 * std::numeric_limits<float>::epsilon() * scale);
          }
    }



    TEST_P(SmallCycleTest, LeavesOtherLevelsAlone)
    {
      const auto make = [&](const CellwiseMesh::Description &description) {
        return std::make_shared<const CellwiseMesh>(device, description);
      };
      const auto create = [](const Mesh &coarse, const Mesh &fine) {
        return internal::SmallCycle::create(coarse, fine, 1, false);
      };
      EXPECT_EQ(create(make(box(4)), make(box(8))), nullptr);
      auto varying = box(4);
      varying.coefficients.assign(64, 2.);
      EXPECT_EQ(create(make(box(2)), make(varying)), nullptr);
      const std::array<bool, 6> free_face = {{true}};
      EXPECT_EQ(create(make(CellwiseMesh::describe_box(
                         {{2, 2, 2}}, {{1., 1., 1.}}, free_face)),
                       make(CellwiseMesh::describe_box(
                         {{4, 4, 4}}, {{0.5, 0.5, 0.5}}, free_face))),
                nullptr);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             SmallCycleTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
