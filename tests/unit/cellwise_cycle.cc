// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/constant_mode.h>
#include <tessera/cellwise/copies.h>

#include <cmath>
#include <memory>
#include <vector>

#include "devices.h"
#include "reference/cellwise.h"
#include "reference/patch_multigrid.h"

namespace tessera
{
  namespace
  {
    using Meshes = std::vector<std::shared_ptr<const CellwiseMesh>>;
    using Vector = CellwiseVector<double>;

    template <typename Number>
    using Data = typename CellwiseMultigrid<Number>::AdditionalData;

    class CellwiseCycleTest : public test::OnEachDevice
    {
    protected:
      /** The unit cube with 2^l cells an axis on levels 1 to @p level. */
      Meshes cube(const unsigned int level,
                  const std::array<bool, 6> &free_faces = {}) const
      {
        Meshes meshes;
        for (unsigned int l = 1; l <= level; ++l)
          {
            const std::int64_t n = std::int64_t(1) << l;
            const double h       = 1. / static_cast<double>(n);
            meshes.push_back(std::make_shared<CellwiseMesh>(
              device,
              CellwiseMesh::describe_box({{n, n, n}},
                                         {{h, h, h}},
                                         free_faces)));
          }
        return meshes;
      }
    };



    /** Mass matrix times 3 pi^2 sin(pi x) sin(pi y) sin(pi z). */
    Vector sines(const std::shared_ptr<const CellwiseMesh> &mesh)
    {
      const double pi   = std::acos(-1.);
      const double h    = mesh->cell_sides()[0];
      const auto n      = static_cast<std::int64_t>(std::lround(1. / h));
      const auto &nodes = q3_matrices().nodes;
      std::vector<double> f;
      for (std::int64_t c = 0; c < mesh->n_cells(); ++c)
        for (std::size_t i = 0; i < 64; ++i)
          {
            const std::array<double, 3> p = {
              {h * (static_cast<double>(c % n) + nodes[i % 4]),
               h * (static_cast<double>(c / n % n) + nodes[i / 4 % 4]),
               h * (static_cast<double>(c / n / n) + nodes[i / 16])}};
            f.push_back(3. * pi * pi * std::sin(pi * p[0]) *
                        std::sin(pi * p[1]) * std::sin(pi * p[2]));
          }
      const Vector values(mesh->device(), f);
      Vector rhs(values);
      CellwiseOperator<double>::mass(mesh).vmult(rhs, values);
      return rhs;
    }



    /** Stationary cycles from zero; the relative monitor of each. */
    template <typename Number>
    std::vector<double> iterate(const Meshes &meshes,
                                const Data<Number> &data,
                                const unsigned int n_cycles,
                                const Vector &rhs,
                                Vector &x)
    {
      const CellwiseMultigrid<Number> multigrid(meshes, data);
      const auto A = CellwiseOperator<double>::laplace(meshes.back());
      Vector r(rhs), z(rhs);
      x = 0.;
      std::vector<double> monitor;
      for (unsigned int k = 0; k < n_cycles; ++k)
        {
          A.residual(r, x, rhs);
          multigrid.vmult(z, r);
          monitor.push_back(std::sqrt(std::fabs(r * z)));
          x += z;
        }
      const double first = monitor.front();
      for (double &value : monitor)
        value /= first;
      return monitor;
    }



    template <typename Number>
    void expect_reference(const Device &device,
                          const Meshes &meshes,
                          const reference::History &expected)
    {
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          const Data<Number> data{basis};
          const auto rhs = sines(meshes.back());
          Vector x(device, meshes.back()->n_values());
          const auto monitor = iterate<Number>(meshes, data, 8, rhs, x);
          for (std::size_t k = 0; k < 8; ++k)
            if (expected.values[k] > 1e-11)
              EXPECT_NEAR(monitor[k],
                          expected.values[k],
                          1e-3 * expected.values[k]);
            else
              EXPECT_LT(monitor[k], 2e-11);
        }
    }



    // FP64 and FP32, nodal and eigenbasis: the same histories.
    TEST_P(CellwiseCycleTest, HasTheHistoryOfTheReference)
    {
      for (const auto &expected : reference::patch_multigrid_results)
        {
          SCOPED_TRACE("level " + std::to_string(expected.level));
          const Meshes meshes = cube(expected.level);
          expect_reference<double>(device, meshes, expected.stationary);
          expect_reference<float>(device, meshes, expected.stationary);
        }
    }



