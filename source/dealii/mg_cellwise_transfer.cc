// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_transfer.h>

#include "cellwise/level_checks.h"
#include "dealii/level_index.h"

namespace tessera
{
  template <typename Number>
  MGCellwiseTransfer<Number>::MGCellwiseTransfer(const CellwiseLevels &levels)
    : MGCellwiseTransfer(levels, AdditionalData())
  {}



  template <typename Number>
  MGCellwiseTransfer<Number>::MGCellwiseTransfer(const CellwiseLevels &levels,
                                                 const AdditionalData &data)
    : levels(levels)
    , outer_transfer(levels[levels.max_level()], data)
  {
    for (unsigned int l = levels.min_level() + 1; l <= levels.max_level(); ++l)
      transfers.emplace_back(levels[l - 1], levels[l], data.basis);
  }



  template <typename Number>
  const CellwiseTransfer<Number> &
  MGCellwiseTransfer<Number>::transfer(const unsigned int to_level) const
  {
    return transfers[internal::level_index(
      to_level, levels.min_level() + 1, transfers.size())];
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::prolongate(
    const unsigned int to_level,
    CellwiseVector<Number> &dst,
    const CellwiseVector<Number> &src) const
  {
    transfer(to_level).prolongate(dst, src);
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::prolongate_and_add(
    const unsigned int to_level,
    CellwiseVector<Number> &dst,
    const CellwiseVector<Number> &src) const
  {
    transfer(to_level).prolongate_and_add(dst, src);
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::restrict_and_add(
    const unsigned int from_level,
    CellwiseVector<Number> &dst,
    const CellwiseVector<Number> &src) const
  {
    transfer(from_level).restrict_and_add(dst, src);
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::copy_to_mg(
    const dealii::DoFHandler<3> &,
    dealii::MGLevelObject<CellwiseVector<Number>> &dst,
    const CellwiseVector<double> &src) const
  {
    const unsigned int finest = levels.max_level();
    check_on_all_ranks(levels[finest]->communicator(), [&] {
      internal::require_level_vector(*levels[finest], src, "src");
      TESSERA_REQUIRE(dst.min_level() >= levels.min_level() &&
                        dst.max_level() == finest,
                      InvalidInput,
                      "The Multigrid object has the levels "
                        << dst.min_level() << " to " << dst.max_level()
                        << ", the transfer " << levels.min_level() << " to "
                        << finest << "; expected the same finest level.");
    });
    for (unsigned int l = dst.min_level(); l <= finest; ++l)
      levels[l]->initialize_vector(dst[l], l == finest);
    outer_transfer.copy_to_level(dst[finest], src);
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::copy_from_mg(
    const dealii::DoFHandler<3> &,
    CellwiseVector<double> &dst,
    const dealii::MGLevelObject<CellwiseVector<Number>> &src) const
  {
    const unsigned int finest = levels.max_level();
    check_on_all_ranks(levels[finest]->communicator(), [&] {
      internal::require_level_vector(*levels[finest], src[finest], "src");
      internal::require_level_vector(*levels[finest], dst, "dst");
    });
    outer_transfer.copy_from_level(dst, src[finest]);
  }



  template <typename Number>
  void MGCellwiseTransfer<Number>::copy_from_mg_add(
    const dealii::DoFHandler<3> &dof_handler,
    CellwiseVector<double> &dst,
    const dealii::MGLevelObject<CellwiseVector<Number>> &src) const
  {
    CellwiseVector<double> correction(dst);
    copy_from_mg(dof_handler, correction, src);
    dst += correction;
  }

  template class MGCellwiseTransfer<float>;
  template class MGCellwiseTransfer<double>;
} // namespace tessera
