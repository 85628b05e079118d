// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_laplace_h
#define tessera_dealii_mg_cellwise_laplace_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/multigrid/mg_base.h>

#include <vector>

namespace tessera
{
  /** The Laplace operator on all levels, for dealii::Multigrid. */
  class MGCellwiseLaplace : public dealii::MGMatrixBase<CellwiseVector<double>>
  {
  public:
    explicit MGCellwiseLaplace(const CellwiseLevels &levels);

    void vmult(const unsigned int level,
               CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const override;

    void vmult_add(const unsigned int level,
                   CellwiseVector<double> &dst,
                   const CellwiseVector<double> &src) const override;

    void Tvmult(const unsigned int level,
                CellwiseVector<double> &dst,
                const CellwiseVector<double> &src) const override;

    void Tvmult_add(const unsigned int level,
                    CellwiseVector<double> &dst,
                    const CellwiseVector<double> &src) const override;

    unsigned int get_minlevel() const override;

    unsigned int get_maxlevel() const override;

    /**
     * The operator on @p level.
     *
     * @throws InvalidInput if there is no such level.
     */
    const CellwiseOperator &operator[](const unsigned int level) const;

  private:
    unsigned int min_level;
    std::vector<CellwiseOperator> operators;
  };
} // namespace tessera

#endif
