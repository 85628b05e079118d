// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "dealii/domains.h"
#include "dealii/level_description.h"

namespace tessera
{
  namespace
  {
    using test::Triangulation;
    using Description = CellwiseMesh::Description;
    using Point       = dealii::Point<3>;
    using Ids         = std::set<dealii::types::boundary_id>;
    using Sides       = std::array<double, 3>;



    /** The mesh as the test sees it: centers of cells, Dirichlet nodes. */
    struct Level
    {
      Level(const Triangulation &triangulation,
            const unsigned int level,
            const Ids &neumann)
      {
        for (const auto &cell : triangulation.cell_iterators_on_level(level))
          centers.push_back(cell->center());
        DiffusionEquation equation;
        equation.neumann_boundaries = neumann;
        const auto cells =
          internal::find_level_cells(triangulation, level, false, nullptr);
        const auto coarse = internal::find_level_cells(
          triangulation, level == 0 ? 0 : level - 1, false, nullptr);
        mesh = internal::describe_level(triangulation,
                                        cells,
                                        level == 0 ? nullptr : &coarse,
                                        false,
                                        equation,
                                        nullptr);
        for (int axis = 0; axis < 3; ++axis)
          corner[axis] = 1e300;
        for (const Point &center : centers)
          for (int axis = 0; axis < 3; ++axis)
            corner[axis] =
              std::min(corner[axis], center[axis] - mesh.cell_sides[axis] / 2);
      }

      Description mesh;
      std::vector<Point> centers;
      Point corner;
    };



    /** Twice the position in the grid: even for vertices, odd for centers. */
    std::array<long, 3> position(const Level &level, const Point &p)
    {
      std::array<long, 3> x;
      for (int axis = 0; axis < 3; ++axis)
        x[axis] = std::lround(2. * (p[axis] - level.corner[axis]) /
                              level.mesh.cell_sides[axis]);
      return x;
    }



    /** Where slot @p c of a star around @p vertex is. */
    std::array<long, 3> slot_position(std::array<long, 3> vertex, const int c)
    {
      for (int axis = 0; axis < 3; ++axis)
        vertex[axis] += (c >> axis & 1) ? 1 : -1;
      return vertex;
    }



    using CellAt = std::map<std::array<long, 3>, int>;

    CellAt cells_by_position(const Level &level)
    {
      CellAt cell_at;
      for (std::size_t i = 0; i < level.centers.size(); ++i)
        cell_at[position(level, level.centers[i])] = static_cast<int>(i);
      return cell_at;
    }



    int find(const CellAt &cell_at, const std::array<long, 3> &x)
    {
      const auto cell = cell_at.find(x);
      return cell == cell_at.end() ? -1 : cell->second;
    }



    /** The vertex of a star, from its first cell. */
    std::array<long, 3> vertex_of(const Level &level, const std::int32_t *star)
    {
      int c = 0;
      while (star[c] < 0)
        ++c;
      return slot_position(position(level, level.centers[star[c]]), 7 - c);
    }



    /** Entry c of a patch by the rule of mirrors, spelt out. */
    int expected_slot(const CellAt &cell_at,
                      const std::array<long, 3> &vertex,
                      const int c)
    {
      if (find(cell_at, slot_position(vertex, c)) >= 0)
        return find(cell_at, slot_position(vertex, c));
      int mirror = 0;
      for (int axis = 0; axis < 3; ++axis)
        {
          bool half_is_empty = true;
          for (int other = 0; other < 8; ++other)
            if ((other >> axis & 1) == (c >> axis & 1) &&
                find(cell_at, slot_position(vertex, other)) >= 0)
              half_is_empty = false;
          if (half_is_empty)
            mirror += 1 << axis;
        }
      return find(cell_at, slot_position(vertex, c ^ mirror)) >= 0 ? -1 - mirror
                                                                   : -1;
    }



    /** Bit of node i of a cell in the Dirichlet mask. */
    int mask_bit(const int i)
    {
      const auto part = [](const int k) { return k == 0 ? 0 : 1 + k / 3; };
      return part(i % 4) + 3 * part(i / 4 % 4) + 9 * part(i / 16);
    }



