// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_vertex_patch_smoother_matrix_free_h
#define tessera_dealii_mg_vertex_patch_smoother_matrix_free_h

#include <tessera/dealii/vertex_patch_relaxation.h>

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/multigrid/mg_base.h>

#include <cstddef>
#include <vector>

namespace tessera
{
  /**
   * The vertex-patch smoother in the place of any other smoother of a program
   * with deal.II's MatrixFree operators and
   * `LinearAlgebra::distributed::Vector<Number>`, `Number` float or double, on
   * the levels. The program keeps its level matrices and its transfer:
   *
   *   tessera::MGVertexPatchSmootherMatrixFree<float> smoother;
   *   smoother.initialize(dof_handler);
   *   Multigrid<VectorType> multigrid(
   *     matrix, coarse_solver, transfer, smoother, smoother);
   *
   * The level matrices must be those of the DiffusionEquation that is given,
   * here of the default one, with cubic elements.
   *
   * See VertexPatchRelaxation for how vectors are copied and for rows of
   * Dirichlet values.
   */
  template <typename Number>
  class MGVertexPatchSmootherMatrixFree
    : public dealii::MGSmootherBase<
        dealii::LinearAlgebra::distributed::Vector<Number>>
  {
  public:
    using VectorType = dealii::LinearAlgebra::distributed::Vector<Number>;

    enum class Order
    {
      /** The colours 0 to 7. */
      forward,

      /** The colours 7 to 0. */
      reversed,

      /**
       * Forward in apply(), which Multigrid calls before the coarse correction,
       * and reversed in smooth(), which it calls after it: one object for both
       * makes a symmetric cycle, as conjugate gradients need it.
       */
      symmetric
    };

    struct AdditionalData
    {
      explicit AdditionalData(const Device &device         = Device::host(),
                              const unsigned int min_level = 1,
                              const Order order            = Order::symmetric,
                              const unsigned int n_sweeps  = 1);

      /** Where the sweeps run. */
      Device device;

      /**
       * The coarsest level to smooth on. Multigrid does not smooth on its own
       * coarsest level, which a coarse solver works on.
       */
      unsigned int min_level;

      Order order;

      /** Sweeps in each call. */
      unsigned int n_sweeps;
    };

    /**
     * Takes the levels from AdditionalData::min_level to the finest of
     * @p dof_handler, which needs degrees of freedom on levels. Later changes
     * of @p dof_handler are not followed. Costs one pass over the cells of each
     * level.
     *
     * @throws InvalidInput for a mesh or an equation that
     * make_cellwise_levels() refuses, an element other than `FE_Q(3)`, and zero
     * sweeps.
     */
    void initialize(const dealii::DoFHandler<3> &dof_handler,
                    const DiffusionEquation &equation     = {},
                    const AdditionalData &additional_data = AdditionalData());

    /** Frees the levels. */
    void clear() override;

    /** Sweeps, starting from @p u. */
    void smooth(const unsigned int level,
                VectorType &u,
                const VectorType &rhs) const override;

    /** Sweeps, starting from zero; @p u need not be set. */
    void apply(const unsigned int level,
               VectorType &u,
               const VectorType &rhs) const override;

    /** Bytes of all levels. */
    std::size_t memory_consumption() const;

  private:
    Order order            = Order::symmetric;
    unsigned int min_level = 0;
    std::vector<VertexPatchRelaxation<Number>> relaxations;
  };
} // namespace tessera

#endif
