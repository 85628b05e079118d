// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// deal.II's solvers take their auxiliary vectors from GrowingVectorMemory,
// which deal.II compiles for its own vectors only.

#include <tessera/base/vector.h>

#include <deal.II/lac/vector_memory.templates.h>

DEAL_II_NAMESPACE_OPEN

template class VectorMemory<tessera::Vector<float>>;
template class VectorMemory<tessera::Vector<double>>;
template class GrowingVectorMemory<tessera::Vector<float>>;
template class GrowingVectorMemory<tessera::Vector<double>>;

DEAL_II_NAMESPACE_CLOSE
