// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cell_transform_h
#define tessera_cellwise_cell_transform_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include <array>

#include "kernels/cellwise_operator.h"
#include "kernels/cellwise_transfer.h"

namespace tessera
{
  namespace internal
  {
    /** -div(k D grad u) + c u in the eigenbasis of a cell of @p mesh. */
    CellDiagonal<double> laplace_diagonal(const CellwiseMesh &mesh);

    /** The mass matrix in the eigenbasis of a cell of @p mesh. */
    CellDiagonal<double> mass_diagonal(const CellwiseMesh &mesh);

    template <typename Number>
    CellDiagonal<Number> round_diagonal(const CellDiagonal<double> &diagonal);

    /** The operator with this diagonal, for vectors in the nodal basis. */
    template <typename Number>
    CellTransform<Number> cell_transform(const CellDiagonal<double> &diagonal);

    /** The transfers along one axis, in either basis. */
    template <typename Number>
    ChildTransform<Number> child_transform(const CellBasis basis);
  } // namespace internal
} // namespace tessera

#endif
