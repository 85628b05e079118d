// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_vertex_patch_bulk_h
#define tessera_kernels_cuda_vertex_patch_bulk_h

#include "kernels/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    /**
     * vertex_patch_update() for patches with all eight cells, with the same
     * bits, by bulk copies.
     *
     * @return false if the device of @p queue has none, and nothing was done.
     */
    template <typename Number>
    bool vertex_patch_bulk_update(const CudaQueue &queue,
                                  const PatchTransform<Number> &transform,
                                  ArrayView<const std::int32_t> patches,
                                  ArrayView<const double> coefficients,
                                  ArrayView<const Number> rhs,
                                  ArrayView<Number> u);
  } // namespace internal
} // namespace tessera

#endif
