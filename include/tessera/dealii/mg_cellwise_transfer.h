// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_mg_cellwise_transfer_h
#define tessera_dealii_mg_cellwise_transfer_h

#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/mixed_precision_transfer.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/base/mg_level_object.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/multigrid/mg_base.h>

#include <vector>

namespace tessera
{
  /**
   * The transfers between all levels, for dealii::Multigrid and
   * dealii::PreconditionMG, and to and from an outer iteration in double
   * precision and the nodal basis by MixedPrecisionTransfer. The DoFHandler
   * that PreconditionMG passes is not used and may be empty.
   */
  template <typename Number>
  class MGCellwiseTransfer
    : public dealii::MGTransferBase<CellwiseVector<Number>>
  {
  public:
    using AdditionalData =
      typename MixedPrecisionTransfer<Number>::AdditionalData;

    explicit MGCellwiseTransfer(const CellwiseLevels &levels);

    MGCellwiseTransfer(const CellwiseLevels &levels,
                       const AdditionalData &data);

    void prolongate(const unsigned int to_level,
                    CellwiseVector<Number> &dst,
                    const CellwiseVector<Number> &src) const override;

    void prolongate_and_add(const unsigned int to_level,
                            CellwiseVector<Number> &dst,
                            const CellwiseVector<Number> &src) const override;

    void restrict_and_add(const unsigned int from_level,
                          CellwiseVector<Number> &dst,
                          const CellwiseVector<Number> &src) const override;

    /**
     * Gives the vectors of all levels their sizes and sets them to zero, apart
     * from the finest one, which gets the dual vector @p src. Collective, as
     * the following two.
     *
     * @throws InvalidInput on all ranks if @p src or the levels do not fit on
     * one of them.
     */
    void copy_to_mg(const dealii::DoFHandler<3> &dof_handler,
                    dealii::MGLevelObject<CellwiseVector<Number>> &dst,
                    const CellwiseVector<double> &src) const;

    /**
     * dst = the primal vector of the finest level.
     *
     * @throws InvalidInput on all ranks if a vector does not fit on one of
     * them.
     */
    void copy_from_mg(
      const dealii::DoFHandler<3> &dof_handler,
      CellwiseVector<double> &dst,
      const dealii::MGLevelObject<CellwiseVector<Number>> &src) const;

    /**
     * dst += the primal vector of the finest level.
     *
     * @throws InvalidInput as copy_from_mg().
     */
    void copy_from_mg_add(
      const dealii::DoFHandler<3> &dof_handler,
      CellwiseVector<double> &dst,
      const dealii::MGLevelObject<CellwiseVector<Number>> &src) const;

  private:
    /** The transfer between @p to_level and the one below. */
    const CellwiseTransfer<Number> &transfer(const unsigned int to_level) const;

    CellwiseLevels levels;
    std::vector<CellwiseTransfer<Number>> transfers;
    MixedPrecisionTransfer<Number> outer_transfer;
  };
} // namespace tessera

#endif
