// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_bsr_cell_assembler_h
#define tessera_dealii_bsr_cell_assembler_h

#include <tessera/base/device.h>
#include <tessera/bsr/bsr_coo_assembler.h>
#include <tessera/bsr/bsr_matrix.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/full_matrix.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  /**
   * Assembles the cell matrices of a vector-valued deal.II program into a
   * BsrMatrix with one block for each pair of coupled nodes:
   * \code
   *   BsrCellAssembler<3> assembler(device, dof_handler, constraints);
   *   auto matrix = assembler.make_matrix();
   *   for (const auto &cell : dof_handler.active_cell_iterators())
   *     {
   *       // ... integrate cell_matrix
   *       assembler.add(cell, cell_matrix);
   *     }
   *   assembler.assemble(matrix);
   * \endcode
   *
   * The entries are those of `AffineConstraints::distribute_local_to_global()`:
   * a cell matrix K becomes \f$ C^T K C \f$ with the constraints C resolved
   * (Dirichlet values, hanging nodes, periodicity), and a constrained unknown
   * keeps a row and a column of its own with a positive entry on the diagonal.
   * A node all of whose components are constrained has a diagonal block only.
   * The right-hand side stays with deal.II: call
   * `constraints.distribute_local_to_global(cell_rhs, dof_indices, rhs,
   * cell_matrix)`, which takes care of inhomogeneities.
   *
   * The blocks wait in host memory, 8 n^2 c^2 bytes for a cell of n nodes with
   * c components, and assemble() takes them to the device in one copy; there
   * BsrCooAssembler sums them in a fixed order. All may be repeated for new
   * values on the same mesh.
   */
  template <int dim>
  class BsrCellAssembler
  {
  public:
    using CellIterator = typename dealii::DoFHandler<dim>::active_cell_iterator;

    /**
     * Makes the plan. Both @p dof_handler and @p constraints must stay alive
     * and unchanged while this object is used.
     *
     * @throws InvalidInput if @p constraints is not closed or the unknowns are
     * not grouped by node, see require_grouped_by_node().
     */
    BsrCellAssembler(const Device &device,
                     const dealii::DoFHandler<dim> &dof_handler,
                     const dealii::AffineConstraints<double> &constraints);

    /** A matrix with the pattern of the problem and zero values. */
    BsrMatrix<double> make_matrix() const;

    /**
     * Hands in the matrix of @p cell, in the numbering of
     * `cell->get_dof_indices()`. Each cell is given once before assemble().
     *
     * @throws InvalidInput for a matrix of another size, one with entries that
     * are not finite, or a cell that was given already.
     */
    void add(const CellIterator &cell,
             const dealii::FullMatrix<double> &cell_matrix);

    /**
     * Replaces the values of @p matrix, made by make_matrix(), by the sum over
     * all cells, and expects the cells anew afterwards.
     *
     * @throws InvalidInput if a cell is missing.
     */
    void assemble(BsrMatrix<double> &matrix);

    /** Bytes of the plan and of the waiting blocks. */
    std::size_t memory_consumption() const;

  private:
    /**
     * The nodes of @p cell and those that its constrained nodes depend on, in
     * ascending order.
     */
    std::vector<std::int32_t> resolved_nodes(const CellIterator &cell) const;

    /** Whether the cell couples the nodes; a fully constrained one has none. */
    bool are_coupled(const std::int32_t row, const std::int32_t column) const;

    /** Coordinates of all contributions; fills #cell_offsets. */
    BsrCooAssembler make_plan(const Device &device);

    /** C^T K C on the resolved nodes, row by row. */
    std::vector<double>
    resolve(const CellIterator &cell,
            const std::vector<std::int32_t> &nodes,
            const dealii::FullMatrix<double> &cell_matrix) const;

    Device device;
    const dealii::DoFHandler<dim> *dof_handler;
    const dealii::AffineConstraints<double> *constraints;
    int n_components;
    std::vector<bool> node_is_constrained;

    // First contribution of each active cell.
    std::vector<std::int64_t> cell_offsets;
    BsrCooAssembler plan;
    std::vector<double> contributions;
    std::vector<bool> cell_is_given;
  };
} // namespace tessera

#endif
