// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_generic_bsr_search_h
#define tessera_kernels_generic_bsr_search_h

#include <tessera/bsr/bsr_matrix.h>

#include "kernels/host_device.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Which block is in block row i and block column j; -1 if there is none.
     */
    template <typename Number>
    TESSERA_HOST_DEVICE inline std::int64_t
    find_block(const BsrView<Number> &A, const std::int64_t i, const int j)
    {
      std::int64_t begin = A.row_offsets[i];
      std::int64_t end   = A.row_offsets[i + 1];
      while (begin < end)
        {
          const std::int64_t middle = begin + (end - begin) / 2;
          if (A.columns[middle] < j)
            begin = middle + 1;
          else
            end = middle;
        }
      return begin < A.row_offsets[i + 1] && A.columns[begin] == j ? begin : -1;
    }
  } // namespace internal
} // namespace tessera

#endif
