// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_compatibility_h
#define tessera_dealii_compatibility_h

#include <deal.II/base/config.h>

#include <deal.II/multigrid/mg_base.h>

/**
 * @file
 * What differs between the versions 9.4 to 9.8 of deal.II.
 */

#if DEAL_II_VERSION_GTE(9, 5, 0)
#  include <deal.II/base/kokkos.h>
#endif

namespace tessera
{
  namespace internal
  {
    /**
     * deal.II's own way to start Kokkos, a null pointer before 9.5. Where it
     * has not started Kokkos itself, deal.II's pools of vectors expect Kokkos
     * to be finalised before static objects are destroyed.
     */
    inline auto dealii_kokkos_initializer() -> void (*)()
    {
#if DEAL_II_VERSION_GTE(9, 5, 0)
      return &dealii::internal::ensure_kokkos_initialized;
#else
      return nullptr;
#endif
    }
  } // namespace internal
} // namespace tessera

#if DEAL_II_VERSION_GTE(9, 7, 0)

#  include <deal.II/multigrid/mg_base.templates.h>

#else

DEAL_II_NAMESPACE_OPEN

// Before 9.7, deal.II defines these two only for its own vectors, within the
// library. A class derived from the bases with another vector type needs them
// even if it overrides them, since the base's table of functions names them.

template <typename VectorType>
void MGSmootherBase<VectorType>::apply(const unsigned int level,
                                       VectorType &u,
                                       const VectorType &rhs) const
{
  u = typename VectorType::value_type(0.);
  smooth(level, u, rhs);
}



template <typename VectorType>
void MGTransferBase<VectorType>::prolongate_and_add(const unsigned int to_level,
                                                    VectorType &dst,
                                                    const VectorType &src) const
{
  VectorType prolongated;
  prolongated.reinit(dst, true);
  prolongate(to_level, prolongated, src);
  dst += prolongated;
}

DEAL_II_NAMESPACE_CLOSE

#endif

#endif
