// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_basis_change_h
#define tessera_cellwise_basis_change_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

namespace tessera
{
  // Between vectors in the nodal basis and in that of a hierarchy, which may
  // have another precision: a number is rounded after the change. With
  // CellBasis::nodal only the precision changes. Each vector is moved once;
  // 1536 flops a cell. All functions throw InvalidInput if a vector does not
  // fit the mesh.

  /** dst = (S x S x S)^{-1} src, of primal vectors. */
  template <typename To, typename From>
  void primal_from_nodal(const CellwiseMesh &mesh,
                         const CellBasis basis,
                         CellwiseVector<To> &dst,
                         const CellwiseVector<From> &src);

  /** dst = (S x S x S) src, of primal vectors. */
  template <typename To, typename From>
  void primal_to_nodal(const CellwiseMesh &mesh,
                       const CellBasis basis,
                       CellwiseVector<To> &dst,
                       const CellwiseVector<From> &src);

  /** dst = (S x S x S)^T src, of dual vectors. */
  template <typename To, typename From>
  void dual_from_nodal(const CellwiseMesh &mesh,
                       const CellBasis basis,
                       CellwiseVector<To> &dst,
                       const CellwiseVector<From> &src);

  /** dst = (S x S x S)^{-T} src, of dual vectors. */
  template <typename To, typename From>
  void dual_to_nodal(const CellwiseMesh &mesh,
                     const CellBasis basis,
                     CellwiseVector<To> &dst,
                     const CellwiseVector<From> &src);
} // namespace tessera

#endif
