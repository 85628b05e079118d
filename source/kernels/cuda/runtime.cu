// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/runtime.h"

#include "kernels/cuda/check.cuh"

#include <map>
#include <mutex>
#include <new>
#include <string>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      std::mutex mutex;

      /** What the library keeps for a stream until the program ends. */
      struct Scratch
      {
        void *data        = nullptr;
        std::size_t bytes = 0;
      };
    } // namespace



    CudaQueue::CudaQueue(const Device &device)
      : index(device.index())
      , stream(device.stream())
    {
      check_cuda(cudaSetDevice(index), "cudaSetDevice");
    }



    int n_cuda_devices()
    {
      // A machine without a driver or without a device is not an error here.
      int n_devices = 0;
      if (cudaGetDeviceCount(&n_devices) != cudaSuccess)
        {
          cudaGetLastError();
          return 0;
        }
      return n_devices;
    }



    CUstream_st *default_stream(const int index)
    {
      static std::map<int, cudaStream_t> streams;
      const std::lock_guard<std::mutex> lock(mutex);
      const auto found = streams.find(index);
      if (found != streams.end())
        return found->second;
      check_cuda(cudaSetDevice(index), "cudaSetDevice");
      cudaStream_t stream = nullptr;
      check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
                 "cudaStreamCreateWithFlags");
      // Keep freed memory in the pool: setup allocates and frees in turns.
      cudaMemPool_t pool      = nullptr;
      std::uint64_t threshold = UINT64_MAX;
      check_cuda(cudaDeviceGetDefaultMemPool(&pool, index),
                 "cudaDeviceGetDefaultMemPool");
      check_cuda(cudaMemPoolSetAttribute(pool,
                                         cudaMemPoolAttrReleaseThreshold,
                                         &threshold),
                 "cudaMemPoolSetAttribute");
      streams[index] = stream;
      return stream;
    }



    std::string hardware_name(const CudaQueue &queue)
    {
      cudaDeviceProp properties;
      check_cuda(cudaGetDeviceProperties(&properties, queue.index),
                 "cudaGetDeviceProperties");
      return properties.name;
    }



    void synchronize(const CudaQueue &queue)
    {
      check_cuda(cudaStreamSynchronize(queue.stream), "cudaStreamSynchronize");
    }



    void *allocate(const CudaQueue &queue, const std::int64_t bytes)
    {
      void *data = nullptr;
      const cudaError_t status =
        cudaMallocAsync(&data, static_cast<std::size_t>(bytes), queue.stream);
      TESSERA_REQUIRE(status != cudaErrorMemoryAllocation,
                      BackendFailure,
                      "CUDA device " << queue.index << " has no room for "
                                     << bytes << " more bytes.");
      check_cuda(status, "cudaMallocAsync");
      return data;
    }



    void deallocate(const CudaQueue &queue, void *data)
    {
      // Also called from destructors after the driver has shut down, so that
      // the status is of no use.
      cudaFreeAsync(data, queue.stream);
    }



    void *allocate_staging(const CudaQueue &, const std::int64_t bytes)
    {
      void *data = nullptr;
      check_cuda(cudaMallocHost(&data, static_cast<std::size_t>(bytes)),
                 "cudaMallocHost");
      return data;
    }



    void deallocate_staging(const CudaQueue &queue, void *data)
    {
      // As for deallocate(), the status is of no use.
      cudaStreamSynchronize(queue.stream);
      cudaFreeHost(data);
    }



    void zero_bytes(const CudaQueue &queue, void *data, const std::int64_t n)
    {
      check_cuda(
        cudaMemsetAsync(data, 0, static_cast<std::size_t>(n), queue.stream),
        "cudaMemsetAsync");
    }



    void copy_bytes(const CudaQueue &queue,
                    void *destination,
                    const void *source,
                    const std::int64_t n)
    {
      check_cuda(cudaMemcpyAsync(destination,
                                 source,
                                 static_cast<std::size_t>(n),
                                 cudaMemcpyDefault,
                                 queue.stream),
                 "cudaMemcpyAsync");
      cudaPointerAttributes to, from;
      check_cuda(cudaPointerGetAttributes(&to, destination),
                 "cudaPointerGetAttributes");
      check_cuda(cudaPointerGetAttributes(&from, source),
                 "cudaPointerGetAttributes");
      if (to.type != cudaMemoryTypeDevice || from.type != cudaMemoryTypeDevice)
        synchronize(queue);
    }



    void *scratch_memory(const CudaQueue &queue, const std::size_t bytes)
    {
      static std::map<cudaStream_t, Scratch> scratch_of_stream;
      const std::lock_guard<std::mutex> lock(mutex);
      Scratch &scratch = scratch_of_stream[queue.stream];
      if (scratch.bytes < bytes)
        {
          if (scratch.data != nullptr)
            check_cuda(cudaFreeAsync(scratch.data, queue.stream),
                       "cudaFreeAsync");
          scratch = Scratch();
          check_cuda(cudaMallocAsync(&scratch.data, bytes, queue.stream),
                     "cudaMallocAsync");
          scratch.bytes = bytes;
        }
      return scratch.data;
    }
  } // namespace internal
} // namespace tessera
