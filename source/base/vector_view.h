// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_base_vector_view_h
#define tessera_source_base_vector_view_h

#include <tessera/base/vector.h>

namespace tessera
{
  namespace internal
  {
    /** The owned entries of @p x, for a kernel. */
    template <typename Number>
    ArrayView<Number> view_of(Vector<Number> &x)
    {
      return {x.data(), static_cast<std::int64_t>(x.locally_owned_size())};
    }



    template <typename Number>
    ArrayView<const Number> view_of(const Vector<Number> &x)
    {
      return {x.data(), static_cast<std::int64_t>(x.locally_owned_size())};
    }
  } // namespace internal
} // namespace tessera

#endif
