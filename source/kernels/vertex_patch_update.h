// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_vertex_patch_update_h
#define tessera_kernels_vertex_patch_update_h

#include <tessera/base/array.h>
#include <tessera/cellwise/cell_basis.h>

#include "kernels/queue.h"

#include <cstdint>
#include <limits>

namespace tessera
{
  namespace internal
  {
    /**
     * What a patch update multiplies with. Tables with the last index [8] have
     * a number for each cell of the patch, x fastest: its *lane*. The lower and
     * the upper lane of an axis hold the even and the odd modes of the two
     * cells; as there are three even modes and two odd ones, mode 2 of an upper
     * lane is not used and its transform is zero.
     */
    template <typename Number>
    struct PatchTransform
    {
      CellBasis basis;

      /** S^{-1} of Q3Matrices, row by row. */
      Number cell_modes[16];

      /** The cell matrix in the eigenbasis of the cell, x fastest, for k = 1,
       * without and with the reaction term. */
      Number cell_stiffness[64];
      Number cell_diagonal[64];

      /** The share of the reaction term in the diagonals. */
      Number reaction;

      /** For each axis 1 in the lower and -1 in the upper lanes. */
      Number sign[3][8];

      /** For each axis, entry 3 c + m has the value of mode m of the lane in
       * function c of the basis, see to_patch_modes(). */
      Number patch_modes[3][12][8];

      /** The patch matrix in patch modes m = x + 3 y + 9 z for k = 1, without
       * the reaction term, and the inverse of it with the reaction term. */
      Number patch_stiffness[27][8];
      Number patch_inverse[27][8];

      /** On a GPU, a copy of this in its memory: threads of a warp read parts
       * that differ between lanes from there at once. */
      const PatchTransform *on_device;
    };

    /**
     * For every patch: u = u + R^T A_patch^{-1} R (rhs - A u), where R sums the
     * copies of the 5x5x5 interior nodes of the patch and R^T writes to all
     * copies: the same bits in the nodal basis, the same to rounding in the
     * eigenbasis.
     *
     * @p patches has eight entries for each patch, x fastest, as in
     * CellwiseMesh::Description: an entry >= 0 is a cell, -1 - s is none and
     * stands for the mirror image along the axes in s of the cell across, or
     * for zeros if s = 0. No two of the patches share a cell. With @p complete
     * all entries are cells, and the faster kernels can be used. Vectors have
     * 64 values a cell, x fastest; u is primal, rhs dual, and they do not
     * overlap.
     *
     * @p coefficients has k of each cell, or is empty if k = 1 everywhere. With
     * coefficients the patch matrix is that of one coefficient: the mean of the
     * existing cells, but at least 2/3 of the largest one, so that twice the
     * patch matrix used minus the true one stays positive definite.
     *
     * Moves 3 numbers a value of the visited cells; some 1300 fused
     * multiply-adds a cell in the eigenbasis, 2900 in the nodal one. The result
     * is the same bits on a repeated call.
     */
    template <typename Number>
    void vertex_patch_update(const PortableQueue &queue,
                             const PatchTransform<Number> &transform,
                             ArrayView<const std::int32_t> patches,
                             const bool complete,
                             ArrayView<const double> coefficients,
                             ArrayView<const Number> rhs,
                             ArrayView<Number> u);
    template <typename Number>
    void vertex_patch_update(const CudaQueue &queue,
                             const PatchTransform<Number> &transform,
                             ArrayView<const std::int32_t> patches,
                             const bool complete,
                             ArrayView<const double> coefficients,
                             ArrayView<const Number> rhs,
                             ArrayView<Number> u);

    /**
     * Rows of patches along x of the colours 2 p and 2 p + 1. A run is a row of
     * slabs; a slab is four cells, y fastest, and two slabs next to each other
     * are a patch of eight cells.
     */
    struct PatchRuns
    {
      /** Three entries a run: first slab, number of slabs, colour - 2 p of the
       * patch at its beginning. */
      ArrayView<const std::int32_t> runs;
      /** Four cells a slab. */
      ArrayView<const std::int32_t> slabs;
      /** The cells that are in no slab. */
      ArrayView<const std::int32_t> unvisited;
      /** Number of slabs of the longest run. */
      int longest;

      /** Number of runs. */
      std::int64_t n() const
      {
        return runs.size / 3;
      }
    };

    /** From how many runs on vertex_patch_march() is the faster one. */
    template <typename Number>
    std::int64_t n_runs_to_march(const PortableQueue &,
                                 const PatchTransform<Number> &)
    {
      return std::numeric_limits<std::int64_t>::max();
    }
    template <typename Number>
    std::int64_t n_runs_to_march(const CudaQueue &queue,
                                 const PatchTransform<Number> &transform);

    /**
     * What vertex_patch_update() does for all patches of colour @p first_colour
     * (0 or 1) of @p runs and then for those of the other colour, with the same
     * bits; the coefficient is 1 everywhere. Each vector is loaded once: moves
     * three numbers a value for two colours. With @p u_is_zero, u is taken as
     * zero and not read.
     *
     * @return false if the device cannot do it, and nothing was done; always on
     * the host, where nothing is gained.
     */
    template <typename Number>
    bool vertex_patch_march(const PortableQueue &,
                            const PatchTransform<Number> &,
                            const PatchRuns &,
                            const int,
                            const bool,
                            ArrayView<const Number>,
                            ArrayView<Number>)
    {
      return false;
    }
    template <typename Number>
    bool vertex_patch_march(const CudaQueue &queue,
                            const PatchTransform<Number> &transform,
                            const PatchRuns &runs,
                            const int first_colour,
                            const bool u_is_zero,
                            ArrayView<const Number> rhs,
                            ArrayView<Number> u);

    /**
     * The same for levels that do not fill the device: a warp a patch. Only in
     * single precision in the eigenbasis, and for runs of at most 50 slabs.
     * @p rhs_is_known says that the last call of this or of
     * vertex_patch_march() had the same rhs.
     */
    template <typename Queue, typename Number>
    bool vertex_patch_short_runs(const Queue &,
                                 const PatchTransform<Number> &,
                                 const PatchRuns &,
                                 const int,
                                 const bool,
                                 const bool,
                                 ArrayView<const Number>,
                                 ArrayView<Number>)
    {
      return false;
    }
    bool vertex_patch_short_runs(const CudaQueue &queue,
                                 const PatchTransform<float> &transform,
                                 const PatchRuns &runs,
                                 const int first_colour,
                                 const bool u_is_zero,
                                 const bool rhs_is_known,
                                 ArrayView<const float> rhs,
                                 ArrayView<float> u);
  } // namespace internal
} // namespace tessera

#endif
