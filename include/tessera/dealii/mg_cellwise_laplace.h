// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_laplace_h
#define tessera_dealii_mg_cellwise_laplace_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/multigrid/mg_base.h>

#include <vector>

namespace tessera
{
  /** CellwiseOperator::laplace() on all levels, for dealii::Multigrid. */
  template <typename Number>
  class MGCellwiseLaplace : public dealii::MGMatrixBase<CellwiseVector<Number>>
  {
  public:
    explicit MGCellwiseLaplace(const CellwiseLevels &levels,
                               const CellBasis basis = CellBasis::nodal);

    void vmult(const unsigned int level,
               CellwiseVector<Number> &dst,
               const CellwiseVector<Number> &src) const override;

    void vmult_add(const unsigned int level,
                   CellwiseVector<Number> &dst,
                   const CellwiseVector<Number> &src) const override;

    void Tvmult(const unsigned int level,
                CellwiseVector<Number> &dst,
                const CellwiseVector<Number> &src) const override;

    void Tvmult_add(const unsigned int level,
                    CellwiseVector<Number> &dst,
                    const CellwiseVector<Number> &src) const override;

    unsigned int get_minlevel() const override;

    unsigned int get_maxlevel() const override;

    /**
     * The operator on @p level.
     *
     * @throws InvalidInput if there is no such level.
     */
    const CellwiseOperator<Number> &operator[](const unsigned int level) const;

  private:
    unsigned int min_level;
    std::vector<CellwiseOperator<Number>> operators;
  };
} // namespace tessera

#endif
