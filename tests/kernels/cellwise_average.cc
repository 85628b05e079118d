// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/copies.h>

#include <cmath>
#include <map>
#include <memory>
#include <vector>

#include "devices.h"
#include "reference/cell_union.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    using reference::CellUnion;
    using reference::Position;

    class AverageCopiesTest : public test::OnEachDevice
    {};



    /** A box as a union of cells, with the description of describe_box(). */
    CellUnion box(const Position &n, const std::array<bool, 6> &free_faces)
    {
      CellUnion cells =
        reference::make_cell_union(n, {{1., 1., 1.}}, [](const Position &) {
          return true;
        });
      cells.mesh = CellwiseMesh::describe_box({{n[0], n[1], n[2]}},
                                              {{1., 1., 1.}},
                                              free_faces);
      return cells;
    }



    /** A re-entrant corner and edges, and cells that touch along an edge. */
    CellUnion ragged_union()
    {
      return reference::make_cell_union(
        {{3, 3, 3}}, {{1., 1., 1.}}, [](const Position &p) {
          const bool corner = p[0] == 0 && p[1] == 0 && p[2] == 0;
          const bool notch  = p[0] == 2 && p[1] == 2 && p[2] < 2;
          const bool gap    = p[0] == 1 && p[1] == 0 && p[2] == 2;
          return !corner && !notch && !gap;
        });
    }



    /** Whether a lattice point is on a Dirichlet face of a box of @p n cells.
     */
    bool is_fixed(const Position &p,
                  const Position &n,
                  const std::array<bool, 6> &free_faces)
    {
      bool fixed = false;
      for (std::size_t axis = 0; axis < 3; ++axis)
        fixed = fixed || (p[axis] == 0 && !free_faces[2 * axis]) ||
                (p[axis] == 3 * n[axis] && !free_faces[2 * axis + 1]);
      return fixed;
    }



    /** Averages by a map from points to their copies. */
    template <typename Number, typename IsFixed>
    std::vector<Number> averages(const CellUnion &cells,
                                 const std::vector<Number> &u,
                                 const IsFixed &is_fixed)
    {
      std::map<Position, std::pair<double, int>> sums;
      const auto point = [&](const std::size_t k) {
        return reference::union_point(cells, k / 64, static_cast<int>(k % 64));
      };
      for (std::size_t k = 0; k < u.size(); ++k)
        {
          auto &sum = sums[point(k)];
          sum.first += static_cast<double>(u[k]);
          ++sum.second;
        }
      std::vector<Number> result;
      for (std::size_t k = 0; k < u.size(); ++k)
        {
          const auto &sum = sums[point(k)];
          result.push_back(is_fixed(point(k))
                             ? Number()
                             : static_cast<Number>(sum.first / sum.second));
        }
      return result;
    }



    template <typename Number, typename IsFixed>
    void
    check(const Device &device, const CellUnion &cells, const IsFixed &is_fixed)
    {
      const CellwiseMesh mesh(device, cells.mesh);
      const auto u = reference::random_vector<Number>(
        static_cast<std::size_t>(mesh.n_values()), 5);
      const auto expected = averages(cells, u, is_fixed);
      const double bound  = test::tolerance<Number>(8, 1., 1.);

      const CellwiseVector<Number> src(device, u);
      CellwiseVector<Number> dst, again;
      mesh.initialize_vector(dst);
      dst = std::nanf("");
      average_copies(mesh, dst, src);
      const auto result = dst.copy_to_host();
      test::expect_near(result, expected, bound);
      EXPECT_EQ(reference::largest_jump(cells, result), 0.);
      for (std::size_t k = 0; k < expected.size(); ++k)
        if (expected[k] == Number())
          {
            EXPECT_EQ(result[k], Number());
          }

      again = src;
      average_copies(mesh, again);
      EXPECT_EQ(again.copy_to_host(), result);
      average_copies(mesh, again);
      test::expect_near(again.copy_to_host(), result, bound);
    }



    TEST_P(AverageCopiesTest, AgreesWithAMapOnBoxes)
    {
      for (const Position &n :
           {Position{{0, 2, 1}}, {{1, 1, 1}}, {{2, 1, 3}}, {{5, 3, 2}}})
        for (int faces = 0; faces < 64; ++faces)
          {
            std::array<bool, 6> free_faces;
            for (std::size_t f = 0; f < 6; ++f)
              free_faces[f] = (faces >> f & 1) != 0;
            const auto fixed = [&](const Position &p) {
              return is_fixed(p, n, free_faces);
            };
            check<double>(device, box(n, free_faces), fixed);
            check<float>(device, box(n, free_faces), fixed);
          }
    }



    TEST_P(AverageCopiesTest, AgreesWithAMapOnLargeBoxes)
    {
      const std::array<bool, 6> free_faces = {
        {true, false, false, true, false, false}};
      for (const Position &n : {Position{{17, 15, 15}}, {{27, 25, 25}}})
        {
          const auto fixed = [&](const Position &p) {
            return is_fixed(p, n, free_faces);
          };
          check<double>(device, box(n, free_faces), fixed);
          check<float>(device, box(n, free_faces), fixed);
        }
    }



    TEST_P(AverageCopiesTest, AgreesWithAMapAroundReentrantEdges)
    {
      const auto none = [](const Position &) { return false; };
      check<double>(device, ragged_union(), none);
      check<float>(device, ragged_union(), none);
    }



    TEST_P(AverageCopiesTest, RefusesWrongVectors)
    {
      const CellwiseMesh mesh(device, ragged_union().mesh);
      CellwiseVector<double> good, small(device, 64);
      mesh.initialize_vector(good);
      EXPECT_THROW(average_copies(mesh, small), InvalidInput);
      EXPECT_THROW(average_copies(mesh, small, good), InvalidInput);
      EXPECT_THROW(average_copies(mesh, good, small), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             AverageCopiesTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
