// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_vertex_patch_smoother_h
#define tessera_dealii_mg_vertex_patch_smoother_h

#include <tessera/cellwise/vertex_patch_smoother.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/multigrid/mg_base.h>

#include <vector>

namespace tessera
{
  /**
   * The vertex-patch smoother on all levels, for dealii::Multigrid. One object
   * with forward order before the coarse correction and one with reversed order
   * after it make a symmetric cycle, as conjugate gradients need it. Forward
   * order on both sides makes the faster stationary iteration.
   */
  class MGVertexPatchSmoother
    : public dealii::MGSmootherBase<CellwiseVector<double>>
  {
  public:
    enum class Order
    {
      forward,
      reversed
    };

    /**
     * @p n_sweeps sweeps in each call.
     *
     * @throws InvalidInput if @p n_sweeps is zero.
     */
    explicit MGVertexPatchSmoother(const CellwiseLevels &levels,
                                   const Order order           = Order::forward,
                                   const unsigned int n_sweeps = 1);

    /** Frees the levels. */
    void clear() override;

    void smooth(const unsigned int level,
                CellwiseVector<double> &u,
                const CellwiseVector<double> &rhs) const override;

    void apply(const unsigned int level,
               CellwiseVector<double> &u,
               const CellwiseVector<double> &rhs) const override;

  private:
    unsigned int min_level;
    Order order;
    unsigned int n_sweeps;
    std::vector<VertexPatchSmoother<double>> smoothers;
  };
} // namespace tessera

#endif
