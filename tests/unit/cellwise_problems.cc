// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The stationary iteration for all kinds of domains, boundary conditions and
// coefficients. The bounds on cycles are a little above measured numbers.

#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/constant_mode.h>
#include <tessera/cellwise/copies.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "devices.h"
#include "reference/cell_union_levels.h"
#include "reference/cellwise.h"

namespace tessera
{
  namespace
  {
    using Description = CellwiseMesh::Description;
    using Levels      = std::vector<Description>;
    using Vector      = CellwiseVector<double>;
    using reference::Position;

    const std::array<bool, 6> all_free = {{true, true, true, true, true, true}};

    class CellwiseProblemsTest : public test::OnEachDevice
    {};



    /** Boxes with @p n, 2 @p n, 4 @p n cells an axis. */
    Levels box_levels(const reference::Box &n,
                      const reference::Sides &sides,
                      const std::array<bool, 6> &free_faces = {})
    {
      Levels levels;
      for (int l = 0; l < 3; ++l)
        levels.push_back(
          CellwiseMesh::describe_box({{n[0] << l, n[1] << l, n[2] << l}},
                                     {{std::ldexp(sides[0], -l),
                                       std::ldexp(sides[1], -l),
                                       std::ldexp(sides[2], -l)}},
                                     free_faces));
      return levels;
    }



    /** A coefficient @p k(number) for each coarsest cell, as its children's. */
    void set_coarse_coefficients(Levels &levels,
                                 const std::function<double(std::size_t)> &k)
    {
      levels[0].coefficients.resize(
        static_cast<std::size_t>(levels[0].n_cells));
      for (std::size_t c = 0; c < levels[0].coefficients.size(); ++c)
        levels[0].coefficients[c] = k(c);
      for (std::size_t l = 1; l < levels.size(); ++l)
        {
          levels[l].coefficients.resize(levels[l].children.size());
          for (std::size_t i = 0; i < levels[l].children.size(); ++i)
            levels[l].coefficients[levels[l].children[i]] =
              levels[l - 1].coefficients[i / 8];
        }
    }



    /** A coefficient @p k(number) for each finest cell, and means of these. */
    void set_fine_coefficients(Levels &levels,
                               const std::function<double(std::size_t)> &k)
    {
      for (std::size_t c = 0; c < levels.back().children.size(); ++c)
        levels.back().coefficients.push_back(k(c));
      for (std::size_t l = levels.size() - 1; l > 0; --l)
        {
          const auto &children = levels[l].children;
          levels[l - 1].coefficients.assign(children.size() / 8, 0.);
          for (std::size_t i = 0; i < children.size(); ++i)
            levels[l - 1].coefficients[i / 8] +=
              levels[l].coefficients[children[i]] / 8.;
        }
    }



    /**
     * A box of 4 x 4 x @p height cells without a corner of 2 x 2 x 2: an L
     * shape for a height of two, above that a Fichera corner.
     */
    template <typename IsDirichlet>
    Levels notched_levels(const int height, const IsDirichlet &is_dirichlet)
    {
      Levels levels;
      for (const auto &cells : reference::make_union_levels(
             {{4, 4, height}},
             3,
             [](const Position &p) {
               return p[0] < 2 || p[1] < 2 || p[2] >= 2;
             },
             is_dirichlet))
        levels.push_back(cells.mesh);
      return levels;
    }



    /** Solves a problem by stationary cycles in @p Number. */
    template <typename Number>
    class Iteration
    {
    public:
      Iteration(const Device &device,
                const Levels &levels,
                const CellBasis basis)
      {
        std::vector<std::shared_ptr<const CellwiseMesh>> meshes;
        for (const Description &level : levels)
          meshes.push_back(std::make_shared<CellwiseMesh>(device, level));
        mesh = meshes.back();
        typename CellwiseMultigrid<Number>::AdditionalData data;
        data.basis = basis;
        multigrid  = std::make_unique<CellwiseMultigrid<Number>>(meshes, data);
        A          = CellwiseOperator<double>::laplace(mesh);
        constants  = std::make_unique<ConstantMode<double>>(mesh);
        for (Vector *vector : {&x, &r, &z, &rhs})
          mesh->initialize_vector(*vector);
        const Vector f(device,
                       reference::random_vector<double>(mesh->n_values(), 9));
        CellwiseOperator<double>::mass(mesh).vmult(rhs, f);
        if (mesh->is_singular())
          constants->project_dual(rhs);
      }

