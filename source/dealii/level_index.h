// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_level_index_h
#define tessera_dealii_level_index_h

#include <tessera/base/exceptions.h>

#include <cstddef>

namespace tessera
{
  namespace internal
  {
    /** Position of @p level in a list of @p n_levels that starts at @p first.
     */
    inline std::size_t level_index(const unsigned int level,
                                   const unsigned int first,
                                   const std::size_t n_levels)
    {
      TESSERA_REQUIRE(level >= first && level - first < n_levels,
                      InvalidInput,
                      "Level " << level << " was asked for, expected " << first
                               << " to " << first + n_levels - 1
                               << "; does the Multigrid object have the right "
                                  "coarsest level?");
      return level - first;
    }
  } // namespace internal
} // namespace tessera

#endif
