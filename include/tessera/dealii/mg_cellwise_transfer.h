// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_transfer_h
#define tessera_dealii_mg_cellwise_transfer_h

#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/base/mg_level_object.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/multigrid/mg_base.h>

#include <vector>

namespace tessera
{
  /**
   * The transfers between all levels, for dealii::Multigrid and
   * dealii::PreconditionMG. The DoFHandler that PreconditionMG passes is not
   * used and may be empty.
   */
  class MGCellwiseTransfer
    : public dealii::MGTransferBase<CellwiseVector<double>>
  {
  public:
    explicit MGCellwiseTransfer(const CellwiseLevels &levels);

    void prolongate(const unsigned int to_level,
                    CellwiseVector<double> &dst,
                    const CellwiseVector<double> &src) const override;

    void prolongate_and_add(const unsigned int to_level,
                            CellwiseVector<double> &dst,
                            const CellwiseVector<double> &src) const override;

    void restrict_and_add(const unsigned int from_level,
                          CellwiseVector<double> &dst,
                          const CellwiseVector<double> &src) const override;

    /**
     * Gives the vectors of all levels their sizes and sets them to zero, apart
     * from the finest one, which becomes a copy of @p src.
     */
    void copy_to_mg(const dealii::DoFHandler<3> &dof_handler,
                    dealii::MGLevelObject<CellwiseVector<double>> &dst,
                    const CellwiseVector<double> &src) const;

    /** dst = the vector of the finest level. */
    void copy_from_mg(
      const dealii::DoFHandler<3> &dof_handler,
      CellwiseVector<double> &dst,
      const dealii::MGLevelObject<CellwiseVector<double>> &src) const;

    /** dst += the vector of the finest level. */
    void copy_from_mg_add(
      const dealii::DoFHandler<3> &dof_handler,
      CellwiseVector<double> &dst,
      const dealii::MGLevelObject<CellwiseVector<double>> &src) const;

  private:
    /** The transfer between @p to_level and the one below. */
    const CellwiseTransfer &transfer(const unsigned int to_level) const;

    CellwiseLevels levels;
    std::vector<CellwiseTransfer> transfers;
  };
} // namespace tessera

#endif
