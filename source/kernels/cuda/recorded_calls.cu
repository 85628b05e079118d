// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/recorded_calls.h"

#include "kernels/cuda/check.cuh"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** What @p calls puts into the queue. */
      cudaGraph_t record(const CudaQueue &queue,
                         const std::function<void()> &calls)
      {
        cudaGraph_t graph = nullptr;
        check_cuda(cudaStreamBeginCapture(queue.stream,
                                          cudaStreamCaptureModeThreadLocal),
                   "cudaStreamBeginCapture");
        try
          {
            calls();
          }
        catch (...)
          {
            cudaStreamEndCapture(queue.stream, &graph);
            throw;
          }
        check_cuda(cudaStreamEndCapture(queue.stream, &graph),
                   "cudaStreamEndCapture");
        return graph;
      }



      std::shared_ptr<void> instantiate(const cudaGraph_t graph)
      {
        cudaGraphExec_t executable = nullptr;
        const cudaError_t status = cudaGraphInstantiate(&executable, graph, 0);
        cudaGraphDestroy(graph);
        check_cuda(status, "cudaGraphInstantiate");
        // Also called after the driver has shut down: the status is of no use.
        return {executable, [](void *pointer) {
                  cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(pointer));
                }};
      }
    } // namespace



    void RecordedCalls::run(const CudaQueue &queue,
                            const std::function<void()> &calls)
    {
      if (!are_loaded)
        {
          calls();
          are_loaded = true;
          return;
        }
      if (graph == nullptr)
        {
          const cudaGraph_t recorded = record(queue, calls);
          const cudaError_t status =
            cudaGraphGetNodes(recorded, nullptr, &nodes);
          graph = instantiate(recorded);
          check_cuda(status, "cudaGraphGetNodes");
        }
      check_cuda(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph.get()),
                                 queue.stream),
                 "cudaGraphLaunch");
    }
  } // namespace internal
} // namespace tessera
