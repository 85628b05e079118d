// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_small_cycle_h
#define tessera_kernels_small_cycle_h

#include <tessera/base/array.h>

#include "kernels/cellwise_transfer.h"
#include "kernels/queue.h"
#include "kernels/vertex_patch_update.h"

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * A level of one patch, eight cells, and the level of its 64 children, with
     * complete patches only and coefficients of 1, in the eigenbasis.
     */
    struct SmallLevels
    {
      /** Those of the patches on both levels, on the device. */
      const PatchTransform<float> *coarse_transform;
      const PatchTransform<float> *fine_transform;
      ChildTransform<float> child_transform;

      /** As in vertex_patch_update() and cellwise_prolongate(). */
      ArrayView<const std::int32_t> coarse_patch;
      ArrayView<const std::int32_t> fine_patches[8];
      ArrayView<const std::int32_t> children;

      int n_smoothing_steps;
      /** Whether the sweeps after the coarse correction are reversed. */
      bool symmetric;
    };

    /** Never called: the host has no launches to save. */
    inline void small_cycle(const PortableQueue &,
                            const SmallLevels &,
                            ArrayView<const float>,
                            ArrayView<float>)
    {}

    /**
     * u = one V-cycle on both levels from zero for @p rhs, vectors of the finer
     * one: what sweeps, transfers and the patch of the coarse level do, to
     * rounding. One kernel of one block, in whose shared memory everything is.
     */
    void small_cycle(const CudaQueue &queue,
                     const SmallLevels &levels,
                     ArrayView<const float> rhs,
                     ArrayView<float> u);
  } // namespace internal
} // namespace tessera

#endif
