// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Two colours in one pass: the rows of patches, and the same bits as colour by
// colour.

#include <tessera/cellwise/cellwise_mesh.h>

#include "cellwise/patch_runs.h"
#include "cellwise/patch_transform.h"
#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "devices.h"
#include "reference/cell_union.h"
#include "reference/cellwise.h"
#include "reference/random.h"

namespace tessera
{
  namespace
  {
    using reference::Position;

    const reference::Sides sides = {{1., 0.5, 2.}};

    /** A block with a re-entrant edge and a free face. */
    CellwiseMesh::Description carved_block()
    {
      return reference::make_cell_union({{19, 4, 4}},
                                        sides,
                                        [](const Position &p) {
                                          return p[0] < 10 || p[1] < 2;
                                        })
        .mesh;
    }



    std::vector<CellwiseMesh::Description> problems()
    {
      std::vector<CellwiseMesh::Description> result;
      for (const std::int64_t n : {2, 3, 7, 8, 9, 10, 16, 17, 18, 25, 34})
        result.push_back(CellwiseMesh::describe_box({{n, 4, 5}}, sides));
      result.push_back(
        CellwiseMesh::describe_box({{12, 6, 4}}, sides, {{true, false, true}}));
      result.push_back(carved_block());
      return result;
    }



    TEST(PatchRuns, HaveEachCompletePatchOnce)
    {
      for (const auto &problem : problems())
        for (std::size_t pair = 0; pair < 4; ++pair)
          {
            const auto &even = problem.patches[2 * pair];
            const auto &odd  = problem.patches[2 * pair + 1];
            const auto tables =
              internal::join_patches(even, odd, problem.n_cells);
            auto cells = tables.slabs;
            cells.insert(cells.end(),
                         tables.unvisited.begin(),
                         tables.unvisited.end());
            std::sort(cells.begin(), cells.end());
            ASSERT_EQ(static_cast<std::int64_t>(cells.size()), problem.n_cells);
            for (std::size_t i = 0; i < cells.size(); ++i)
              EXPECT_EQ(cells[i], static_cast<std::int32_t>(i));
            std::vector<std::vector<std::int32_t>> found[2], expected[2];
            for (std::size_t r = 0; r < tables.runs.size(); r += 3)
              for (int s = 0; s + 1 < tables.runs[r + 1]; ++s)
                {
                  const std::int32_t *slab =
                    &tables.slabs[static_cast<std::size_t>(
                      4 * (tables.runs[r] + s))];
                  std::vector<std::int32_t> patch;
                  for (int i = 0; i < 4; ++i)
                    patch.insert(patch.end(), {slab[i], slab[4 + i]});
                  found[(tables.runs[r + 2] + s) % 2].push_back(patch);
                }
            for (const int colour : {0, 1})
              {
                const auto &patches = colour == 0 ? even : odd;
                for (std::size_t i = 0; i < patches.size(); i += 8)
                  if (*std::min_element(&patches[i], &patches[i] + 8) >= 0)
                    expected[colour].emplace_back(&patches[i], &patches[i] + 8);
                std::sort(found[colour].begin(), found[colour].end());
                std::sort(expected[colour].begin(), expected[colour].end());
                EXPECT_EQ(found[colour], expected[colour]);
              }
          }
    }



    /** Two colours of a mesh. */
    struct Case
    {
      const CellwiseMesh &mesh;
      CellBasis basis;
      int pair;
      int first;
      bool u_is_zero;
    };



    enum class Kernel
    {
      march,
      short_runs,
      short_runs_with_known_rhs
    };



    class VertexPatchMarchTest : public test::OnEachDevice
    {
    protected:
      template <typename Number>
      Vector<Number> random(const Case &c, const unsigned int seed) const
      {
        return {device,
                reference::random_vector<Number>(
                  static_cast<std::size_t>(c.mesh.n_values()), seed)};
      }

      /** Colour by colour. */
      template <typename Number>
      Vector<Number> expected(const Case &c) const
      {
        const internal::LevelPatchTransform<Number> transform(c.mesh, c.basis);
        const auto rhs = random<Number>(c, 1);
        auto u         = random<Number>(c, 2);
        if (c.u_is_zero)
          u = Number();
        internal::dispatch(device, [&](const auto &queue) {
          for (const int side : {c.first, 1 - c.first})
            internal::vertex_patch_update<Number>(
              queue,
              *transform,
              c.mesh.patches(2 * c.pair + side),
              true,
              {},
              {rhs.data(), c.mesh.n_values()},
              {u.data(), c.mesh.n_values()});
        });
        return u;
      }

      /** False if the kernel cannot do it. */
      template <typename Number>
      bool run(const Case &c, const Kernel kernel, Vector<Number> &u) const
      {
        const internal::LevelPatchTransform<Number> transform(c.mesh, c.basis);
        const auto random_rhs          = random<Number>(c, 1);
        const internal::PatchRuns runs = c.mesh.patch_runs(c.pair);
        const ArrayView<const Number> rhs{random_rhs.data(), c.mesh.n_values()};
        const ArrayView<Number> result{u.data(), c.mesh.n_values()};
        return internal::dispatch(device, [&](const auto &queue) {
          if (kernel == Kernel::march)
            return internal::vertex_patch_march(
              queue, *transform, runs, c.first, c.u_is_zero, rhs, result);
          return internal::vertex_patch_short_runs(
            queue,
            *transform,
            runs,
            c.first,
            c.u_is_zero,
            kernel == Kernel::short_runs_with_known_rhs,
            rhs,
            result);
        });
      }

      template <typename Number>
      void expect_equal_bits(const Case &c)
      {
        const internal::PatchRuns runs = c.mesh.patch_runs(c.pair);
        if (runs.n() == 0)
          return;
        const auto values = expected<Number>(c).copy_to_host();
        for (const Kernel kernel : {Kernel::march,
                                    Kernel::short_runs,
                                    Kernel::short_runs_with_known_rhs})
          {
            auto u          = random<Number>(c, 2);
            const bool done = run(c, kernel, u);
            if (kernel == Kernel::march)
              all_marched = all_marched && done;
            else
              {
                EXPECT_EQ(done,
                          sizeof(Number) == 4 && c.basis == CellBasis::eigen);
              }
            if (done)
              {
                EXPECT_EQ(u.copy_to_host(), values);
              }
          }
      }

      bool all_marched = true;
    };



    TEST_P(VertexPatchMarchTest, HasTheBitsOfTwoColours)
    {
      for (const auto &problem : problems())
        {
          const CellwiseMesh mesh(device, problem);
          if (device.is_host())
            {
              EXPECT_EQ(mesh.patch_runs(0).n(), 0);
            }
          for (int pair = 0; pair < 4; ++pair)
            for (const int first : {0, 1})
              for (const CellBasis basis : {CellBasis::eigen, CellBasis::nodal})
                for (const bool u_is_zero : {false, true})
                  {
                    const Case c{mesh, basis, pair, first, u_is_zero};
                    expect_equal_bits<float>(c);
                    expect_equal_bits<double>(c);
                  }
        }
      if (!all_marched)
        GTEST_SKIP() << "The device has no bulk copies.";
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             VertexPatchMarchTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
