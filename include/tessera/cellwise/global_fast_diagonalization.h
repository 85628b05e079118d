// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_global_fast_diagonalization_h
#define tessera_cellwise_global_fast_diagonalization_h

#include <tessera/base/array.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tessera
{
  /**
   * The exact inverse of the operator of a CellwiseMesh whose cells fill a box
   * and have the same coefficient. Then the assembled matrix is a Kronecker sum
   * of matrices of one axis,
   *
   *   A = K_x x M_y x M_z + M_x x K_y x M_z + M_x x M_y x K_z + c M x M x M,
   *
   * and with K V = M V L, V^T M V = I on each axis,
   *
   *   A^{-1} = (V x V x V) (L_x + L_y + L_z + c)^{-1} (V x V x V)^T.
   *
   * Each of the six faces has either Dirichlet values or natural boundary
   * conditions. If A is singular, its pseudo-inverse with respect to constants
   * is applied: the part of the right-hand side along the constant functions is
   * dropped, and the solution has mean value zero.
   *
   * With N points in all and N_x, N_y, N_z on the axes, a solve takes
   * 4 N (N_x + N_y + N_z) flops: O(N^{4/3}) on a cube, where it is hard to beat
   * as long as the axes are short. Set-up solves a dense eigenvalue problem for
   * each axis. The memory is 16 bytes a point, on the device of the mesh.
   *
   * Source: R. E. Lynch, J. R. Rice, D. H. Thomas, "Direct solution of partial
   * difference equations by tensor product methods", Numer. Math. 6 (1964).
   */
  class GlobalFastDiagonalization
  {
  public:
    /**
     * Finds out how the cells of @p mesh are arranged.
     *
     * @throws InvalidInput, naming the cell, if the cells do not fill a box,
     * if their coefficients differ, or if a part of a face has other boundary
     * conditions than the rest of it.
     */
    explicit GlobalFastDiagonalization(
      const std::shared_ptr<const CellwiseMesh> &mesh);

    /**
     * dst = A^{-1} src, from a nodal dual vector to a nodal primal one with
     * equal copies and zeros at Dirichlet nodes; may be called in place. Not to
     * be called by two threads at a time, since workspaces are shared.
     *
     * @throws InvalidInput if a vector has the wrong size or device.
     */
    void vmult(CellwiseVector<double> &dst,
               const CellwiseVector<double> &src) const;

    const std::shared_ptr<const CellwiseMesh> &mesh() const;

    /** Bytes owned on the device of the mesh. */
    std::size_t memory_consumption() const;

  private:
    /** The matrices of one axis. */
    struct Axis
    {
      Array<double> modes;
      Array<double> modes_transposed;
      Array<double> eigenvalues;
    };

    std::shared_ptr<const CellwiseMesh> level_mesh;
    std::array<std::int64_t, 3> n_cells;
    Array<std::int32_t> cells;
    std::array<Axis, 3> axes;
    mutable Array<double> lattice;
    mutable Array<double> scratch;
  };
} // namespace tessera

#endif
