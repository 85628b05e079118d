// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_transfer.h>

#include "cellwise/level_checks.h"
#include "dealii/level_index.h"

namespace tessera
{
  MGCellwiseTransfer::MGCellwiseTransfer(const CellwiseLevels &levels)
    : levels(levels)
  {
    for (unsigned int l = levels.min_level() + 1; l <= levels.max_level(); ++l)
      transfers.emplace_back(levels[l - 1], levels[l]);
  }



  const CellwiseTransfer &
  MGCellwiseTransfer::transfer(const unsigned int to_level) const
  {
    return transfers[internal::level_index(
      to_level, levels.min_level() + 1, transfers.size())];
  }



  void MGCellwiseTransfer::prolongate(const unsigned int to_level,
                                      CellwiseVector<double> &dst,
                                      const CellwiseVector<double> &src) const
  {
    transfer(to_level).prolongate(dst, src);
  }



  void MGCellwiseTransfer::prolongate_and_add(
    const unsigned int to_level,
    CellwiseVector<double> &dst,
    const CellwiseVector<double> &src) const
  {
    transfer(to_level).prolongate_and_add(dst, src);
  }



  void
  MGCellwiseTransfer::restrict_and_add(const unsigned int from_level,
                                       CellwiseVector<double> &dst,
                                       const CellwiseVector<double> &src) const
  {
    transfer(from_level).restrict_and_add(dst, src);
  }



  void MGCellwiseTransfer::copy_to_mg(
    const dealii::DoFHandler<3> &,
    dealii::MGLevelObject<CellwiseVector<double>> &dst,
    const CellwiseVector<double> &src) const
  {
    const unsigned int finest = levels.max_level();
    internal::require_level_vector(*levels[finest], src, "src");
    TESSERA_REQUIRE(dst.min_level() >= levels.min_level() &&
                      dst.max_level() == finest,
                    InvalidInput,
                    "The Multigrid object has the levels "
                      << dst.min_level() << " to " << dst.max_level()
                      << ", the transfer " << levels.min_level() << " to "
                      << finest << "; expected the same finest level.");
    for (unsigned int l = dst.min_level(); l < finest; ++l)
      dst[l].reinit(levels[l]->device(), levels[l]->n_values());
    dst[finest].reinit(src, true);
    dst[finest].equ(1., src);
  }



  void MGCellwiseTransfer::copy_from_mg(
    const dealii::DoFHandler<3> &,
    CellwiseVector<double> &dst,
    const dealii::MGLevelObject<CellwiseVector<double>> &src) const
  {
    dst.equ(1., src[levels.max_level()]);
  }



  void MGCellwiseTransfer::copy_from_mg_add(
    const dealii::DoFHandler<3> &,
    CellwiseVector<double> &dst,
    const dealii::MGLevelObject<CellwiseVector<double>> &src) const
  {
    dst += src[levels.max_level()];
  }
} // namespace tessera
