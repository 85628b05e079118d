// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cellwise_dof_map_h
#define tessera_dealii_cellwise_dof_map_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <deal.II/base/types.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/vector.h>

#include <cstddef>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * Copies primal vectors between the unknowns of a DoFHandler with `FE_Q(3)`
   * and the entries of a CellwiseVector on the finest of the levels that
   * make_cellwise_levels() made from the same triangulation.
   *
   * The table has 64 global numbers a cell in host memory; vectors that are on
   * a GPU are copied through host memory.
   */
  class CellwiseDoFMap
  {
  public:
    /**
     * @throws InvalidInput if the element is not `FE_Q<3>(3)`, if no degrees of
     * freedom are distributed, or if @p mesh has another number of cells.
     */
    CellwiseDoFMap(const dealii::DoFHandler<3> &dof_handler,
                   const std::shared_ptr<const CellwiseMesh> &mesh);

    /**
     * Gives @p dst the size and the device of the mesh and writes each entry of
     * @p src to all its copies.
     *
     * @throws InvalidInput if @p src has the wrong size.
     */
    void copy_to_cellwise(CellwiseVector<double> &dst,
                          const dealii::Vector<double> &src) const;

    /**
     * Sets the entries of @p dst, which is resized, to the copies in @p src,
     * which are equal in a primal vector.
     *
     * @throws InvalidInput if @p src does not fit the mesh.
     */
    void copy_from_cellwise(dealii::Vector<double> &dst,
                            const CellwiseVector<double> &src) const;

    /** Bytes of the table in host memory. */
    std::size_t memory_consumption() const;

  private:
    std::shared_ptr<const CellwiseMesh> mesh;
    dealii::types::global_dof_index n_dofs;

    // Degree of freedom of each entry of a cell-wise vector.
    std::vector<dealii::types::global_dof_index> dofs;
  };
} // namespace tessera

#endif
