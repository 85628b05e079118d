// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_laplace.h>

#include "dealii/level_index.h"

namespace tessera
{
  MGCellwiseLaplace::MGCellwiseLaplace(const CellwiseLevels &levels)
    : min_level(levels.min_level())
  {
    for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
      operators.push_back(CellwiseOperator::laplace(levels[l]));
  }



  void MGCellwiseLaplace::vmult(const unsigned int level,
                                CellwiseVector<double> &dst,
                                const CellwiseVector<double> &src) const
  {
    (*this)[level].vmult(dst, src);
  }



  void MGCellwiseLaplace::vmult_add(const unsigned int level,
                                    CellwiseVector<double> &dst,
                                    const CellwiseVector<double> &src) const
  {
    (*this)[level].vmult_add(dst, src);
  }



  void MGCellwiseLaplace::Tvmult(const unsigned int level,
                                 CellwiseVector<double> &dst,
                                 const CellwiseVector<double> &src) const
  {
    (*this)[level].Tvmult(dst, src);
  }



  void MGCellwiseLaplace::Tvmult_add(const unsigned int level,
                                     CellwiseVector<double> &dst,
                                     const CellwiseVector<double> &src) const
  {
    (*this)[level].Tvmult_add(dst, src);
  }



  unsigned int MGCellwiseLaplace::get_minlevel() const
  {
    return min_level;
  }



  unsigned int MGCellwiseLaplace::get_maxlevel() const
  {
    return min_level + static_cast<unsigned int>(operators.size()) - 1;
  }



  const CellwiseOperator &
  MGCellwiseLaplace::operator[](const unsigned int level) const
  {
    return operators[internal::level_index(level, min_level, operators.size())];
  }
} // namespace tessera