      /** Cycles, with a fraction, until the monitor falls by @p tolerance. */
      double solve(const double tolerance)
      {
        double first = 0., above = 0.;
        for (int k = 0; k <= 60; ++k)
          {
            A.residual(r, x, rhs);
            multigrid->vmult(z, r);
            if (mesh->is_singular())
              constants->project_primal(z);
            const double monitor = std::sqrt(std::fabs(r * z));
            if (k == 0)
              first = monitor;
            else if (monitor <= tolerance * first)
              return k - 1. +
                     std::log(above / (tolerance * first)) /
                       std::log(above / monitor);
            above = monitor;
            x += z;
          }
        return std::numeric_limits<double>::infinity();
      }

      /** Whether x is continuous and the assembled equations hold. */
      void expect_solution(const double tolerance)
      {
        A.residual(r, x, rhs);
        average_copies(*mesh, r);
        average_copies(*mesh, rhs);
        EXPECT_LT(r.l2_norm(), tolerance * rhs.l2_norm());
        average_copies(*mesh, z, x);
        z -= x;
        EXPECT_LT(z.linfty_norm(), 1e-12 * x.linfty_norm());
      }

    private:
      std::shared_ptr<const CellwiseMesh> mesh;
      std::unique_ptr<CellwiseMultigrid<Number>> multigrid;
      std::unique_ptr<ConstantMode<double>> constants;
      CellwiseOperator<double> A;
      Vector x, r, z, rhs;
    };



    /**
     * At most @p n_cycles cycles, and as many with levels in single precision
     * but for a fraction @p difference.
     */
    void check(const Device &device,
               const std::string &name,
               const Levels &levels,
               const double n_cycles,
               const double difference = 0.01)
    {
      SCOPED_TRACE(name);
      Iteration<double> full(device, levels, CellBasis::nodal);
      Iteration<float> mixed(device, levels, CellBasis::eigen);
      const double full_cycles  = full.solve(1e-9);
      const double mixed_cycles = mixed.solve(1e-9);
      EXPECT_LT(full_cycles, n_cycles);
      EXPECT_NEAR(mixed_cycles, full_cycles, difference * full_cycles);
      // Rounded residuals have scalar products near the smallest float now.
      full.solve(1e-3);
      full.expect_solution(1e-8);
      mixed.solve(1e-3);
      mixed.expect_solution(1e-8);
    }



    TEST_P(CellwiseProblemsTest, BoundaryConditions)
    {
      const reference::Box n       = {{2, 2, 2}};
      const reference::Sides sides = {{0.5, 0.5, 0.5}};
      check(device, "Dirichlet", box_levels(n, sides), 3.9);
      check(device, "one free face", box_levels(n, sides, {{true}}), 3.9);
      check(device,
            "one Dirichlet face",
            box_levels(n, sides, {{true, true, true, false, true, true}}),
            3.9);
      check(device,
            "free along x and z",
            box_levels(n, sides, {{true, true, false, false, true, true}}),
            3.9);
      check(device, "no Dirichlet face", box_levels(n, sides, all_free), 3.9);
      check(device,
            "one coarse cell",
            box_levels({{1, 1, 1}}, sides, {{true, false, true, false, true}}),
            3.9);
      check(device,
            "odd box",
            box_levels({{3, 2, 1}}, sides, {{false, true, true, false, true}}),
            3.9);
    }



