// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_missing_cells_h
#define tessera_kernels_generic_missing_cells_h

#include <tessera/cellwise/cell_basis.h>

#include "kernels/host_device.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Whose values a lane works with. */
    struct CellSource
    {
      /** Negative if there is none: all values are zero. */
      std::int32_t cell;
      /** The axes along which its values are mirrored. */
      int axes;
    };



    /** See CellwiseMesh::Description::patches for the numbers in @p slots. */
    TESSERA_HOST_DEVICE inline CellSource cell_source(const std::int32_t *slots,
                                                      const int lane)
    {
      const int axes = slots[lane] >= 0 ? 0 : -1 - slots[lane];
      return {slots[lane ^ axes], axes};
    }



    /** Value @p i of a mirrored cell is, but for the sign, this one. */
    TESSERA_HOST_DEVICE inline int
    mirrored_entry(const CellBasis basis, const int axes, const int i)
    {
      const int reversed =
        (axes & 1 ? 3 : 0) | (axes & 2 ? 12 : 0) | (axes & 4 ? 48 : 0);
      return basis == CellBasis::nodal ? i ^ reversed : i;
    }



    /** The sign of value @p i of a mirrored cell. */
    template <typename Number>
    TESSERA_HOST_DEVICE inline Number
    mirror_sign(const CellBasis basis, const int axes, const int i)
    {
      const int changes =
        (axes & i & 1) ^ (axes >> 1 & i >> 2 & 1) ^ (axes >> 2 & i >> 4 & 1);
      return basis == CellBasis::eigen && changes != 0 ? Number(-1) : Number(1);
    }



    /** The coefficient that a patch is solved with, see vertex_patch_update().
     */
    TESSERA_HOST_DEVICE inline double
    patch_coefficient(const double *coefficients, const std::int32_t *slots)
    {
      double sum = 0., largest = 0.;
      int n_cells = 0;
      for (int lane = 0; lane < 8; ++lane)
        if (slots[lane] >= 0)
          {
            const double k = coefficients[slots[lane]];
            sum += k;
            largest = k > largest ? k : largest;
            ++n_cells;
          }
      const double mean = sum / n_cells, bound = 2. / 3. * largest;
      return mean > bound ? mean : bound;
    }
  } // namespace internal
} // namespace tessera

#endif
