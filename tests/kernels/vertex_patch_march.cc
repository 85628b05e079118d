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



    class VertexPatchMarchTest : public test::OnEachDevice
    {
    protected:
      template <typename Number>
      void expect_equal_bits(const CellwiseMesh &mesh,
                             const CellBasis basis,
                             const int pair,
                             const int first) const
      {
        const internal::LevelPatchTransform<Number> transform(mesh, basis);
        const auto n = static_cast<std::size_t>(mesh.n_values());
        const Vector<Number> rhs(device,
                                 reference::random_vector<Number>(n, 1));
        Vector<Number> u(device, reference::random_vector<Number>(n, 2));
        Vector<Number> marched(u);
        const std::int64_t size = mesh.n_values();
        const internal::PatchRuns runs{mesh.patch_runs(pair),
                                       mesh.patch_slabs(pair)};
        const bool done = internal::dispatch(device, [&](const auto &queue) {
          for (const int colour : {2 * pair + first, 2 * pair + 1 - first})
            internal::vertex_patch_update<Number>(queue,
                                                  *transform,
                                                  mesh.patches(colour),
                                                  true,
                                                  {},
                                                  {rhs.data(), size},
                                                  {u.data(), size});
          return runs.n() > 0 &&
                 internal::vertex_patch_march<Number>(queue,
                                                      *transform,
                                                      runs,
                                                      first,
                                                      {rhs.data(), size},
                                                      {marched.data(), size});
        });
        if (!done && runs.n() > 0)
          GTEST_SKIP() << "The device has no bulk copies.";
        if (done)
          {
            EXPECT_EQ(marched.copy_to_host(), u.copy_to_host());
          }
      }
    };



    TEST_P(VertexPatchMarchTest, HasTheBitsOfTwoColours)
    {
      for (const auto &problem : problems())
        {
          const CellwiseMesh mesh(device, problem);
          if (device.is_host())
            {
              EXPECT_EQ(mesh.patch_runs(0).size, 0);
            }
          for (int pair = 0; pair < 4; ++pair)
            for (const int first : {0, 1})
              for (const CellBasis basis : {CellBasis::eigen, CellBasis::nodal})
                {
                  expect_equal_bits<float>(mesh, basis, pair, first);
                  expect_equal_bits<double>(mesh, basis, pair, first);
                }
        }
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             VertexPatchMarchTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
