// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/q3_matrices.h>
#include <tessera/dealii/cellwise_dof_map.h>

#include <deal.II/dofs/dof_accessor.h>
#include <deal.II/fe/fe.h>

#include <cmath>

#include "cellwise/level_checks.h"

namespace tessera
{
  namespace
  {
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



    void check_dof_handler(const dealii::DoFHandler<3> &dof_handler,
                           const CellwiseMesh &mesh)
    {
      TESSERA_REQUIRE(dof_handler.has_active_dofs(),
                      InvalidInput,
                      "The DoFHandler has no degrees of freedom; call "
                      "distribute_dofs() first.");
      const std::string name = dof_handler.get_fe().get_name();
      TESSERA_REQUIRE(
        !dof_handler.has_hp_capabilities() && name == "FE_Q<3>(3)",
        InvalidInput,
        "The DoFHandler has the element "
          << name
          << (dof_handler.has_hp_capabilities() ? " in a collection" : "")
          << ", expected FE_Q<3>(3).");
      const auto n_cells = static_cast<std::int64_t>(
        dof_handler.get_triangulation().n_active_cells());
      TESSERA_REQUIRE(n_cells == mesh.n_cells(),
                      InvalidInput,
                      "The DoFHandler has "
                        << n_cells << " active cells and the mesh "
                        << mesh.n_cells()
                        << "; expected the finest level that "
                           "make_cellwise_levels() made from the "
                           "triangulation of the DoFHandler.");
    }
  } // namespace



  CellwiseDoFMap::CellwiseDoFMap(
    const dealii::DoFHandler<3> &dof_handler,
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : mesh(internal::require_mesh(mesh, "CellwiseDoFMap"))
  {
    check_dof_handler(dof_handler, *mesh);
    n_dofs             = dof_handler.n_dofs();
    const auto &points = dof_handler.get_fe().get_unit_support_points();
    dofs.resize(static_cast<std::size_t>(mesh->n_values()));
    std::vector<dealii::types::global_dof_index> cell_dofs(points.size());
    std::size_t first = 0;
    for (const auto &cell : dof_handler.active_cell_iterators())
      {
        cell->get_dof_indices(cell_dofs);
        for (std::size_t i = 0; i < points.size(); ++i)
          dofs[first + node_at(points[i][0]) + 4 * node_at(points[i][1]) +
               16 * node_at(points[i][2])] = cell_dofs[i];
        first += points.size();
      }
  }



  void CellwiseDoFMap::copy_to_cellwise(CellwiseVector<double> &dst,
                                        const dealii::Vector<double> &src) const
  {
    TESSERA_REQUIRE(src.size() == n_dofs,
                    InvalidInput,
                    "The vector has "
                      << src.size() << " entries, but the DoFHandler " << n_dofs
                      << " degrees of freedom.");
    std::vector<double> values(dofs.size());
    for (std::size_t i = 0; i < dofs.size(); ++i)
      values[i] = src[dofs[i]];
    dst.reinit(mesh->device(), mesh->n_values());
    dst.copy_from_host(values);
  }



  void
  CellwiseDoFMap::copy_from_cellwise(dealii::Vector<double> &dst,
                                     const CellwiseVector<double> &src) const
  {
    internal::require_level_vector(*mesh, src, "src");
    const std::vector<double> values = src.copy_to_host();
    dst.reinit(n_dofs);
    for (std::size_t i = 0; i < dofs.size(); ++i)
      dst[dofs[i]] = values[i];
  }



  std::size_t CellwiseDoFMap::memory_consumption() const
  {
    return dofs.capacity() * sizeof(dofs.front());
  }
} // namespace tessera
