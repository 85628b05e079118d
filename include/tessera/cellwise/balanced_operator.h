// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_balanced_operator_h
#define tessera_cellwise_balanced_operator_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/copies.h>

namespace tessera
{
  /**
   * A CellwiseOperator in the nodal basis whose results are rebalanced (see
   * average_copies()), for solvers that take norms and scalar products of
   * residuals: dealii::SolverCG, SolverFGMRES, SolverRichardson. With a
   * right-hand side that was rebalanced too, all residuals are, and their l2
   * norm is a norm of the assembled residual on the free degrees of freedom.
   *
   * Moves four numbers a value.
   */
  template <typename Number>
  class BalancedOperator
  {
  public:
    /** @p matrix has to live as long as this object. */
    explicit BalancedOperator(const CellwiseOperator<Number> &matrix)
      : matrix(matrix)
    {}

    /** @throws InvalidInput if a vector does not fit the mesh. */
    void vmult(CellwiseVector<Number> &dst,
               const CellwiseVector<Number> &src) const
    {
      matrix.vmult(dst, src);
      average_copies(*matrix.mesh(), dst);
    }

    /** The same as vmult(): the operator is symmetric. */
    void Tvmult(CellwiseVector<Number> &dst,
                const CellwiseVector<Number> &src) const
    {
      vmult(dst, src);
    }

  private:
    const CellwiseOperator<Number> &matrix;
  };
} // namespace tessera

#endif
