// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>

namespace tessera
{
  namespace
  {
    using Description = CellwiseMesh::Description;

    const std::array<double, 3> unit_sides = {{1., 1., 1.}};



    /** The message of the error that making a mesh throws. */
    std::string error_of(const Description &description)
    {
      try
        {
          const CellwiseMesh mesh(Device::host(), description);
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "";
    }



    void expect_in(const std::string &part, const std::string &message)
    {
      EXPECT_NE(message.find(part), std::string::npos)
        << "`" << part << "' is not in: " << message;
    }



    TEST(CellwiseMesh, BoxHasOnePatchForEachInteriorVertex)
    {
      const Description box =
        CellwiseMesh::describe_box({{5, 4, 3}}, unit_sides);
      const CellwiseMesh mesh(Device::host(), box);
      EXPECT_EQ(mesh.n_cells(), 60);
      EXPECT_EQ(mesh.n_values(), 3840);
      EXPECT_EQ(mesh.n_patches(), 4 * 3 * 2);
      EXPECT_FALSE(mesh.has_children());
      // Vertex (3,2,1) has colour (1,0,1).
      EXPECT_EQ(mesh.patches(5).size, 8 * 2 * 1 * 1);
      const std::vector<std::int32_t> cells(mesh.patches(5).data + 8,
                                            mesh.patches(5).data + 16);
      EXPECT_EQ(cells,
                (std::vector<std::int32_t>{7, 8, 12, 13, 27, 28, 32, 33}));
    }



    TEST(CellwiseMesh, EvenBoxHasChildren)
    {
      const CellwiseMesh mesh(Device::host(),
                              CellwiseMesh::describe_box({{2, 4, 2}},
                                                         unit_sides));
      ASSERT_TRUE(mesh.has_children());
      const std::vector<std::int32_t> children(mesh.children().data,
                                               mesh.children().data + 16);
      EXPECT_EQ(children,
                (std::vector<std::int32_t>{
                  0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15}));
    }



    TEST(CellwiseMesh, FreeFacesHaveMirroredPatches)
    {
      // Free at x = 0 and at the upper end of y.
      const CellwiseMesh mesh(
        Device::host(),
        CellwiseMesh::describe_box({{3, 2, 2}},
                                   unit_sides,
                                   {{true, false, false, true, false, false}}));
      // Vertices (0..2, 1..2, 1); those inside have all their cells.
      EXPECT_EQ(mesh.n_patches(), 6);
      std::int64_t n_complete = 0;
      for (int colour = 0; colour < CellwiseMesh::n_colours; ++colour)
        n_complete += mesh.patches(colour).size / 8;
      EXPECT_EQ(n_complete, 2);
      // Vertex (0,2,1), of colour 4 with vertex (2,2,1).
      ASSERT_EQ(mesh.incomplete_patches(4).size, 16);
      const std::vector<std::int32_t> corner(mesh.incomplete_patches(4).data,
                                             mesh.incomplete_patches(4).data +
                                               8);
      EXPECT_EQ(corner,
                (std::vector<std::int32_t>{-2, 3, -4, -3, -2, 9, -4, -3}));
      EXPECT_FALSE(mesh.is_singular());
    }



    TEST(CellwiseMesh, MasksNameTheDirichletBoundary)
    {
      const Description box =
        CellwiseMesh::describe_box({{2, 1, 1}},
                                   unit_sides,
                                   {{true, false, true, true, true, true}});
      // The upper end of x: all nine positions with x = 2, on the second cell.
      std::uint32_t upper_x = 0;
      for (int i = 2; i < 27; i += 3)
        upper_x |= 1u << i;
      EXPECT_EQ(box.dirichlet, (std::vector<std::uint32_t>{0, upper_x}));
    }



    TEST(CellwiseMesh, SingularWithoutDirichletAndReaction)
    {
      Description box =
        CellwiseMesh::describe_box({{2, 2, 2}},
                                   unit_sides,
                                   {{true, true, true, true, true, true}});
      EXPECT_EQ(box.patches[0].size(), 8 * 8u);
      EXPECT_TRUE(CellwiseMesh(Device::host(), box).is_singular());
      box.reaction = 1.;
      EXPECT_FALSE(CellwiseMesh(Device::host(), box).is_singular());
    }



    TEST(CellwiseMesh, EmptyBoxIsAllowed)
    {
      const CellwiseMesh mesh(Device::host(),
                              CellwiseMesh::describe_box({{0, 3, 3}},
                                                         unit_sides));
      EXPECT_EQ(mesh.n_cells(), 0);
      EXPECT_EQ(mesh.n_patches(), 0);
    }



    TEST(CellwiseMesh, RefusesConflictingPatches)
    {
      Description box = CellwiseMesh::describe_box({{3, 2, 2}}, unit_sides);
      // The patches of vertices 1 and 2 share the cells between them.
      box.patches[6].insert(box.patches[6].end(),
                            box.patches[7].begin(),
                            box.patches[7].end());
      const std::string message = error_of(box);
      expect_in("Cell 1 is in patches 0 and 1 of colour 6", message);
    }



    TEST(CellwiseMesh, RefusesWrongNumbers)
    {
      Description box = CellwiseMesh::describe_box({{2, 2, 2}}, unit_sides);

      Description wrong   = box;
      wrong.patches[7][3] = 8;
      expect_in("Patch 0 of colour 7 has cell 8", error_of(wrong));
      wrong.patches[7][3] = -9;
      expect_in("Patch 0 of colour 7 has -9 at position 3", error_of(wrong));
      wrong.patches[7][3] = -2;
      wrong.patches[7][2] = -1;
      expect_in("Patch 0 of colour 7 has -2 at position 3", error_of(wrong));

      wrong = box;
      wrong.patches[7].pop_back();
      expect_in("lists 7 cells", error_of(wrong));

      wrong = box;
      wrong.vertices.resize(8);
      expect_in("has 1 vertices of cells in 8 entries", error_of(wrong));
      wrong.vertices[7] = 8;
      expect_in("Entry 7 of the table of vertices is cell 8", error_of(wrong));

      wrong              = box;
      wrong.diffusion[2] = -1.;
      expect_in("diffusion along axis 2 is -1", error_of(wrong));
      wrong          = box;
      wrong.reaction = -1.;
      expect_in("reaction is -1", error_of(wrong));
      wrong.reaction = std::numeric_limits<double>::infinity();
      expect_in("reaction is inf", error_of(wrong));
      wrong              = box;
      wrong.coefficients = {1., 2.};
      expect_in("There are 2 coefficients", error_of(wrong));
      wrong.coefficients.assign(8, 1.);
      wrong.coefficients[5] = 0.;
      expect_in("coefficient of cell 5 is 0", error_of(wrong));
      wrong = box;
      wrong.dirichlet.pop_back();
      expect_in("masks for 7 cells", error_of(wrong));

      wrong             = box;
      wrong.children[2] = 1;
      expect_in("Child 2 of parent 0 is cell 1", error_of(wrong));
      wrong.children[2] = 8;
      expect_in("Child 2 of parent 0 is cell 8", error_of(wrong));
      wrong.children.resize(7);
      expect_in("lists 7 cells", error_of(wrong));

      wrong               = box;
      wrong.cell_sides[1] = 0.;
      expect_in("axis 1 is 0", error_of(wrong));
      wrong.cell_sides[1] = std::numeric_limits<double>::quiet_NaN();
      expect_in("axis 1 is nan", error_of(wrong));
      EXPECT_EQ(error_of(box), "");
    }



    TEST(CellwiseMesh, RefusesWrongBoxes)
    {
      EXPECT_THROW(CellwiseMesh::describe_box({{-1, 2, 2}}, unit_sides),
                   InvalidInput);
      EXPECT_THROW(CellwiseMesh::describe_box({{1 << 11, 1 << 10, 1 << 10}},
                                              unit_sides),
                   InvalidInput);
      const CellwiseMesh mesh(Device::host(),
                              CellwiseMesh::describe_box({{2, 2, 2}},
                                                         unit_sides));
      EXPECT_THROW(mesh.patches(8), InvalidInput);
      EXPECT_THROW(mesh.patches(-1), InvalidInput);
    }
  } // namespace
} // namespace tessera
