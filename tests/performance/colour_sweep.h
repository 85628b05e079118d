// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_colour_sweep_h
#define tessera_tests_performance_colour_sweep_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include "kernels/dispatch.h"
#include "kernels/vertex_patch_update.h"

#include <cstdint>

namespace benchmark
{
  /** A sweep that loads vectors for each colour, whatever is faster. */
  template <typename Number>
  void
  sweep_by_colours(const tessera::CellwiseMesh &mesh,
                   const tessera::internal::PatchTransform<Number> &transform,
                   tessera::CellwiseVector<Number> &u,
                   const tessera::CellwiseVector<Number> &rhs)
  {
    const std::int64_t n = mesh.n_values();
    tessera::internal::dispatch(mesh.device(), [&](const auto &queue) {
      for (int colour = 0; colour < tessera::CellwiseMesh::n_colours; ++colour)
        tessera::internal::vertex_patch_update<Number>(queue,
                                                       transform,
                                                       mesh.patches(colour),
                                                       true,
                                                       {},
                                                       {rhs.data(), n},
                                                       {u.data(), n});
    });
  }
} // namespace benchmark

#endif
