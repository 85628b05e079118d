// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// deal.II's multigrid for cell-wise vectors, so that programs that use it need
// none of deal.II's `.templates.h` files.

#include <tessera/cellwise/cellwise_vector.h>
#include <tessera/dealii/compatibility.h>

#include <deal.II/multigrid/multigrid.templates.h>

DEAL_II_NAMESPACE_OPEN

template class MGSmootherBase<tessera::CellwiseVector<float>>;
template class MGSmootherBase<tessera::CellwiseVector<double>>;
template class MGTransferBase<tessera::CellwiseVector<float>>;
template class MGTransferBase<tessera::CellwiseVector<double>>;
template class Multigrid<tessera::CellwiseVector<float>>;
template class Multigrid<tessera::CellwiseVector<double>>;

DEAL_II_NAMESPACE_CLOSE