    // Rounding parts of opposite sign loses their sum: at level 4 the monitor
    // stays at 4.5e-8 of its first value.
    TEST_P(CellwiseCycleTest, StallsAtLevel4WithoutRebalancing)
    {
      const Meshes meshes = cube(4);
      const auto rhs      = sines(meshes.back());
      Vector x(rhs);
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          Data<float> data;
          data.basis = basis;
          EXPECT_LT(iterate<float>(meshes, data, 8, rhs, x).back(), 1e-13);
          data.rebalance     = false;
          const auto stalled = iterate<float>(meshes, data, 8, rhs, x);
          for (const double value : stalled)
            EXPECT_GT(value, 1e-8);
          EXPECT_LT(stalled.back(), 1e-7);
        }
    }



    // Copies that are equal to rounding only keep an error that the monitor
    // does not see, since no correction can remove a jump.
    TEST_P(CellwiseCycleTest, KeepsAnErrorWithoutRestoredEquality)
    {
      const Meshes meshes = cube(4);
      const auto rhs      = sines(meshes.back());
      Vector exact(rhs), x(rhs);
      iterate<double>(meshes, {}, 10, rhs, exact);

      Data<float> data;
      EXPECT_LT(iterate<float>(meshes, data, 8, rhs, x).back(), 1e-10);
      x -= exact;
      EXPECT_LT(x.linfty_norm(), 1e-12 * exact.linfty_norm());

      data.restore_equality = false;
      EXPECT_LT(iterate<float>(meshes, data, 8, rhs, x).back(), 1e-10);
      x -= exact;
      EXPECT_GT(x.linfty_norm(), 1e-7 * exact.linfty_norm());
      // The jump itself: what averaging takes away.
      iterate<float>(meshes, data, 8, rhs, x);
      Vector averaged(x);
      average_copies(*meshes.back(), averaged);
      x -= averaged;
      EXPECT_GT(x.linfty_norm(), 1e-7 * exact.linfty_norm());
    }



    TEST_P(CellwiseCycleTest, SymmetricCycleIsSymmetricAndPositive)
    {
      const Meshes meshes = cube(3, {{false, true, true, false, true, true}});
      const CellwiseMultigrid<double> symmetric(meshes,
                                                {CellBasis::eigen, true, 2});
      const std::int64_t n = meshes.back()->n_values();
      const Vector b(device, reference::random_vector<double>(n, 1));
      const Vector c(device, reference::random_vector<double>(n, 2));
      Vector Bb(b), Bc(b);
      symmetric.vmult(Bb, b);
      symmetric.vmult(Bc, c);
      const double scale = Bb.l2_norm() * c.l2_norm();
      EXPECT_NEAR(Bb * c, b * Bc, 1e-12 * scale);
      EXPECT_GT(b * Bb, 0.);
      const CellwiseMultigrid<double> forward(meshes);
      forward.vmult(Bb, b);
      forward.vmult(Bc, c);
      EXPECT_GT(std::fabs(Bb * c - b * Bc), 1e-9 * scale);
    }



    TEST_P(CellwiseCycleTest, MoreSmoothingConvergesFaster)
    {
      const Meshes meshes = cube(3);
      const auto rhs      = sines(meshes.back());
      Vector x(rhs);
      Data<float> data;
      const double once      = iterate<float>(meshes, data, 4, rhs, x).back();
      data.n_smoothing_steps = 2;
      EXPECT_LT(iterate<float>(meshes, data, 4, rhs, x).back(), 0.2 * once);
    }



    TEST_P(CellwiseCycleTest, CopiesNothingBetweenHostAndDevice)
    {
      const Meshes meshes = cube(3);
      const CellwiseMultigrid<float> multigrid(meshes);
      const auto rhs = sines(meshes.back());
      Vector z(rhs);
      multigrid.vmult(z, rhs);
      Device::reset_transfer_statistics();
      multigrid.vmult(z, rhs);
      EXPECT_EQ(Device::transfer_statistics().n_host_to_device, 0);
      EXPECT_EQ(Device::transfer_statistics().n_device_to_host, 0);
    }



    template <typename Number>
    void expect_fixed_cycles(const Meshes &meshes, const CellBasis basis)
    {
      const auto rhs = sines(meshes.back());
      const Data<Number> data{basis};
      Vector x(rhs), expected(rhs);
      const auto monitor = iterate<Number>(meshes, data, 6, rhs, expected);

      const CellwiseMultigrid<Number> multigrid(meshes, data);
      const auto A = CellwiseOperator<double>::laplace(meshes.back());
      x            = 0.;
      Device::reset_transfer_statistics();
      const auto fixed = multigrid.iterate(A, x, rhs, 6);
      EXPECT_EQ(Device::transfer_statistics().n_host_to_device, 0);
      EXPECT_EQ(Device::transfer_statistics().n_device_to_host,
                x.device().is_host() ? 0 : 1);
      for (std::size_t k = 0; k < 6; ++k)
        EXPECT_NEAR(fixed[k] / fixed[0], monitor[k], 1e-3 * monitor[k]);
      Vector averaged(x);
      average_copies(*meshes.back(), averaged);
      averaged -= x;
      EXPECT_LT(averaged.linfty_norm(), 1e-15 * x.linfty_norm());
      expected -= x;
      EXPECT_LT(expected.linfty_norm(), 1e-10 * x.linfty_norm());
    }



    // The only copy is that of the monitor at the end.
    TEST_P(CellwiseCycleTest, IteratesWithoutTheHost)
    {
      const Meshes meshes = cube(3);
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          expect_fixed_cycles<double>(meshes, basis);
          expect_fixed_cycles<float>(meshes, basis);
        }
    }



    TEST_P(CellwiseCycleTest, RefusesBadInput)
    {
      EXPECT_THROW(CellwiseMultigrid<float>({}), InvalidInput);
      const Meshes meshes = cube(3);
      EXPECT_THROW(CellwiseMultigrid<float>({meshes[2], meshes[0]}),
                   InvalidInput);
      Data<float> data;
      data.n_smoothing_steps = 0;
      EXPECT_THROW(CellwiseMultigrid<float>(meshes, data), InvalidInput);
      const CellwiseMultigrid<float> multigrid(meshes);
      Vector good(device, meshes[2]->n_values()), small(device, 64);
      EXPECT_THROW(multigrid.vmult(small, good), InvalidInput);
      EXPECT_THROW(multigrid.vmult(good, small), InvalidInput);
      const auto A = CellwiseOperator<double>::laplace(meshes[2]);
      EXPECT_THROW(multigrid.iterate(A, small, good, 1), InvalidInput);
      EXPECT_THROW(multigrid.iterate(A, good, small, 1), InvalidInput);
      Vector b(good), x(good);
      b = std::nan("");
      EXPECT_THROW(multigrid.iterate(A, x, b, 1), NumericalFailure);
    }



    /** Whether the coarse solver inverts the operator on @p mesh. */
    template <typename Number>
    void check_coarse_solver(const std::shared_ptr<const CellwiseMesh> &mesh,
                             const double tolerance)
    {
      const auto A = CellwiseOperator<Number>::laplace(mesh);
      typename CellwiseCoarseSolver<Number>::AdditionalData data;
      data.tolerance = 1e-2 * tolerance;
      const CellwiseCoarseSolver<Number> solver(mesh, data);
      // A function with equal copies and zeros on the Dirichlet boundary.
      const auto random = reference::random_vector<double>(mesh->n_values(), 3);
      CellwiseVector<Number> u(mesh->device(),
                               std::vector<Number>(random.begin(),
                                                   random.end()));
      average_copies(*mesh, u);
      const ConstantMode<Number> constants(mesh);
      if (mesh->is_singular())
        constants.project_primal(u);
      CellwiseVector<Number> b(u), x(u);
      A.vmult(b, u);
      x = std::nanf("");
      solver.vmult(x, b);
      x -= u;
      EXPECT_LT(x.linfty_norm(), tolerance * u.linfty_norm());
      // The squares of such entries are zero in single precision.
      const Number tiny = Number(1e-25);
      b *= tiny;
      solver.vmult(x, b);
      x *= Number(1) / tiny;
      x -= u;
      EXPECT_LT(x.linfty_norm(), tolerance * u.linfty_norm());
      b = Number(0);
      solver.vmult(x, b);
      EXPECT_EQ(x.linfty_norm(), Number(0));
    }



    TEST_P(CellwiseCycleTest, CoarseSolverInvertsTheOperator)
    {
      for (const std::array<bool, 6> &free_faces :
           {std::array<bool, 6>{},
            std::array<bool, 6>{{true, false, false, true, false, false}},
            std::array<bool, 6>{{true, true, true, true, true, true}}})
        for (const reference::Box &n : {reference::Box{{2, 2, 2}}, {{3, 2, 5}}})
          for (const bool varying : {false, true})
            {
              auto description =
                CellwiseMesh::describe_box(n, {{0.5, 0.25, 1.}}, free_faces);
              if (varying)
                for (std::int64_t cell = 0; cell < description.n_cells; ++cell)
                  description.coefficients.push_back(cell % 3 == 0 ? 10. : 1.);
              const auto mesh =
                std::make_shared<CellwiseMesh>(device, description);
              check_coarse_solver<double>(mesh, 1e-8);
              check_coarse_solver<float>(mesh, 1e-3);
            }
      const auto mesh = std::make_shared<CellwiseMesh>(
        device, CellwiseMesh::describe_box({{5, 5, 5}}, {{1., 1., 1.}}));
      const CellwiseCoarseSolver<double> hasty(mesh,
                                               {CellBasis::nodal, 1e-8, 2});
      CellwiseVector<double> x, b;
      mesh->initialize_vector(x);
      mesh->initialize_vector(b);
      b = 1.;
      EXPECT_THROW(hasty.vmult(x, b), NumericalFailure);
    }



    TEST_P(CellwiseCycleTest, ConstantsAreProjectedOut)
    {
      const auto mesh = std::make_shared<CellwiseMesh>(
        device, CellwiseMesh::describe_box({{3, 2, 5}}, {{0.5, 0.25, 1.}}));
      const ConstantMode<double> constants(mesh);
      Vector one(device, mesh->n_values()), u(one), integral(one);
      one = 1.;
      CellwiseOperator<double>::mass(mesh).vmult(integral, one);
      u = Vector(device, reference::random_vector<double>(mesh->n_values(), 3));
      Vector b(u);
      constants.project_primal(u);
      EXPECT_NEAR(u * integral, 0., 1e-13);
      constants.project_dual(b);
      EXPECT_NEAR(b * one, 0., 1e-12);
      u = 3.;
      constants.project_primal(u);
      EXPECT_LT(u.linfty_norm(), 1e-13);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseCycleTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