    /** The masks from the boundary degrees of freedom of deal.II. */
    std::vector<std::uint32_t>
    expected_masks(const Triangulation &triangulation, const Ids &neumann)
    {
      Ids dirichlet;
      for (const auto id : triangulation.get_boundary_ids())
        if (neumann.count(id) == 0)
          dirichlet.insert(id);
      dealii::DoFHandler<3> dof_handler(triangulation);
      const dealii::FE_Q<3> fe(3);
      dof_handler.distribute_dofs(fe);
      dealii::IndexSet fixed(dof_handler.n_dofs());
      if (!dirichlet.empty())
        fixed = dealii::DoFTools::extract_boundary_dofs(dof_handler,
                                                        dealii::ComponentMask(),
                                                        dirichlet);
      std::vector<std::uint32_t> masks;
      std::vector<dealii::types::global_dof_index> dofs(64);
      for (const auto &cell : dof_handler.active_cell_iterators())
        {
          cell->get_dof_indices(dofs);
          masks.push_back(0);
          for (unsigned int i = 0; i < 64; ++i)
            if (fixed.is_element(dofs[i]))
              {
                const Point &x = fe.unit_support_point(i);
                int node       = 0;
                for (int axis = 2; axis >= 0; --axis)
                  node = 4 * node + static_cast<int>(std::lround(3. * x[axis]));
                masks.back() |= std::uint32_t(1) << mask_bit(node);
              }
        }
      return masks;
    }



    /** Stars, patches and children by geometry. */
    void check_level(const Level &level)
    {
      const Description &mesh = level.mesh;
      const CellAt cell_at    = cells_by_position(level);
      ASSERT_EQ(mesh.n_cells, static_cast<std::int64_t>(level.centers.size()));

      std::map<std::array<long, 3>, bool> is_patch;
      for (std::size_t i = 0; i < mesh.vertices.size(); i += 8)
        {
          const auto vertex = vertex_of(level, mesh.vertices.data() + i);
          EXPECT_TRUE(is_patch.emplace(vertex, true).second);
          for (int c = 0; c < 8; ++c)
            {
              const int cell = find(cell_at, slot_position(vertex, c));
              EXPECT_EQ(mesh.vertices[i + c], cell);
              const int corner = 7 - c;
              if (cell >= 0 && (mesh.dirichlet[cell] >>
                                  (2 * (corner & 1) + 6 * (corner >> 1 & 1) +
                                   18 * (corner >> 2)) &
                                1) == 1)
                is_patch[vertex] = false;
            }
        }
      std::size_t n_patches = 0;
      for (int colour = 0; colour < 8; ++colour)
        for (std::size_t i = 0; i < mesh.patches[colour].size(); i += 8)
          {
            const std::int32_t *patch = mesh.patches[colour].data() + i;
            const auto vertex         = vertex_of(level, patch);
            EXPECT_TRUE(is_patch.at(vertex));
            for (int c = 0; c < 8; ++c)
              EXPECT_EQ(patch[c], expected_slot(cell_at, vertex, c));
            for (int axis = 0; axis < 3; ++axis)
              EXPECT_EQ(vertex[axis] / 2 % 2, colour >> axis & 1);
            ++n_patches;
          }
      std::size_t n_expected = 0;
      for (const auto &entry : is_patch)
        n_expected += entry.second;
      EXPECT_EQ(n_patches, n_expected);
    }



    void check_children(const Triangulation &triangulation, const Level &level)
    {
      std::size_t i = 0;
      for (const auto &parent : triangulation.cell_iterators_on_level(0))
        for (int c = 0; c < 8; ++c, ++i)
          {
            const Point expected =
              parent->vertex(c) + (parent->center() - parent->vertex(c)) / 2.;
            EXPECT_LT(level.centers[level.mesh.children[i]].distance(expected),
                      1e-12);
          }
      EXPECT_EQ(i, level.mesh.children.size());
    }



    std::size_t n_patches(const Description &mesh)
    {
      std::size_t n = 0;
      for (const auto &patches : mesh.patches)
        n += patches.size() / 8;
      return n;
    }



    TEST(CellwiseLevels, DescribesAllDomainsWithAllBoundaryConditions)
    {
      const std::vector<Ids> all_neumann{
        {}, {7}, {8}, {9}, {7, 8}, {7, 9}, {8, 9}, {7, 8, 9}};
      for (const test::Domain &domain : test::domains())
        for (const Ids &neumann : all_neumann)
          {
            SCOPED_TRACE(domain.name + ", conditions " +
                         std::to_string(&neumann - all_neumann.data()));
            Triangulation triangulation;
            domain.make(triangulation);
            for (unsigned int axis = 0; axis < 3; ++axis)
              test::set_ids_along(triangulation, axis, 7 + axis);
            triangulation.refine_global(1);
            const Level level(triangulation, 1, neumann);
            check_level(level);
            check_children(triangulation, level);
            EXPECT_EQ(level.mesh.dirichlet,
                      expected_masks(triangulation, neumann));
          }
    }



