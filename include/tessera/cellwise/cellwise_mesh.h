// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_mesh_h
#define tessera_cellwise_cellwise_mesh_h

#include <tessera/base/array.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera
{
  /**
   * One level of a multigrid hierarchy as the kernels see it: axis-parallel
   * hexahedra of equal size, the vertex patches by colour, and the children of
   * the cells of the next coarser level.
   *
   * A *patch* is the 2x2x2 cells around an interior vertex, listed with x
   * fastest. Patches of one *colour* share no cell, so that they can be worked
   * on at the same time. A degree of freedom that lies in no patch is one with
   * a Dirichlet value: the boundary of the union of the cells is a Dirichlet
   * boundary.
   */
  class CellwiseMesh
  {
  public:
    static constexpr int n_colours = 8;

    /** Plain data that a mesh is made from. */
    struct Description
    {
      std::int64_t n_cells = 0;

      /** Side of every cell along x, y and z. */
      std::array<double, 3> cell_sides{{1., 1., 1.}};

      /**
       * For each colour the cells of its patches, eight after eight. Colour
       * x + 2 y + 4 z has the patches of the vertices whose numbers along the
       * axes have parity x, y, z, counted from the lower end of the domain.
       */
      std::array<std::vector<std::int32_t>, n_colours> patches;

      /**
       * The children of cell 0 of the next coarser level, eight with x
       * fastest, then those of cell 1 and so on; empty on the coarsest level.
       */
      std::vector<std::int32_t> children;
    };

    /**
     * A box of @p n cells an axis, numbered with x fastest. If all three
     * numbers are even, the children refer to the box with half as many cells
     * an axis.
     *
     * @throws InvalidInput if a number is negative or if there are more than
     * 2^31 - 1 cells.
     */
    static Description describe_box(const std::array<std::int64_t, 3> &n,
                                    const std::array<double, 3> &cell_sides);

    /**
     * Checks @p description and copies it to @p device.
     *
     * @throws InvalidInput, naming the cell or the patch, if a side is not
     * positive and finite, if a cell number is out of range, if a cell is in
     * two patches of a colour, or if the children are not each cell once.
     */
    CellwiseMesh(const Device &device, const Description &description);

    std::int64_t n_cells() const;

    /** Number of entries of a CellwiseVector: 64 n_cells(). */
    std::int64_t n_values() const;

    const std::array<double, 3> &cell_sides() const;

    std::int64_t n_patches() const;

    /** The cells of the patches of @p colour, eight for each patch. */
    ArrayView<const std::int32_t> patches(const int colour) const;

    /** Whether there is a coarser level. */
    bool has_children() const;

    /** The table of Description::children. */
    ArrayView<const std::int32_t> children() const;

    const Device &device() const;

    /** Bytes owned on device(): 32 a patch, 4 a cell. */
    std::size_t memory_consumption() const;

  private:
    std::int64_t cells;
    std::array<double, 3> sides;
    std::array<std::int64_t, n_colours + 1> colour_offsets;
    Array<std::int32_t> patch_cells;
    Array<std::int32_t> child_cells;
  };
} // namespace tessera

#endif
