// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/cell_nodes.h"

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/q3_matrices.h>

#include <deal.II/dofs/dof_accessor.h>
#include <deal.II/fe/fe.h>

#include "dealii/cell_checks.h"
#include "dealii/level_cells.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using DoFHandler = dealii::DoFHandler<3>;

      constexpr std::size_t n_nodes = 64;



      void check_element(const DoFHandler &dof_handler)
      {
        const std::string name = dof_handler.get_fe().get_name();
        TESSERA_REQUIRE(
          !dof_handler.has_hp_capabilities() && name == "FE_Q<3>(3)",
          InvalidInput,
          "The DoFHandler has the element "
            << name
            << (dof_handler.has_hp_capabilities() ? " in a collection" : "")
            << ", expected FE_Q<3>(3).");
      }



      void check_cells(const DoFHandler &dof_handler,
                       const CellwiseMesh &mesh,
                       const unsigned int level)
      {
        const auto &triangulation = dof_handler.get_triangulation();
        std::int64_t n_cells      = 0;
        MeshCell cell;
        if (level < triangulation.n_levels())
          for (const MeshCell &other :
               triangulation.cell_iterators_on_level(level))
            if (is_owned(other, mesh.communicator()) && ++n_cells == 1)
              cell = other;
        TESSERA_REQUIRE(n_cells == mesh.n_cells(),
                        InvalidInput,
                        "The DoFHandler has "
                          << n_cells << " cells on level " << level
                          << " and the mesh " << mesh.n_cells()
                          << "; expected the mesh that make_cellwise_levels() "
                             "made from this level.");
        if (n_cells == 0)
          return;
        const std::array<double, 3> sides = sides_of(cell);
        for (unsigned int axis = 0; axis < 3; ++axis)
          TESSERA_REQUIRE(std::fabs(sides[axis] - mesh.cell_sides()[axis]) <=
                            1e-10 * sides[axis],
                          InvalidInput,
                          "The side of "
                            << name_of(cell) << " along axis " << axis << " is "
                            << sides[axis] << ", that of the cells of the mesh "
                            << mesh.cell_sides()[axis]
                            << "; expected the mesh that "
                               "make_cellwise_levels() made from the "
                               "triangulation of the DoFHandler.");
      }



      /** Number of the Gauss-Lobatto node at @p x. */
      std::size_t node_at(const double x)
      {
        std::size_t nearest = 0;
        for (std::size_t i = 1; i < 4; ++i)
          if (std::fabs(q3_matrices().nodes[i] - x) <
              std::fabs(q3_matrices().nodes[nearest] - x))
            nearest = i;
        return nearest;
      }



      /** The node of each degree of freedom of a cell. */
      std::array<std::size_t, n_nodes>
      nodes_of_cell_dofs(const DoFHandler &dof_handler)
      {
        std::array<std::size_t, n_nodes> nodes;
        const auto &points = dof_handler.get_fe().get_unit_support_points();
        for (std::size_t i = 0; i < n_nodes; ++i)
          nodes[i] = node_at(points[i][0]) + 4 * node_at(points[i][1]) +
                     16 * node_at(points[i][2]);
        return nodes;
      }



      /** All of them; none where the rank does not know the level. */
      std::vector<DoFHandler::level_cell_iterator>
      mg_cells_on_level(const DoFHandler &dof_handler, const unsigned int level)
      {
        std::vector<DoFHandler::level_cell_iterator> cells;
        if (level < dof_handler.get_triangulation().n_levels())
          for (const auto &cell : dof_handler.mg_cell_iterators_on_level(level))
            cells.push_back(cell);
        return cells;
      }



      template <typename T>
      std::vector<T> copy_to_host(const Device &device,
                                  const ArrayView<const T> &values)
      {
        std::vector<T> copy(static_cast<std::size_t>(values.size));
        copy_bytes(Device::host(),
                   copy.data(),
                   device,
                   values.data,
                   values.size * static_cast<std::int64_t>(sizeof(T)));
        return copy;
      }



      std::size_t corner_node(const unsigned int vertex)
      {
        return 3 * (vertex & 1) + 12 * (vertex >> 1 & 1) + 48 * (vertex >> 2);
      }



      /**
       * Refuses cells that do not meet where those of the mesh do. Since each
       * vertex of each cell is in one star, it is enough that the stars and the
       * degrees of freedom of the vertices are in one-to-one correspondence.
       */
      void check_neighbours(const CellwiseMesh &mesh, const DoFIndices &dofs)
      {
        const std::vector<std::int32_t> stars =
          copy_to_host(mesh.device(), mesh.vertices());
        std::set<dealii::types::global_dof_index> seen;
        for (std::size_t first = 0; first < stars.size(); first += 8)
          {
            std::set<dealii::types::global_dof_index> vertex;
            for (unsigned int c = 0; c < 8; ++c)
              if (stars[first + c] >= 0 && stars[first + c] < mesh.n_cells())
                // The vertex is opposite to where the cell is.
                vertex.insert(
                  dofs[n_nodes * static_cast<std::size_t>(stars[first + c]) +
                       corner_node(7 - c)]);
            TESSERA_REQUIRE(
              vertex.size() == 1 && seen.insert(*vertex.begin()).second,
              InvalidInput,
              "The cells of the DoFHandler meet at other vertices than those "
              "of the mesh, as at vertex "
                << first / 8
                << " of the mesh; expected the mesh that "
                   "make_cellwise_levels() made from the triangulation of the "
                   "DoFHandler.");
          }
      }
    } // namespace



    DoFIndices active_dofs_of_nodes(const DoFHandler &dof_handler,
                                    const CellwiseMesh &mesh)
    {
      TESSERA_REQUIRE(dof_handler.has_active_dofs(),
                      InvalidInput,
                      "The DoFHandler has no degrees of freedom; call "
                      "distribute_dofs() first.");
      check_element(dof_handler);
      check_cells(dof_handler,
                  mesh,
                  dof_handler.get_triangulation().n_global_levels() - 1);
      const auto nodes = nodes_of_cell_dofs(dof_handler);
      DoFIndices dofs(static_cast<std::size_t>(mesh.n_values()));
      DoFIndices cell_dofs(n_nodes);
      std::size_t first = 0;
      for (const auto &cell : dof_handler.active_cell_iterators())
        {
          if (!cell->is_locally_owned())
            continue;
          cell->get_dof_indices(cell_dofs);
          for (std::size_t i = 0; i < n_nodes; ++i)
            dofs[first + nodes[i]] = cell_dofs[i];
          first += n_nodes;
        }
      check_neighbours(mesh, dofs);
      return dofs;
    }



    DoFIndices level_dofs_of_nodes(const DoFHandler &dof_handler,
                                   const CellwiseMesh &mesh,
                                   const unsigned int level)
    {
      TESSERA_REQUIRE(dof_handler.has_level_dofs(),
                      InvalidInput,
                      "The DoFHandler has no degrees of freedom on levels; "
                      "call distribute_mg_dofs() first.");
      check_element(dof_handler);
      check_cells(dof_handler, mesh, level);
      const auto nodes = nodes_of_cell_dofs(dof_handler);
      DoFIndices dofs(static_cast<std::size_t>(mesh.n_values()));
      DoFIndices cell_dofs(n_nodes);
      std::size_t first = 0;
      for (const auto &cell : mg_cells_on_level(dof_handler, level))
        {
          if (!is_owned(cell, mesh.communicator()))
            continue;
          cell->get_mg_dof_indices(cell_dofs);
          for (std::size_t i = 0; i < n_nodes; ++i)
            dofs[first + nodes[i]] = cell_dofs[i];
          first += n_nodes;
        }
      check_neighbours(mesh, dofs);
      return dofs;
    }



    std::vector<std::int32_t>
    table_of_copies(const DoFIndices &dofs_of_nodes,
                    const dealii::types::global_dof_index n_owned,
                    const std::int64_t n_local)
    {
      std::vector<bool> seen(static_cast<std::size_t>(n_local), false);
      std::vector<std::int32_t> table;
      table.reserve(dofs_of_nodes.size());
      for (const auto dof : dofs_of_nodes)
        {
          const auto d = static_cast<std::int32_t>(dof);
          table.push_back(seen[dof] || dof >= n_owned ? -1 - d : d);
          seen[dof] = true;
        }
      return table;
    }



    std::vector<std::int32_t> dirichlet_dofs(const CellwiseMesh &mesh,
                                             const DoFIndices &dofs_of_nodes)
    {
      // The vertex, edge, face or inside that a node belongs to, along an axis.
      constexpr std::array<unsigned int, 4> part = {{0, 1, 1, 2}};
      const std::vector<std::uint32_t> masks =
        copy_to_host(mesh.device(), mesh.dirichlet());
      std::vector<std::int32_t> fixed;
      for (std::size_t i = 0; i < dofs_of_nodes.size() && !masks.empty(); ++i)
        if (masks[i / n_nodes] >>
              (part[i % 4] + 3 * part[i / 4 % 4] + 9 * part[i / 16 % 4]) &
            1)
          fixed.push_back(static_cast<std::int32_t>(dofs_of_nodes[i]));
      std::sort(fixed.begin(), fixed.end());
      fixed.erase(std::unique(fixed.begin(), fixed.end()), fixed.end());
      return fixed;
    }
  } // namespace internal
} // namespace tessera
