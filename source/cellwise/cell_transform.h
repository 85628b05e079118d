// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cell_transform_h
#define tessera_cellwise_cell_transform_h

#include <array>

#include "kernels/cellwise_operator.h"

namespace tessera
{
  namespace internal
  {
    /** The Laplace operator in the eigenbasis of a cell with these sides. */
    std::array<double, 64>
    laplace_diagonal(const std::array<double, 3> &cell_sides);

    /** The operator with this diagonal in the eigenbasis of a cell. */
    CellTransform cell_transform(const std::array<double, 64> &diagonal);
  } // namespace internal
} // namespace tessera

#endif
