// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// deal.II's solvers take their auxiliary vectors from GrowingVectorMemory,
// which deal.II compiles for its own vectors only.

#include <tessera/base/vector.h>
#include <tessera/dealii/compatibility.h>

#include "kernels/runtime.h"

#include <deal.II/lac/vector_memory.templates.h>

namespace
{
  // Stands beside the pools, so that whoever uses them has it too.
  [[maybe_unused]] const bool kokkos_is_left_to_dealii = [] {
    tessera::internal::set_kokkos_initializer(
      tessera::internal::dealii_kokkos_initializer());
    return true;
  }();
} // namespace

DEAL_II_NAMESPACE_OPEN

template class VectorMemory<tessera::Vector<float>>;
template class VectorMemory<tessera::Vector<double>>;
template class GrowingVectorMemory<tessera::Vector<float>>;
template class GrowingVectorMemory<tessera::Vector<double>>;

DEAL_II_NAMESPACE_CLOSE
