// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_cellwise_laplace.h>

#include "dealii/level_index.h"

namespace tessera
{
  template <typename Number>
  MGCellwiseLaplace<Number>::MGCellwiseLaplace(const CellwiseLevels &levels,
                                               const CellBasis basis)
    : min_level(levels.min_level())
  {
    for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
      operators.push_back(CellwiseOperator<Number>::laplace(levels[l], basis));
  }



  template <typename Number>
  void MGCellwiseLaplace<Number>::vmult(const unsigned int level,
                                        CellwiseVector<Number> &dst,
                                        const CellwiseVector<Number> &src) const
  {
    (*this)[level].vmult(dst, src);
  }



  template <typename Number>
  void
  MGCellwiseLaplace<Number>::vmult_add(const unsigned int level,
                                       CellwiseVector<Number> &dst,
                                       const CellwiseVector<Number> &src) const
  {
    (*this)[level].vmult_add(dst, src);
  }



  template <typename Number>
  void
  MGCellwiseLaplace<Number>::Tvmult(const unsigned int level,
                                    CellwiseVector<Number> &dst,
                                    const CellwiseVector<Number> &src) const
  {
    (*this)[level].Tvmult(dst, src);
  }



  template <typename Number>
  void
  MGCellwiseLaplace<Number>::Tvmult_add(const unsigned int level,
                                        CellwiseVector<Number> &dst,
                                        const CellwiseVector<Number> &src) const
  {
    (*this)[level].Tvmult_add(dst, src);
  }



  template <typename Number>
  unsigned int MGCellwiseLaplace<Number>::get_minlevel() const
  {
    return min_level;
  }



  template <typename Number>
  unsigned int MGCellwiseLaplace<Number>::get_maxlevel() const
  {
    return min_level + static_cast<unsigned int>(operators.size()) - 1;
  }



  template <typename Number>
  const CellwiseOperator<Number> &
  MGCellwiseLaplace<Number>::operator[](const unsigned int level) const
  {
    return operators[internal::level_index(level, min_level, operators.size())];
  }

  template class MGCellwiseLaplace<float>;
  template class MGCellwiseLaplace<double>;
} // namespace tessera
