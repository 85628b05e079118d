// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_small_cycle_h
#define tessera_cellwise_small_cycle_h

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

#include "cellwise/patch_transform.h"
#include "kernels/small_cycle.h"

namespace tessera
{
  namespace internal
  {
    /** The V-cycle on the two coarsest levels as one kernel of a GPU. */
    class SmallCycle
    {
    public:
      /**
       * Null if the levels are not those that the kernel is made for, see
       * SmallLevels, or not on a GPU.
       */
      static std::shared_ptr<const SmallCycle>
      create(const std::shared_ptr<const CellwiseMesh> &coarse,
             const std::shared_ptr<const CellwiseMesh> &fine,
             const int n_smoothing_steps,
             const bool symmetric);

      SmallCycle(const std::shared_ptr<const CellwiseMesh> &coarse,
                 const std::shared_ptr<const CellwiseMesh> &fine,
                 const int n_smoothing_steps,
                 const bool symmetric);

      /** solution = one cycle from zero for @p rhs, of the finer level. */
      void run(CellwiseVector<float> &solution,
               const CellwiseVector<float> &rhs) const;

    private:
      std::shared_ptr<const CellwiseMesh> coarse;
      std::shared_ptr<const CellwiseMesh> fine;
      LevelPatchTransform<float> coarse_transform;
      LevelPatchTransform<float> fine_transform;
      SmallLevels levels;
    };
  } // namespace internal
} // namespace tessera

#endif
