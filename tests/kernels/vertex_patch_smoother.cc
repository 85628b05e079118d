// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "cell_basis_helpers.h"
#include "devices.h"
#include "reference/cell_union.h"
#include "reference/cellwise.h"
#include "reference/patch_sweep.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    using reference::Level;
    using reference::Position;

    const reference::Sides cube      = {{1., 1., 1.}};
    const reference::Sides stretched = {{1., 0.5, 2.}};

    using test::dual;
    using test::for_all_numbers;
    using test::nodal;
    using test::Numbers;
    using test::primal;



    class VertexPatchSmootherTest : public test::OnEachDevice
    {
    protected:
      template <typename Number>
      VertexPatchSmoother<Number> make(const Level &level,
                                       const Numbers<Number> numbers) const
      {
        return VertexPatchSmoother<Number>(
          std::make_shared<CellwiseMesh>(device, level), numbers.basis);
      }

      /** Compares sweeps in both directions with dense patch matrices. */
      void expect_dense_sweeps(const Level &level,
                               const std::vector<double> &u) const
      {
        const auto rhs = reference::random_vector<double>(u.size(), 1);
        for (const bool reversed : {false, true})
          {
            const auto expected = reference::sweep(level, reversed, u, rhs);
            for_all_numbers([&](const auto numbers) {
              const auto smoother = make(level, numbers);
              auto x              = primal(device, numbers, u);
              const auto b        = dual(device, numbers, rhs);
              if (reversed)
                smoother.Tstep(x, b);
              else
                smoother.step(x, b);
              // A correction is a sum over 27 modes of each of its cells.
              test::expect_near(nodal(numbers, x),
                                expected,
                                tolerance(numbers, expected));
            });
          }
      }

      template <typename Number>
      static double tolerance(const Numbers<Number>,
                              const std::vector<double> &expected)
      {
        return test::tolerance<Number>(27, 1., test::max_abs(expected));
      }
    };



    std::vector<double> random_values(const Level &level)
    {
      return reference::random_vector<double>(
        static_cast<std::size_t>(64 * level.n_cells), 2);
    }



    std::vector<double> coefficients(const Level &level, const double largest)
    {
      auto values = reference::random_vector<double>(
        static_cast<std::size_t>(level.n_cells), 3);
      for (double &k : values)
        k = std::pow(largest, (k + 1.) / 2.);
      return values;
    }



    /** A block of 4x3x3 cells without some of them: free edges and corners. */
    reference::CellUnion carved_block()
    {
      auto cells = reference::make_cell_union(
        {{4, 3, 3}}, stretched, [](const Position &p) {
          const bool corner = p[0] >= 2 && p[1] >= 2 && p[2] >= 2;
          const bool edge   = p[0] == 0 && p[1] == 0;
          return !corner && !edge;
        });
      cells.mesh.diffusion = {{1., 3., 0.5}};
      cells.mesh.reaction  = 2.;
      return cells;
    }



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
        {
          const Level level = CellwiseMesh::describe_box(n, stretched);
          expect_dense_sweeps(level, random_values(level));
        }
    }



    TEST_P(VertexPatchSmootherTest, TakesTensorsAndReaction)
    {
      Level level     = CellwiseMesh::describe_box({{4, 3, 2}}, stretched);
      level.diffusion = {{2., 0.3, 5.}};
      level.reaction  = 7.;
      expect_dense_sweeps(level, random_values(level));
    }



    TEST_P(VertexPatchSmootherTest, TakesCoefficientsOfCells)
    {
      for (const double largest : {2., 1000.})
        {
          Level level    = CellwiseMesh::describe_box({{4, 3, 2}}, stretched);
          level.reaction = 0.5;
          level.coefficients = coefficients(level, largest);
          expect_dense_sweeps(level, random_values(level));
        }
    }



    // The dense matrices have free ends where a face is free: the solve is that
    // of the smaller patch.
    TEST_P(VertexPatchSmootherTest, IsExactAtFreeFaces)
    {
      for (const std::array<bool, 6> &faces : std::vector<std::array<bool, 6>>{
             {{true}}, {{false, true, true}}, {{true, true, true, true, true}}})
        for (const bool with_coefficients : {false, true})
          {
            Level level =
              CellwiseMesh::describe_box({{3, 2, 1}}, stretched, faces);
            level.diffusion = {{1., 3., 0.5}};
            if (with_coefficients)
              level.coefficients = coefficients(level, 10.);
            expect_dense_sweeps(level, random_values(level));
          }
    }



    TEST_P(VertexPatchSmootherTest, SolvesForEightCellsAtReentrantEdges)
    {
      auto cells    = carved_block();
      bool has_edge = false, has_corner = false;
      for (const auto &slots : cells.mesh.patches)
        for (std::size_t first = 0; first < slots.size(); first += 8)
          {
            const auto n_zero =
              std::count(slots.begin() + first, slots.begin() + first + 8, -1);
            has_edge   = has_edge || n_zero == 2;
            has_corner = has_corner || n_zero == 1;
          }
      EXPECT_TRUE(has_edge && has_corner);
      expect_dense_sweeps(cells.mesh, random_values(cells.mesh));
      cells.mesh.coefficients = coefficients(cells.mesh, 1000.);
      expect_dense_sweeps(cells.mesh, random_values(cells.mesh));
    }



    // The error in the energy norm falls in every sweep, as no patch solve
    // overshoots by a factor of two.
    TEST_P(VertexPatchSmootherTest, ConvergesForJumpsAndReentrantEdges)
    {
      auto cells              = carved_block();
      cells.mesh.coefficients = coefficients(cells.mesh, 1.);
      for (std::size_t c = 0; c < cells.mesh.coefficients.size(); ++c)
        if (c % 5 == 0)
          cells.mesh.coefficients[c] = 1000.;
      const auto exact = reference::random_function(cells, 2);
      const auto rhs   = reference::apply_level(cells.mesh, exact);
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          const Numbers<double> numbers{basis};
          const auto smoother = make(cells.mesh, numbers);
          const auto b        = dual(device, numbers, rhs);
          auto x = primal(device, numbers, std::vector<double>(rhs.size(), 0.));
          double last = std::numeric_limits<double>::infinity();
          for (int i = 0; i < 10; ++i)
            {
              smoother.step(x, b);
              auto error = nodal(numbers, x);
              for (std::size_t k = 0; k < error.size(); ++k)
                error[k] -= exact[k];
              const auto image = reference::apply_level(cells.mesh, error);
              double energy    = 0.;
              for (std::size_t k = 0; k < error.size(); ++k)
                energy += error[k] * image[k];
              EXPECT_LT(energy, last) << "sweep " << i;
              last = energy;
            }
        }
    }



    TEST_P(VertexPatchSmootherTest, VmultStartsFromZeroAndRepeatsBits)
    {
      const auto cells = carved_block();
      for_all_numbers([&](const auto numbers) {
        const auto smoother = make(cells.mesh, numbers);
        const auto b        = dual(device, numbers, random_values(cells.mesh));
        auto x = b, y = b;
        x = 0;
        y = std::nanf("");
        smoother.step(x, b);
        smoother.vmult(y, b);
        EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
        x = 0;
        y = std::nanf("");
        smoother.Tstep(x, b);
        smoother.Tvmult(y, b);
        EXPECT_EQ(x.copy_to_host(), y.copy_to_host());
      });
    }



    TEST_P(VertexPatchSmootherTest, KeepsCopiesEqual)
    {
      auto cells = carved_block();
      for (const double largest : {1., 1000.})
        {
          if (largest > 1.)
            cells.mesh.coefficients = coefficients(cells.mesh, largest);
          for_all_numbers([&](const auto numbers) {
            const auto smoother = make(cells.mesh, numbers);
            const auto b = dual(device, numbers, random_values(cells.mesh));
            auto x =
              primal(device, numbers, reference::random_function(cells, 2));
            smoother.step(x, b);
            smoother.Tstep(x, b);
            const auto values  = nodal(numbers, x);
            const double scale = test::max_abs(values);
            EXPECT_GT(scale, 0.1);
            // Bit by bit in the nodal basis; some roundings in the eigenbasis.
            using Number = typename decltype(x)::value_type;
            EXPECT_LE(reference::largest_jump(cells, values),
                      numbers.basis == CellBasis::nodal
                        ? 0.
                        : 16. * std::numeric_limits<Number>::epsilon() * scale);
          });
        }
    }



    TEST_P(VertexPatchSmootherTest, LeavesTheBoundaryAlone)
    {
      const reference::Box n = {{3, 3, 3}};
      const Level level      = CellwiseMesh::describe_box(n, cube);
      const Numbers<double> numbers{CellBasis::nodal};
      const auto b = dual(device, numbers, random_values(level));
      // What is zero in a random function is on the boundary.
      const auto u = reference::random_function(n, 2);
      auto x       = primal(device, numbers, u);
      make(level, numbers).step(x, b);
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
      auto cells              = carved_block();
      cells.mesh.coefficients = coefficients(cells.mesh, 1000.);
      for_all_numbers([&](const auto numbers) {
        const auto smoother = make(cells.mesh, numbers);
        const auto b        = dual(device, numbers, random_values(cells.mesh));
        const auto c =
          dual(device, numbers, reference::random_vector<double>(b.size(), 4));
        auto Sb = b, Tc = b, Sc = b;
        smoother.vmult(Sb, b);
        smoother.Tvmult(Tc, c);
        const double scale = Sb.l2_norm() * c.l2_norm();
        using Number       = typename decltype(Sb)::value_type;
        EXPECT_NEAR(Sb * c,
                    b * Tc,
                    50. * std::numeric_limits<Number>::epsilon() * scale);
        // The forward sweep alone is not symmetric.
        smoother.vmult(Sc, c);
        EXPECT_GT(std::fabs(Sb * c - b * Sc), 5e-5 * scale);
      });
    }



    TEST_P(VertexPatchSmootherTest, SolvesOnePatchExactly)
    {
      const reference::Box n = {{2, 2, 2}};
      Level level            = CellwiseMesh::describe_box(n, stretched);
      level.diffusion        = {{2., 0.3, 5.}};
      level.reaction         = 7.;
      const auto u           = reference::random_function(n, 2);
      for_all_numbers([&](const auto numbers) {
        const auto smoother = make(level, numbers);
        const auto b = dual(device, numbers, reference::apply_level(level, u));
        auto x       = b;
        smoother.vmult(x, b);
        test::expect_near(nodal(numbers, x), u, tolerance(numbers, u));
        smoother.Tvmult(x, b);
        test::expect_near(nodal(numbers, x), u, tolerance(numbers, u));
      });
    }



    TEST_P(VertexPatchSmootherTest, RefusesWrongVectors)
    {
      const Level level = CellwiseMesh::describe_box({{2, 2, 2}}, cube);
      for_all_numbers([&](const auto numbers) {
        const auto smoother = make(level, numbers);
        auto good  = dual(device, numbers, std::vector<double>(512, 0.));
        auto small = dual(device, numbers, std::vector<double>(448, 0.));
        EXPECT_THROW(smoother.step(small, good), InvalidInput);
        EXPECT_THROW(smoother.Tstep(good, small), InvalidInput);
        EXPECT_THROW(smoother.vmult(small, good), InvalidInput);
        EXPECT_THROW(smoother.Tvmult(good, small), InvalidInput);
      });
      EXPECT_THROW(VertexPatchSmoother<double>(nullptr), InvalidInput);
      EXPECT_THROW(VertexPatchSmoother<float>(nullptr), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             VertexPatchSmootherTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