    TEST_P(CellwiseProblemsTest, ReentrantEdgesAndCorners)
    {
      for (const int height : {2, 4})
        {
          const std::string name =
            height == 2 ? "L shape, " : "Fichera corner, ";
          check(device,
                name + "Dirichlet",
                notched_levels(height,
                               [](int, const Position &) { return true; }),
                height == 2 ? 3.9 : 4.2);
          check(device,
                name + "Dirichlet and free faces",
                notched_levels(height,
                               [](const int face, const Position &cell) {
                                 return face != 1 && face != 3 && cell[2] == 0;
                               }),
                6.2);
          check(device,
                name + "Dirichlet along z",
                notched_levels(height,
                               [](const int face, const Position &) {
                                 return face == 4;
                               }),
                height == 2 ? 6.2 : 7.8);
          check(device,
                name + "free",
                notched_levels(height,
                               [](int, const Position &) { return false; }),
                6.2);
        }
    }



    TEST_P(CellwiseProblemsTest, StretchedCellsAndTensors)
    {
      const reference::Box n = {{2, 2, 2}};
      check(device, "4:1:1", box_levels(n, {{2., 0.5, 0.5}}), 9.2);
      check(device, "4:4:1", box_levels(n, {{2., 2., 0.5}}), 9.2);
      check(device,
            "4:2:1, free faces",
            box_levels(n, {{2., 1., 0.5}}, {{true, false, false, true}}),
            9.2);
      auto levels = box_levels(n, {{0.5, 0.5, 0.5}});
      for (auto &level : levels)
        level.diffusion = {{1., 2., 0.5}};
      check(device, "tensor", levels, 4.2);
    }



    TEST_P(CellwiseProblemsTest, ReactionTerms)
    {
      for (const double reaction : {1., 100., 1e6})
        for (const bool free : {false, true})
          {
            auto levels = box_levels({{2, 2, 2}},
                                     {{0.5, 0.5, 0.5}},
                                     free ? all_free : std::array<bool, 6>{});
            for (auto &level : levels)
              level.reaction = reaction;
            check(device,
                  (free ? "free, reaction " : "reaction ") +
                    std::to_string(reaction),
                  levels,
                  reaction > 1000. ? 6.6 : 3.9);
          }
    }



    // Four coarsest cells an axis: jumps are one patch apart.
    TEST_P(CellwiseProblemsTest, JumpingCoefficients)
    {
      auto levels = box_levels({{4, 4, 4}}, {{0.25, 0.25, 0.25}});
      for (const double jump : {2., 1e3, 1e6})
        {
          const std::string name = "jump by " + std::to_string(jump);
          // In single precision, six orders of magnitude are most of a number.
          const double difference = jump > 1e5 ? 0.1 : 0.01;
          set_coarse_coefficients(levels, [=](const std::size_t c) {
            return c % 4 < 2 ? 1. : jump;
          });
          check(device, name + " at a plane", levels, 5.8, difference);
          set_coarse_coefficients(levels, [=](const std::size_t c) {
            return (c / 2 + c / 8 + c / 32) % 2 == 0 ? 1. : jump;
          });
          check(device, name + ", checkerboard", levels, 7.8, difference);
        }
    }



    // Every cell has another coefficient, which no coarser level can see: the
    // larger the contrast, the slower.
    TEST_P(CellwiseProblemsTest, CoefficientsOfEachCell)
    {
      const auto random = reference::random_vector<double>(512, 4);
      for (const double contrast : {2., 5., 10.})
        {
          auto levels = box_levels({{2, 2, 2}}, {{0.5, 0.5, 0.5}}, {{true}});
          set_fine_coefficients(levels, [&](const std::size_t c) {
            return std::pow(contrast, 0.5 * random[c]);
          });
          check(device,
                "contrast of " + std::to_string(contrast),
                levels,
                contrast < 3.   ? 8.
                : contrast < 6. ? 18.
                                : 32.);
        }
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseProblemsTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
