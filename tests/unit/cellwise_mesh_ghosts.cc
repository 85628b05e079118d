// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Meshes with ghost cells, made by hand, on one rank that is its own neighbour.

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/copies.h>

#include <gtest/gtest.h>

#include <string>

#include "loopback.h"

namespace tessera
{
  namespace
  {
    using Description = CellwiseMesh::Description;
    using Neighbours  = std::vector<GhostNeighbour>;

    /**
     * Owned cells 0 to 3, two by two along y and z. To the right of each is a
     * copy of itself, the ghost cells 4 to 7.
     */
    Description make_description()
    {
      Description mesh;
      mesh.n_cells                = 4;
      mesh.ghosts.communicator    = std::make_shared<const test::Loopback>();
      mesh.ghosts.n_cells         = 4;
      mesh.ghosts.around_vertices = {{0, {0, 1, 2, 3}, {4, 5, 6, 7}}};
      for (auto &sweep : mesh.ghosts.sweeps)
        sweep.start = mesh.ghosts.around_vertices;
      // The left ends of the ghost cells, in pairs of nodes.
      mesh.ghosts.shared_nodes = {{0, {}, {}}};
      for (std::int32_t cell = 0; cell < 4; ++cell)
        for (std::int32_t pair = 0; pair < 32; pair += 2)
          {
            auto &list = mesh.ghosts.shared_nodes[0];
            list.owned_units.push_back(32 * cell + pair);
            list.ghost_units.push_back(32 * (4 + cell) + pair);
          }
      mesh.patches[7]    = {0, 4, 1, 5, 2, 6, 3, 7};
      const auto cell_at = [](const int x, const int y, const int z) {
        const bool exists = x >= 0 && y >= 0 && y < 2 && z >= 0 && z < 2;
        return exists ? 4 * x + y + 2 * z : -1;
      };
      for (int vertex = 0; vertex < 18; ++vertex)
        for (int corner = 0; corner < 8; ++corner)
          mesh.vertices.push_back(cell_at(vertex % 2 + corner % 2 - 1,
                                          vertex / 2 % 3 + corner / 2 % 2 - 1,
                                          vertex / 6 + corner / 4 - 1));
      return mesh;
    }



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
      return "nothing was refused";
    }



    void expect_in(const std::string &part, const std::string &message)
    {
      EXPECT_NE(message.find(part), std::string::npos)
        << "`" << part << "' is not in: " << message;
    }



    TEST(CellwiseMeshGhosts, AreTakenAsDescribed)
    {
      const CellwiseMesh mesh(Device::host(), make_description());
      EXPECT_EQ(mesh.n_cells(), 4);
      EXPECT_EQ(mesh.n_ghost_cells(), 4);
      EXPECT_EQ(mesh.n_global_cells(), 4);
      EXPECT_EQ(mesh.n_values(), 4 * 64);
      EXPECT_EQ(mesh.n_local_values(), 8 * 64);
      EXPECT_NE(mesh.communicator(), nullptr);
      // The patch has ghost cells, and so have the vertices on the right.
      EXPECT_EQ(mesh.patches(7).size, 8);
      EXPECT_EQ(mesh.n_interior_entries(7)[0], 0);
      EXPECT_EQ(mesh.vertices().size, 18 * 8);
      EXPECT_EQ(mesh.n_interior_vertex_entries(), 9 * 8);
    }



    TEST(CellwiseMeshGhosts, AreFetchedForAverages)
    {
      const CellwiseMesh mesh(Device::host(), make_description());
      CellwiseVector<double> u;
      mesh.initialize_vector(u);
      EXPECT_EQ(u.n_ghost_entries(), 4 * 64u);
      // Values 5 to 8 along x: the right end meets the left end of the copy.
      std::vector<double> values(4 * 64), expected;
      for (std::size_t i = 0; i < values.size(); ++i)
        {
          values[i] = 5. + static_cast<double>(i % 4);
          expected.push_back(i % 4 == 3 ? 6.5 : values[i]);
        }
      u.copy_from_host(values);
      average_copies(mesh, u);
      EXPECT_EQ(u.copy_to_host(), expected);
    }



    /** Tries wrong lists in the place that @p list_of names. */
    template <typename ListOf>
    void expect_refusals_of_lists(const ListOf &list_of)
    {
      const auto error_with = [&](const Neighbours &neighbours) {
        Description mesh     = make_description();
        list_of(mesh.ghosts) = neighbours;
        return error_of(mesh);
      };
      const std::vector<std::int32_t> owned{0, 1, 2, 3}, ghosts{4, 5, 6, 7};
      expect_in("nothing was refused", error_with({{0, owned, ghosts}}));
      expect_in("unit 4 as one of the owned",
                error_with({{0, {0, 1, 2, 4}, ghosts}}));
      expect_in("unit -1 as one of the owned",
                error_with({{0, {-1, 1, 2, 3}, ghosts}}));
      expect_in("owned unit 2 shared with rank 0 a second time",
                error_with({{0, {0, 1, 2, 2}, ghosts}}));
      expect_in("neighbour rank 1", error_with({{1, owned, ghosts}}));
      expect_in("neighbour rank -1", error_with({{-1, owned, ghosts}}));
      expect_in("neighbour rank 0 twice",
                error_with({{0, owned, ghosts}, {0, {}, {}}}));
      expect_in("sends 3 owned units to rank 0, which expects 4",
                error_with({{0, {0, 1, 2}, ghosts}}));
      // One more that is no ghost cell, so that none is missing.
      expect_in("unit 8 as one of the ghost",
                error_with({{0, owned, {4, 5, 6, 7, 8}}}));
      expect_in("unit 3 as one of the ghost",
                error_with({{0, owned, {4, 5, 6, 7, 3}}}));
      expect_in("ghost unit 5 shared with rank 0 a second time",
                error_with({{0, owned, {4, 5, 6, 7, 5}}}));
    }