    TEST(CellwiseLevels, HaveAsManyPatchesAsFreeVertices)
    {
      Triangulation box, l_shape, fichera;
      test::make_stretched_box(box);
      box.refine_global(1);
      EXPECT_EQ(n_patches(Level(box, 1, {}).mesh), 5u * 1u * 3u);
      // Neumann at the upper end along x and at both ends along z.
      EXPECT_EQ(n_patches(Level(box, 1, {1, 4, 5}).mesh), 6u * 1u * 5u);
      EXPECT_EQ(n_patches(Level(box, 0, {0, 1, 2, 3, 4, 5}).mesh),
                4u * 2u * 3u);
      test::make_l_shape(l_shape);
      l_shape.refine_global(1);
      // 3x3 interior lines of the square, less those in the missing quarter
      // and on its edges.
      EXPECT_EQ(n_patches(Level(l_shape, 1, {}).mesh), 5u);
      EXPECT_EQ(n_patches(Level(l_shape, 1, {0}).mesh), 3u * (25u - 4u));
      test::make_fichera_corner(fichera);
      fichera.refine_global(1);
      EXPECT_EQ(n_patches(Level(fichera, 1, {}).mesh), 27u - 8u);
      EXPECT_EQ(n_patches(Level(fichera, 1, {0}).mesh), 125u - 8u);
    }



    TEST(CellwiseLevels, MirrorAtFlatEndsAndNotAtReentrantCorners)
    {
      Triangulation fichera;
      test::make_fichera_corner(fichera);
      const Description mesh = Level(fichera, 0, {0}).mesh;
      const auto has_patch   = [&](const std::size_t colour,
                                 const std::vector<std::int32_t> &patch) {
        const std::vector<std::int32_t> &patches = mesh.patches[colour];
        for (std::size_t i = 0; i < patches.size(); i += 8)
          if (std::equal(patch.begin(), patch.end(), patches.begin() + i))
            return true;
        return false;
      };
      // The re-entrant corner (1,1,1) has all cells but the first.
      EXPECT_TRUE(has_patch(7, {-1, 0, 1, 2, 3, 4, 5, 6}));
      // The corner (2,2,2) mirrors the last cell along all axes.
      EXPECT_TRUE(has_patch(0, {6, -2, -3, -4, -5, -6, -7, -8}));
      // (0,1,1), where a re-entrant edge ends: three cells have a mirror image,
      // the fourth is missing on both sides.
      EXPECT_TRUE(has_patch(6, {-1, -1, -2, 1, -2, 3, -2, 5}));
    }



    TEST(CellwiseLevels, CoarseCoefficientsAreMeans)
    {
      Triangulation triangulation;
      test::make_l_shape(triangulation);
      triangulation.refine_global(2);
      DiffusionEquation equation;
      equation.diffusion   = {{1., 2., 3.}};
      equation.reaction    = 0.5;
      int n_calls          = 0;
      equation.coefficient = [&](const DiffusionEquation::Cell &cell) {
        ++n_calls;
        return 1. + cell->center()[0] + 10. * cell->center()[1];
      };
      const auto levels =
        make_cellwise_levels(triangulation, Device::host(), 1, equation);
      EXPECT_EQ(n_calls, 3 * 64);
      for (unsigned int level = 1; level < 3; ++level)
        {
          const CellwiseMesh &mesh = *levels[level];
          EXPECT_EQ(mesh.diffusion(), equation.diffusion);
          EXPECT_EQ(mesh.reaction(), equation.reaction);
          ASSERT_EQ(mesh.coefficients().size, mesh.n_cells());
          std::size_t i = 0;
          // The mean of a linear function is its value in the middle.
          for (const auto &cell : triangulation.cell_iterators_on_level(level))
            EXPECT_NEAR(mesh.coefficients().data[i++],
                        1. + cell->center()[0] + 10. * cell->center()[1],
                        1e-12);
        }
      const auto plain = make_cellwise_levels(triangulation, Device::host(), 1);
      EXPECT_EQ(plain[1]->coefficients().size, 0);
      EXPECT_FALSE(plain[1]->has_children());
      EXPECT_TRUE(plain[2]->has_children());
    }
  } // namespace
} // namespace tessera
