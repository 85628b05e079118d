// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <cmath>
#include <memory>

#include "devices.h"
#include "reference/cellwise.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    class VertexPatchSmootherTest : public test::OnEachDevice
    {
    protected:
      std::shared_ptr<const CellwiseMesh>
      make_box(const reference::Box &n, const reference::Sides &sides)
      {
        description = CellwiseMesh::describe_box(n, sides);
        return std::make_shared<CellwiseMesh>(device, description);
      }

      CellwiseMesh::Description description;
    };

    const reference::Sides cube      = {{1., 1., 1.}};
    const reference::Sides stretched = {{1., 0.5, 2.}};



    // Boxes with no cell, no patch, one patch, and 31, 32 and 33 of a colour.
    TEST_P(VertexPatchSmootherTest, AgreesWithDensePatchMatrices)
    {
      for (const reference::Box &n : std::vector<reference::Box>{{{0, 2, 2}},
                                                                 {{1, 1, 1}},
                                                                 {{5, 3, 1}},
                                                                 {{2, 2, 2}},
                                                                 {{3, 3, 3}},
                                                                 {{5, 4, 3}},
                                                                 {{63, 2, 2}},
                                                                 {{2, 66, 2}}})
        for (const bool reversed : {false, true})
          {
            const auto mesh = make_box(n, stretched);
            const VertexPatchSmoother<double> smoother(mesh);
            const auto rhs =
              reference::random_vector<double>(mesh->n_values(), 1);
            const auto u = reference::random_function(n, 2);
            const CellwiseVector<double> b(device, rhs);
            CellwiseVector<double> x(device, u);
            if (reversed)
              smoother.Tstep(x, b);
            else
              smoother.step(x, b);
            const auto expected =
              reference::sweep(description, reversed, u, rhs);
            // Eight solves with a matrix of condition below 1000.
            test::expect_near(x.copy_to_host(),
                              expected,
                              test::tolerance<double>(8 * 125,
                                                      1.,
                                                      test::max_abs(expected)));
          }
    }



    TEST_P(VertexPatchSmootherTest, VmultStartsFromZeroAndRepeatsBits)
    {
      const auto mesh = make_box({{5, 4, 3}}, stretched);
      const VertexPatchSmoother<double> smoother(mesh);
      const CellwiseVector<double> b(
        device, reference::random_vector<double>(mesh->n_values(), 1));
      CellwiseVector<double> x(device, mesh->n_values());
      CellwiseVector<double> y(device, mesh->n_values());
      y = std::nan("");
      smoother.step(x, b);
      smoother.vmult(y, b);
      EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
      x = 0.;
      y = std::nan("");
      smoother.Tstep(x, b);
      smoother.Tvmult(y, b);
      EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
    }



    TEST_P(VertexPatchSmootherTest, KeepsCopiesEqualBitByBit)
    {
      const reference::Box n = {{5, 4, 3}};
      const auto mesh        = make_box(n, stretched);
      const VertexPatchSmoother<double> smoother(mesh);
      const CellwiseVector<double> b(
        device, reference::random_vector<double>(mesh->n_values(), 1));
      CellwiseVector<double> x(device, reference::random_function(n, 2));
      smoother.step(x, b);
      smoother.Tstep(x, b);
      const auto values = x.copy_to_host();
      EXPECT_GT(test::max_abs(values), 0.1);
      EXPECT_EQ(reference::n_unequal_copies(n, values), 0u);
    }



    TEST_P(VertexPatchSmootherTest, LeavesTheBoundaryAlone)
    {
      const reference::Box n = {{3, 3, 3}};
      const auto mesh        = make_box(n, cube);
      const VertexPatchSmoother<double> smoother(mesh);
      const CellwiseVector<double> b(
        device, reference::random_vector<double>(mesh->n_values(), 1));
      // What is zero in two random functions is on the boundary.
      const auto u = reference::random_function(n, 2);
      CellwiseVector<double> x(device, u);
      smoother.step(x, b);
      const auto values = x.copy_to_host();
      for (std::size_t i = 0; i < u.size(); ++i)
        if (u[i] == 0.)
          EXPECT_EQ(values[i], 0.) << "entry " << i;
        else
          EXPECT_NE(values[i], u[i]) << "entry " << i;
    }



    // Sweeps from zero with reversed colours are adjoint to each other.
    TEST_P(VertexPatchSmootherTest, ReversedSweepIsAdjoint)
    {
      const auto mesh = make_box({{5, 4, 3}}, stretched);
      const VertexPatchSmoother<double> smoother(mesh);
      const CellwiseVector<double> b(
        device, reference::random_vector<double>(mesh->n_values(), 1));
      const CellwiseVector<double> c(
        device, reference::random_vector<double>(mesh->n_values(), 2));
      CellwiseVector<double> Sb(device, mesh->n_values());
      CellwiseVector<double> Tc(device, mesh->n_values());
      CellwiseVector<double> Sc(device, mesh->n_values());
      smoother.vmult(Sb, b);
      smoother.Tvmult(Tc, c);
      const double scale = Sb.l2_norm() * c.l2_norm();
      EXPECT_NEAR(Sb * c, b * Tc, 1e-13 * scale);
      // The forward sweep alone is not symmetric.
      smoother.vmult(Sc, c);
      EXPECT_GT(std::fabs(Sb * c - b * Sc), 1e-6 * scale);
    }



    TEST_P(VertexPatchSmootherTest, SolvesOnePatchExactly)
    {
      const reference::Box n = {{2, 2, 2}};
      const auto mesh        = make_box(n, stretched);
      const VertexPatchSmoother<double> smoother(mesh);
      const auto A = CellwiseOperator::laplace(mesh);
      const auto u = reference::random_function(n, 2);
      const CellwiseVector<double> exact(device, u);
      CellwiseVector<double> b(device, mesh->n_values());
      CellwiseVector<double> x(device, mesh->n_values());
      A.vmult(b, exact);
      smoother.vmult(x, b);
      test::expect_near(x.copy_to_host(), u, 1e-12);
      smoother.Tvmult(x, b);
      test::expect_near(x.copy_to_host(), u, 1e-12);
    }



    TEST_P(VertexPatchSmootherTest, RefusesWrongVectors)
    {
      const VertexPatchSmoother<double> smoother(make_box({{2, 2, 2}}, cube));
      CellwiseVector<double> good(device, 512), small(device, 448);
      EXPECT_THROW(smoother.step(small, good), InvalidInput);
      EXPECT_THROW(smoother.Tstep(good, small), InvalidInput);
      EXPECT_THROW(smoother.vmult(small, good), InvalidInput);
      EXPECT_THROW(smoother.Tvmult(good, small), InvalidInput);
      EXPECT_THROW(VertexPatchSmoother<double>(nullptr), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             VertexPatchSmootherTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
