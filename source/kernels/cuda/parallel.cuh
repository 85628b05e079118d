// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_parallel_cuh
#define tessera_kernels_cuda_parallel_cuh

#include "kernels/cuda/check.cuh"
#include "kernels/host_device.h"
#include "kernels/parallel.h"
#include "kernels/queue.h"
#include "kernels/runtime.h"

#include <cub/cub.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /** Memory of the stream that is given back when it leaves the scope. */
    class StreamBuffer
    {
    public:
      StreamBuffer(const CudaQueue &queue, const std::size_t bytes)
        : stream(queue.stream)
      {
        check_cuda(cudaMallocAsync(&data, bytes > 0 ? bytes : 1, stream),
                   "cudaMallocAsync");
      }

      StreamBuffer(const StreamBuffer &)            = delete;
      StreamBuffer &operator=(const StreamBuffer &) = delete;

      ~StreamBuffer()
      {
        cudaFreeAsync(data, stream);
      }

      void *data = nullptr;

    private:
      cudaStream_t stream;
    };



    template <typename Function>
    __global__ void for_each_kernel(const std::int64_t n, const Function f)
    {
      const std::int64_t i =
        static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
      if (i < n)
        f(i);
    }



    template <typename Function>
    void
    for_each(const CudaQueue &queue, const std::int64_t n, const Function &f)
    {
      if (n == 0)
        return;
      constexpr int block_size    = 256;
      const std::int64_t n_blocks = (n + block_size - 1) / block_size;
      for_each_kernel<<<static_cast<unsigned int>(n_blocks),
                        block_size,
                        0,
                        queue.stream>>>(n, f);
      check_launch("for_each", queue.stream);
    }



    template <typename Function>
    __global__ void for_each_pair_kernel(const std::int64_t n,
                                         const std::int64_t m,
                                         const Function f)
    {
      const std::int64_t k =
        static_cast<std::int64_t>(blockIdx.x) * blockDim.y + threadIdx.y;
      if (k < n)
        for (std::int64_t i = threadIdx.x; i < m; i += blockDim.x)
          f(k, i);
    }



    template <typename Function>
    void for_each(const CudaQueue &queue,
                  const std::int64_t n,
                  const std::int64_t m,
                  const Function &f)
    {
      if (n == 0 || m == 0)
        return;
      // Threads count i first, so that a warp reaches into the next k if m is
      // small and still finds its data side by side.
      constexpr std::int64_t block_size = 256;
      const std::int64_t width          = m < block_size ? m : block_size;
      const std::int64_t height         = block_size / width;
      const std::int64_t n_blocks       = (n + height - 1) / height;
      for_each_pair_kernel<<<static_cast<unsigned int>(n_blocks),
                             dim3(static_cast<unsigned int>(width),
                                  static_cast<unsigned int>(height)),
                             0,
                             queue.stream>>>(n, m, f);
      check_launch("for_each", queue.stream);
    }



    /** The one number at @p result, once everything queued is done. */
    template <typename T>
    T read_back(const CudaQueue &queue, const T *result)
    {
      T value;
      check_cuda(cudaMemcpyAsync(&value,
                                 result,
                                 sizeof(T),
                                 cudaMemcpyDeviceToHost,
                                 queue.stream),
                 "cudaMemcpyAsync of a result");
      check_cuda(cudaStreamSynchronize(queue.stream), "cudaStreamSynchronize");
      return value;
    }



    /**
     * Runs a CUB algorithm, @p call(temporary, bytes), with the scratch buffer
     * of the device; the first 16 bytes of the buffer hold its result, a T,
     * which is returned.
     */
    template <typename T, typename Call>
    T run_in_scratch(const CudaQueue &queue, const Call &call)
    {
      constexpr std::size_t result_bytes = 256;
      static_assert(sizeof(T) <= result_bytes, "");
      std::size_t bytes = 0;
      check_cuda(call(static_cast<void *>(nullptr),
                      bytes,
                      static_cast<T *>(nullptr)),
                 "CUB size query");
      char *scratch =
        static_cast<char *>(scratch_memory(queue, result_bytes + bytes));
      T *result = reinterpret_cast<T *>(scratch);
      check_cuda(call(static_cast<void *>(scratch + result_bytes),
                      bytes,
                      result),
                 "CUB reduction");
      return read_back(queue, result);
    }



    struct Maximum
    {
      template <typename T>
      __host__ __device__ T operator()(const T &a, const T &b) const
      {
        return (a != a || b <= a) ? a : b;
      }
    };



    template <typename Function>
    auto
    reduce_sum(const CudaQueue &queue, const std::int64_t n, const Function &f)
    {
      using T = decltype(f(std::int64_t()));
      if (n == 0)
        return T();
      const auto values = thrust::make_transform_iterator(
        thrust::counting_iterator<std::int64_t>(0), f);
      return run_in_scratch<T>(
        queue, [&](void *temporary, std::size_t &bytes, T *result) {
          return cub::DeviceReduce::Sum(
            temporary, bytes, values, result, n, queue.stream);
        });
    }



    template <typename Function>
    auto
    reduce_max(const CudaQueue &queue, const std::int64_t n, const Function &f)
    {
      using T = decltype(f(std::int64_t()));
      if (n == 0)
        return T();
      const auto values = thrust::make_transform_iterator(
        thrust::counting_iterator<std::int64_t>(0), f);
      const T first = reduce_sum(queue, 1, f);
      return run_in_scratch<T>(
        queue, [&](void *temporary, std::size_t &bytes, T *result) {
          return cub::DeviceReduce::Reduce(temporary,
                                           bytes,
                                           values,
                                           result,
                                           n,
                                           Maximum(),
                                           first,
                                           queue.stream);
        });
    }



    template <typename T>
    T exclusive_scan(const CudaQueue &queue, T *x, const std::int64_t n)
    {
      if (n == 0)
        return T();
      const T last = read_back(queue, x + n - 1);

      std::size_t bytes = 0;
      check_cuda(
        cub::DeviceScan::ExclusiveSum(nullptr, bytes, x, x, n, queue.stream),
        "CUB size query");
      check_cuda(cub::DeviceScan::ExclusiveSum(
                   scratch_memory(queue, bytes), bytes, x, x, n, queue.stream),
                 "CUB scan");
      return read_back(queue, x + n - 1) + last;
    }



    template <typename Value>
    void sort_by_key(const CudaQueue &queue,
                     std::uint64_t *keys,
                     Value *values,
                     const std::int64_t n,
                     const int n_key_bits)
    {
      if (n == 0)
        return;
      const StreamBuffer keys_out(queue, n * sizeof(std::uint64_t));
      const StreamBuffer values_out(queue, n * sizeof(Value));
      cub::DoubleBuffer<std::uint64_t> key_buffers(
        keys, static_cast<std::uint64_t *>(keys_out.data));
      cub::DoubleBuffer<Value> value_buffers(
        values, static_cast<Value *>(values_out.data));

      const auto sort = [&](void *temporary, std::size_t &bytes) {
        return cub::DeviceRadixSort::SortPairs(temporary,
                                               bytes,
                                               key_buffers,
                                               value_buffers,
                                               n,
                                               0,
                                               n_key_bits,
                                               queue.stream);
      };
      std::size_t bytes = 0;
      check_cuda(sort(nullptr, bytes), "CUB size query");
      const StreamBuffer temporary(queue, bytes);
      check_cuda(sort(temporary.data, bytes), "CUB sort");

      if (key_buffers.Current() != keys)
        check_cuda(cudaMemcpyAsync(keys,
                                   key_buffers.Current(),
                                   n * sizeof(std::uint64_t),
                                   cudaMemcpyDeviceToDevice,
                                   queue.stream),
                   "cudaMemcpyAsync");
      if (value_buffers.Current() != values)
        check_cuda(cudaMemcpyAsync(values,
                                   value_buffers.Current(),
                                   n * sizeof(Value),
                                   cudaMemcpyDeviceToDevice,
                                   queue.stream),
                   "cudaMemcpyAsync");
    }



    inline std::int64_t
    unique(const CudaQueue &queue, std::uint64_t *keys, const std::int64_t n)
    {
      if (n == 0)
        return 0;
      const StreamBuffer kept(queue, n * sizeof(std::uint64_t));
      auto *const kept_keys     = static_cast<std::uint64_t *>(kept.data);
      const std::int64_t n_kept = run_in_scratch<std::int64_t>(
        queue, [&](void *temporary, std::size_t &bytes, std::int64_t *result) {
          return cub::DeviceSelect::Unique(
            temporary, bytes, keys, kept_keys, result, n, queue.stream);
        });
      check_cuda(cudaMemcpyAsync(keys,
                                 kept_keys,
                                 n_kept * sizeof(std::uint64_t),
                                 cudaMemcpyDeviceToDevice,
                                 queue.stream),
                 "cudaMemcpyAsync");
      return n_kept;
    }
  } // namespace internal
} // namespace tessera

#endif
