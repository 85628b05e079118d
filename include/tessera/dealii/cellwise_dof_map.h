// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_cellwise_dof_map_h
#define tessera_dealii_cellwise_dof_map_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/base/index_set.h>
#include <deal.II/base/mg_level_object.h>
#include <deal.II/base/partitioner.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * Copies vectors between the unknowns of a DoFHandler with `FE_Q(3)`, of its
   * active cells or of one multigrid level, and cell-wise vectors in the nodal
   * basis.
   *
   * `VectorType` is `dealii::Vector<double>` or
   * `dealii::LinearAlgebra::distributed::Vector<Number>` with `Number` float or
   * double. Vectors of deal.II are in host memory: if the mesh is on a GPU,
   * each call copies one array of n_dofs() numbers between the two, which
   * Device::transfer_statistics() counts; on the host there is no such copy. A
   * call costs one pass: a table of 256 bytes a cell, the vector of deal.II
   * and the cell-wise one.
   *
   * Over several ranks, vectors are
   * `dealii::LinearAlgebra::distributed::Vector` and distributed as the
   * DoFHandler; their ghost entries are neither needed nor changed. All
   * functions are collective then.
   */
  class CellwiseDoFMap
  {
  public:
    /**
     * The active degrees of freedom, for the finest mesh that
     * make_cellwise_levels() made from the triangulation of @p dof_handler.
     *
     * @throws InvalidInput if the element is not `FE_Q<3>(3)`, if no degrees of
     * freedom are distributed, or if @p mesh was made from other cells.
     */
    CellwiseDoFMap(const dealii::DoFHandler<3> &dof_handler,
                   const std::shared_ptr<const CellwiseMesh> &mesh);

    /**
     * The degrees of freedom of level @p level, for the mesh of this level.
     *
     * @throws InvalidInput as above.
     */
    CellwiseDoFMap(const dealii::DoFHandler<3> &dof_handler,
                   const std::shared_ptr<const CellwiseMesh> &mesh,
                   const unsigned int level);

    /**
     * Gives @p dst the size and the device of the mesh and writes each entry of
     * @p src, a primal vector, to all its copies.
     *
     * @throws InvalidInput if @p src has the wrong size.
     */
    template <typename VectorType>
    void copy_to_cellwise(CellwiseVector<typename VectorType::value_type> &dst,
                          const VectorType &src) const;

    /**
     * Gives @p dst the size and the device of the mesh and writes each entry of
     * @p src, an assembled dual vector, to the first of its copies and zero to
     * the others, so that the sums are exact.
     *
     * @throws InvalidInput if @p src has the wrong size.
     */
    template <typename VectorType>
    void
    copy_dual_to_cellwise(CellwiseVector<typename VectorType::value_type> &dst,
                          const VectorType &src) const;

    /**
     * Sets the entries of @p dst to the copies in @p src, a primal vector,
     * whose copies are equal. A `dealii::Vector` is resized.
     *
     * @throws InvalidInput on all ranks, if on one of them @p src does not fit
     * the mesh or @p dst, unless it is resized, has the wrong size.
     */
    template <typename VectorType>
    void copy_from_cellwise(
      VectorType &dst,
      const CellwiseVector<typename VectorType::value_type> &src) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

    /** Number of degrees of freedom of all ranks. */
    dealii::types::global_dof_index n_dofs() const;

    /** Number of those that this rank owns. */
    dealii::types::global_dof_index n_locally_owned_dofs() const;

    /**
     * Those with Dirichlet values among the owned ones, ascending, in the local
     * numbering: positions in a vector.
     */
    const std::vector<std::int32_t> &dirichlet_dofs() const;

    /** Bytes of the table and of dirichlet_dofs(). */
    std::size_t memory_consumption() const;

  private:
    /** Takes the degrees of freedom of 64 nodes a cell. */
    void initialize(std::vector<dealii::types::global_dof_index> dofs_of_nodes,
                    const dealii::IndexSet &owned_dofs,
                    const MPI_Comm communicator);

    /** Owned ones and, over several ranks, the others of owned cells. */
    std::int64_t n_local_dofs() const;

    template <typename VectorType>
    void require_size(const VectorType &vector, const char *name) const;

    std::shared_ptr<const CellwiseMesh> level_mesh;
    dealii::types::global_dof_index number_of_dofs;
    dealii::types::global_dof_index number_of_owned_dofs;

    // Null on one rank; local numbers are those of this object.
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner> partitioner;
    std::vector<std::int32_t> fixed_dofs;

    // See source/kernels/dof_copies.h.
    Array<std::int32_t> table;
  };



  /**
   * The maps of the levels @p min_level to the finest, with the meshes that
   * make_cellwise_levels() makes from the triangulation of @p dof_handler; see
   * there for what is refused.
   *
   * @throws InvalidInput also if `dof_handler.distribute_mg_dofs()` was not
   * called.
   */
  dealii::MGLevelObject<std::shared_ptr<const CellwiseDoFMap>>
  make_cellwise_dof_maps(const dealii::DoFHandler<3> &dof_handler,
                         const Device &device,
                         const unsigned int min_level,
                         const DiffusionEquation &equation = {});
} // namespace tessera

#endif
