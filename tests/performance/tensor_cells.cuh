// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_tensor_cells_cuh
#define tessera_tests_performance_tensor_cells_cuh

#include <tessera/base/array.h>

#include "kernels/cuda/check.cuh"
#include "kernels/queue.h"
#include "performance/tensor_operands.cuh"

#include <algorithm>
#include <cstdint>

namespace benchmark
{
  constexpr int tensor_threads = 128;

  // A warp has pairs of cells: thread 4g + t has the values x = 0..3 at y = t
  // and z = g % 4 of cell g / 4. So it reads and writes whole cells, 16 bytes a
  // thread, and the values are operand a or b of a sum over x and y.

  /** First of the four values in their cell. */
  __device__ __forceinline__ int own_entry()
  {
    return 4 * (static_cast<int>(threadIdx.x) % 16);
  }



  __device__ __forceinline__ int own_warp()
  {
    return static_cast<int>(threadIdx.x) / 32;
  }



  /** 0 or 1, the cell of the pair. */
  __device__ __forceinline__ int own_slot()
  {
    return static_cast<int>(threadIdx.x) % 32 / 16;
  }



  /** Zeros if there is no such cell. */
  __device__ __forceinline__ float4 load_values(const float *values,
                                                const std::int64_t cell,
                                                const bool exists)
  {
    float4 result = {0.f, 0.f, 0.f, 0.f};
    if (exists)
      result =
        *reinterpret_cast<const float4 *>(values + 64 * cell + own_entry());
    return result;
  }



  __device__ __forceinline__ void
  store_values(const float4 &result, const std::int64_t cell, float *values)
  {
    *reinterpret_cast<float4 *>(values + 64 * cell + own_entry()) = result;
  }



  /** Factor k of @p cell. */
  __device__ __forceinline__ float
  coefficient_of(const tessera::ArrayView<const double> &coefficients,
                 const std::int64_t cell)
  {
    return coefficients.size == 0 ? 1.f
                                  : static_cast<float>(coefficients.data[cell]);
  }



  /** values + s old */
  __device__ __forceinline__ float4 add_old(const float4 &values,
                                            const float s,
                                            const float4 &old)
  {
    return {fmaf(s, old.x, values.x),
            fmaf(s, old.y, values.y),
            fmaf(s, old.z, values.z),
            fmaf(s, old.w, values.w)};
  }



  /** Sums of two cells of which each warp of a block has a part. */
  class PartsOfWarps
  {
  public:
    /** Those of this thread, in the order of a sum. */
    __device__ void set(const float (&values)[4])
    {
      const int lane = static_cast<int>(threadIdx.x) % 32;
      *reinterpret_cast<float4 *>(
        entries[own_warp()] + pitch * (lane / 4) +
        4 * (lane % 4)) = {values[0], values[1], values[2], values[3]};
    }

    /** Value threadIdx.x % 64 of cell threadIdx.x / 64. */
    __device__ float add_up() const
    {
      const int row    = static_cast<int>(threadIdx.x) % 16;
      const int column = static_cast<int>(threadIdx.x) / 16;
      const int entry =
        pitch * (row % 8) + 4 * (column / 2) + 2 * (row / 8) + column % 2;
      return (entries[0][entry] + entries[1][entry]) +
             (entries[2][entry] + entries[3][entry]);
    }

  private:
    // Four entries more than needed, so that reading meets no bank twice.
    static constexpr int pitch = 20;

    alignas(16) float entries[tensor_threads / 32][8 * pitch];
  };



  /**
   * Matrices are set up once a thread: as many blocks as run at the same time,
   * but none without one of @p n_items.
   */
  template <typename Kernel>
  unsigned int n_resident_blocks(const Kernel kernel,
                                 const tessera::internal::CudaQueue &queue,
                                 const std::int64_t n_items)
  {
    using tessera::internal::check_cuda;
    int n_processors = 0, n_blocks = 0;
    check_cuda(cudaDeviceGetAttribute(&n_processors,
                                      cudaDevAttrMultiProcessorCount,
                                      queue.index),
               "cudaDeviceGetAttribute");
    check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                 &n_blocks, kernel, tensor_threads, 0),
               "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    return static_cast<unsigned int>(std::min<std::int64_t>(
      n_items, static_cast<std::int64_t>(n_processors) * n_blocks));
  }
} // namespace benchmark

#endif
