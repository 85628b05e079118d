// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/array.h>
#include <tessera/base/exceptions.h>
#include <tessera/dealii/bsr_cell_assembler.h>
#include <tessera/dealii/node_blocks.h>

#include <deal.II/base/numbers.h>
#include <deal.II/fe/fe.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tessera
{
  namespace
  {
    using DofIndices = std::vector<dealii::types::global_dof_index>;



    template <int dim>
    const dealii::DoFHandler<dim> &
    checked(const dealii::DoFHandler<dim> &dof_handler,
            const dealii::AffineConstraints<double> &constraints)
    {
      require_grouped_by_node(dof_handler);
      TESSERA_REQUIRE(constraints.is_closed(),
                      InvalidInput,
                      "The AffineConstraints are not closed; call "
                      "constraints.close() first.");
      const auto n_nodes =
        dof_handler.n_dofs() / dof_handler.get_fe().n_components();
      TESSERA_REQUIRE(n_nodes <= static_cast<dealii::types::global_dof_index>(
                                   std::numeric_limits<std::int32_t>::max()),
                      InvalidInput,
                      "The mesh has " << n_nodes
                                      << " nodes, a BsrMatrix at most 2^31 - 1 "
                                      << "block rows.");
      return dof_handler;
    }



    template <typename CellIterator>
    DofIndices dof_indices(const CellIterator &cell)
    {
      DofIndices indices(cell->get_fe().n_dofs_per_cell());
      cell->get_dof_indices(indices);
      return indices;
    }



    /**
     * What deal.II puts on the diagonal of a constrained unknown whose own
     * diagonal entry in the cell matrix is zero.
     */
    double replacement_diagonal(const dealii::FullMatrix<double> &cell_matrix)
    {
      double sum = 0.;
      for (unsigned int i = 0; i < cell_matrix.m(); ++i)
        sum += std::fabs(cell_matrix(i, i));
      if (sum == 0.)
        sum = cell_matrix.l1_norm();
      return sum == 0. ? 1. : sum / cell_matrix.m();
    }



    /** Row of C: places among the resolved unknowns, and weights. */
    using ResolvedUnknown = std::vector<std::pair<std::size_t, double>>;
  } // namespace



  template <int dim>
  BsrCellAssembler<dim>::BsrCellAssembler(
    const Device &device,
    const dealii::DoFHandler<dim> &dof_handler,
    const dealii::AffineConstraints<double> &constraints)
    : device(device)
    , dof_handler(&checked(dof_handler, constraints))
    , constraints(&constraints)
    , n_components(static_cast<int>(dof_handler.get_fe().n_components()))
    , node_is_constrained(dof_handler.n_dofs() / n_components, true)
    , plan(make_plan(device))
    , contributions(plan.n_contributions() * n_components * n_components)
    , cell_is_given(cell_offsets.size(), false)
  {}



  template <int dim>
  std::vector<std::int32_t>
  BsrCellAssembler<dim>::resolved_nodes(const CellIterator &cell) const
  {
    std::vector<std::int32_t> nodes;
    for (const auto dof : dof_indices(cell))
      {
        nodes.push_back(static_cast<std::int32_t>(dof / n_components));
        if (constraints->is_constrained(dof))
          for (const auto &entry : *constraints->get_constraint_entries(dof))
            nodes.push_back(
              static_cast<std::int32_t>(entry.first / n_components));
      }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
  }



  template <int dim>
  bool BsrCellAssembler<dim>::are_coupled(const std::int32_t row,
                                          const std::int32_t column) const
  {
    return row == column ||
           (!node_is_constrained[row] && !node_is_constrained[column]);
  }



  template <int dim>
  BsrCooAssembler BsrCellAssembler<dim>::make_plan(const Device &device)
  {
    for (dealii::types::global_dof_index i = 0; i < dof_handler->n_dofs(); ++i)
      if (!constraints->is_constrained(i))
        node_is_constrained[i / n_components] = false;

    std::vector<std::int32_t> rows;
    std::vector<std::int32_t> columns;
    cell_offsets.resize(dof_handler->get_triangulation().n_active_cells());
    for (const auto &cell : dof_handler->active_cell_iterators())
      {
        cell_offsets[cell->active_cell_index()] =
          static_cast<std::int64_t>(rows.size());
        const auto nodes = resolved_nodes(cell);
        for (const auto row : nodes)
          for (const auto column : nodes)
            if (are_coupled(row, column))
              {
                rows.push_back(row);
                columns.push_back(column);
              }
      }
    const auto n_nodes = static_cast<std::int64_t>(node_is_constrained.size());
    return BsrCooAssembler(
      device, n_nodes, n_nodes, n_components, n_components, rows, columns);
  }



  template <int dim>
  BsrMatrix<double> BsrCellAssembler<dim>::make_matrix() const
  {
    return plan.template make_matrix<double>();
  }



  template <int dim>
  std::vector<double> BsrCellAssembler<dim>::resolve(
    const CellIterator &cell,
    const std::vector<std::int32_t> &nodes,
    const dealii::FullMatrix<double> &cell_matrix) const
  {
    const auto place = [&](const dealii::types::global_dof_index dof) {
      const auto node =
        std::lower_bound(nodes.begin(), nodes.end(), dof / n_components);
      return static_cast<std::size_t>(node - nodes.begin()) * n_components +
             dof % n_components;
    };

    const std::size_t n = nodes.size() * n_components;
    std::vector<double> resolved(n * n, 0.);
    std::vector<ResolvedUnknown> C(cell_matrix.m());
    const auto dofs = dof_indices(cell);
    for (unsigned int i = 0; i < dofs.size(); ++i)
      if (!constraints->is_constrained(dofs[i]))
        C[i].emplace_back(place(dofs[i]), 1.);
      else
        {
          for (const auto &entry :
               *constraints->get_constraint_entries(dofs[i]))
            C[i].emplace_back(place(entry.first), entry.second);
          const double diagonal = std::fabs(cell_matrix(i, i));
          resolved[place(dofs[i]) * (n + 1)] +=
            diagonal != 0. ? diagonal : replacement_diagonal(cell_matrix);
        }

    for (unsigned int i = 0; i < dofs.size(); ++i)
      for (const auto &row : C[i])
        for (unsigned int j = 0; j < dofs.size(); ++j)
          for (const auto &column : C[j])
            resolved[row.first * n + column.first] +=
              row.second * cell_matrix(i, j) * column.second;
    return resolved;
  }



  template <int dim>
  void BsrCellAssembler<dim>::add(const CellIterator &cell,
                                  const dealii::FullMatrix<double> &cell_matrix)
  {
    const unsigned int n_dofs = cell->get_fe().n_dofs_per_cell();
    TESSERA_REQUIRE(cell_matrix.m() == n_dofs && cell_matrix.n() == n_dofs,
                    InvalidInput,
                    "The matrix of cell "
                      << cell->id() << " is " << cell_matrix.m() << " x "
                      << cell_matrix.n() << ", expected " << n_dofs << " x "
                      << n_dofs << '.');
    TESSERA_REQUIRE(dealii::numbers::is_finite(cell_matrix.frobenius_norm()),
                    InvalidInput,
                    "The matrix of cell "
                      << cell->id() << " has an entry that is not finite; "
                      << "look at its coefficients and its geometry.");
    const unsigned int index = cell->active_cell_index();
    TESSERA_REQUIRE(!cell_is_given[index],
                    InvalidInput,
                    "The matrix of cell "
                      << cell->id() << " was given twice; give each cell once "
                      << "before assemble().");

    const auto nodes    = resolved_nodes(cell);
    const auto resolved = resolve(cell, nodes, cell_matrix);
    const std::size_t n = nodes.size() * n_components;
    double *block =
      contributions.data() + cell_offsets[index] * n_components * n_components;
    for (std::size_t a = 0; a < nodes.size(); ++a)
      for (std::size_t b = 0; b < nodes.size(); ++b)
        if (are_coupled(nodes[a], nodes[b]))
          for (int r = 0; r < n_components; ++r)
            block = std::copy_n(resolved.data() + (a * n_components + r) * n +
                                  b * n_components,
                                n_components,
                                block);
    cell_is_given[index] = true;
  }



  template <int dim>
  void BsrCellAssembler<dim>::assemble(BsrMatrix<double> &matrix)
  {
    const auto n_missing =
      std::count(cell_is_given.begin(), cell_is_given.end(), false);
    TESSERA_REQUIRE(n_missing == 0,
                    InvalidInput,
                    "The matrices of "
                      << n_missing << " of " << cell_is_given.size()
                      << " cells are missing; call add() for each active cell "
                      << "before assemble().");
    plan.assemble(Array<double>(device, contributions), matrix);
    std::fill(cell_is_given.begin(), cell_is_given.end(), false);
  }



  template <int dim>
  std::size_t BsrCellAssembler<dim>::memory_consumption() const
  {
    return plan.memory_consumption() +
           contributions.capacity() * sizeof(double) +
           cell_offsets.capacity() * sizeof(std::int64_t) +
           (cell_is_given.capacity() + node_is_constrained.capacity()) / 8;
  }



  template class BsrCellAssembler<2>;
  template class BsrCellAssembler<3>;
} // namespace tessera
