// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_copies_h
#define tessera_cellwise_copies_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

namespace tessera
{
  /**
   * Replaces each copy of a degree of freedom by the average of all its copies,
   * and those with Dirichlet values by zero, for a vector in the nodal basis.
   *
   * - For a dual vector this is *rebalancing*: the sum of the copies and so the
   *   vector that they represent stay the same, but parts of opposite sign
   *   cancel. It has to come before a residual is rounded to single precision,
   *   and makes its l2 norm a norm of the assembled residual.
   * - For a primal vector it restores the equality of the copies after they
   *   have been computed separately in the eigenbasis.
   *
   * Moves two numbers a value. The result is the same bits on a repeated call.
   *
   * @throws InvalidInput if @p vector does not fit @p mesh.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 4.4.
   */
  template <typename Number>
  void average_copies(const CellwiseMesh &mesh, CellwiseVector<Number> &vector);

  /** dst = the same of @p src, in one pass. */
  template <typename Number>
  void average_copies(const CellwiseMesh &mesh,
                      CellwiseVector<Number> &dst,
                      const CellwiseVector<Number> &src);
} // namespace tessera

#endif
