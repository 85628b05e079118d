// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_vector_h
#define tessera_cellwise_cellwise_vector_h

#include <tessera/base/vector.h>

#include <cstdint>

namespace tessera
{
  /** Values of a cubic element on a hexahedron. */
  constexpr std::int64_t n_cell_values = 64;

  /**
   * A finite element function or functional, kept cell by cell: entry
   * 64 c + i + 4 j + 16 k belongs to Gauss-Lobatto node (i,j,k) of cell c. A
   * degree of freedom that cells share has a copy in each of them.
   *
   * - A *primal* vector (a solution, a correction) holds values of a continuous
   *   function: all copies are equal.
   * - A *dual* vector (a right-hand side, a residual) holds parts: the sum over
   *   the copies is the assembled entry.
   *
   * So the scalar product of a primal and a dual vector over all entries is the
   * pairing of function and functional, without weights. The scalar product of
   * two dual vectors, and so the l2 norm of a residual, depends on how the
   * entries are split into parts and says little; use
   * sqrt(|residual * correction|) to stop an iteration.
   *
   * Source: "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing", section 2.
   */
  template <typename Number>
  using CellwiseVector = Vector<Number>;
} // namespace tessera

#endif