    TEST(CellwiseMeshGhosts, RefusesWrongLists)
    {
      using Ghosts = CellwiseMesh::Ghosts;
      expect_refusals_of_lists(
        [](Ghosts &ghosts) -> Neighbours & { return ghosts.around_vertices; });
      expect_refusals_of_lists(
        [](Ghosts &ghosts) -> Neighbours & { return ghosts.parents; });
      for (const std::size_t direction : {0, 1})
        {
          expect_refusals_of_lists([=](Ghosts &ghosts) -> Neighbours & {
            return ghosts.sweeps[direction].start;
          });
          for (std::size_t colour = 0; colour < 8; ++colour)
            expect_refusals_of_lists([=](Ghosts &ghosts) -> Neighbours & {
              return ghosts.sweeps[direction].colours[colour];
            });
        }
    }



    TEST(CellwiseMeshGhosts, RefusesWrongSharedNodes)
    {
      // 32 pairs of nodes a cell, those of four owned cells first.
      const auto error_with = [](const std::int32_t owned,
                                 const std::int32_t ghost) {
        Description mesh     = make_description();
        GhostNeighbour &list = mesh.ghosts.shared_nodes[0];
        list.owned_units.push_back(owned);
        list.ghost_units.push_back(ghost);
        return error_of(mesh);
      };
      expect_in("nothing was refused", error_with(127, 255));
      expect_in("unit 128 as one of the owned", error_with(128, 255));
      expect_in("owned unit 4 shared with rank 0 a second", error_with(4, 255));
      expect_in("unit 127 as one of the ghost", error_with(127, 127));
      expect_in("unit 256 as one of the ghost", error_with(127, 256));
      expect_in("ghost unit 132 shared with rank 0 a second",
                error_with(127, 132));
    }



    TEST(CellwiseMeshGhosts, RefusesAGhostCellWithoutAnOwner)
    {
      Description mesh            = make_description();
      mesh.ghosts.around_vertices = {{0, {0, 1, 3}, {4, 5, 7}}};
      expect_in("Ghost cell 6 is around a vertex", error_of(mesh));
      // Parents need not be around a vertex.
      mesh                = make_description();
      mesh.ghosts.n_cells = 5;
      mesh.ghosts.parents = {{0, {1}, {8}}};
      expect_in("nothing was refused", error_of(mesh));
    }



    TEST(CellwiseMeshGhosts, RefusesWrongSizes)
    {
      Description mesh    = make_description();
      mesh.ghosts.n_cells = -1;
      expect_in("There are -1 ghost cells", error_of(mesh));
      mesh.ghosts.n_cells = 3;
      expect_in("is cell 7, expected", error_of(mesh));
      mesh.ghosts.n_cells = (std::int64_t(1) << 31) - 4;
      expect_in("that of ghost cells 2147483644", error_of(mesh));

      mesh               = make_description();
      mesh.patches[7][5] = 8;
      expect_in("Patch 0 of colour 7 has cell 8", error_of(mesh));

      // One number for each cell, ghost cells too.
      mesh = make_description();
      mesh.coefficients.assign(4, 1.);
      expect_in("4 coefficients, expected one for each of 8", error_of(mesh));
      mesh.coefficients.assign(8, 1.);
      mesh.dirichlet.assign(4, 0);
      expect_in("masks for 4 cells, expected all 8", error_of(mesh));
      mesh.dirichlet.assign(8, 0);
      expect_in("nothing was refused", error_of(mesh));

      // The children are owned cells.
      mesh.children = {0, 1, 2, -1, -1, -1, -1, -1};
      expect_in("lists 3 cells, expected all 4", error_of(mesh));
      mesh.children[3] = 4;
      expect_in("Child 3 of parent 0 is cell 4", error_of(mesh));
      mesh.children[3] = 3;
      expect_in("nothing was refused", error_of(mesh));
    }



    TEST(CellwiseMeshGhosts, RefusesGhostsOfAProcessAlone)
    {
      Description mesh         = make_description();
      mesh.ghosts.communicator = nullptr;
      expect_in("There are 4 ghost cells, expected 0", error_of(mesh));
      mesh = CellwiseMesh::describe_box({{2, 2, 2}}, {{1., 1., 1.}});
      expect_in("nothing was refused", error_of(mesh));
      mesh.ghosts.parents = {{0, {0}, {}}};
      expect_in("no communicator", error_of(mesh));
      mesh.ghosts.parents      = {};
      mesh.ghosts.shared_nodes = {{0, {0}, {}}};
      expect_in("no communicator", error_of(mesh));
      mesh.ghosts.shared_nodes         = {};
      mesh.ghosts.sweeps[1].colours[3] = {{0, {0}, {}}};
      expect_in("no communicator", error_of(mesh));
    }
  } // namespace
} // namespace tessera
