// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_recorded_calls_h
#define tessera_kernels_recorded_calls_h

#include "kernels/queue.h"

#include <cstddef>
#include <functional>
#include <memory>

namespace tessera
{
  namespace internal
  {
    /**
     * A sequence of kernel calls that is repeated with the same arguments. On a
     * GPU the second run() is recorded as a CUDA graph, and later ones start
     * that graph, which takes a fraction of the time of single launches.
     */
    class RecordedCalls
    {
    public:
      /**
       * Does what @p calls does. It has to be the same in each run: kernels in
       * the queue, with arguments that do not change, no allocation, and
       * nothing that waits for the GPU.
       *
       * @throws BackendFailure if it cannot be recorded.
       */
      void run(const PortableQueue &, const std::function<void()> &calls)
      {
        calls();
      }
      void run(const CudaQueue &queue, const std::function<void()> &calls);

      /** How many nodes the graph has; 0 if there is none. */
      std::size_t n_nodes() const
      {
        return nodes;
      }

    private:
      // Kernels are loaded at their first launch, which cannot be recorded.
      bool are_loaded = false;
      std::shared_ptr<void> graph;
      std::size_t nodes = 0;
    };
  } // namespace internal
} // namespace tessera

#endif
