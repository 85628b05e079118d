// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_cuda_contractions_cuh
#define tessera_kernels_cuda_contractions_cuh

namespace tessera
{
  namespace internal
  {
    /**
     * Lets the threads of a block copy @p n numbers to @p destination, usually
     * shared memory. The caller synchronises.
     */
    template <typename Number>
    __device__ inline void
    copy_by_block(const Number *source, const int n, Number *destination)
    {
      for (int i = static_cast<int>(threadIdx.x); i < n;
           i += static_cast<int>(blockDim.x))
        destination[i] = source[i];
    }



    /**
     * One entry of a matrix-tensor product: sum_k row[k] line[k stride], where
     * @p line is the first entry of the line along the axis of the product.
     */
    template <int n, typename Number>
    __device__ inline Number
    contract(const Number *row, const Number *line, const int stride)
    {
      Number sum = row[0] * line[0];
#pragma unroll
      for (int k = 1; k < n; ++k)
        sum += row[k] * line[k * stride];
      return sum;
    }



    /**
     * Applies a 4x4 matrix, given row by row, to each axis of the 64 values of
     * a cell. Thread @p i of the cell has value i in @p mine and gets its
     * result back; @p buffer has 64 numbers of shared memory that no thread
     * uses any more. To be called by all threads of the block.
     */
    template <typename Number>
    __device__ inline Number transform_cell(const Number *x,
                                            const Number *y,
                                            const Number *z,
                                            const int i,
                                            const Number mine,
                                            Number *buffer)
    {
      buffer[i] = mine;
      __syncthreads();
      const Number along_x = contract<4>(x + 4 * (i & 3), buffer + (i & ~3), 1);
      __syncthreads();
      buffer[i] = along_x;
      __syncthreads();
      const Number along_xy =
        contract<4>(y + 4 * (i >> 2 & 3), buffer + (i & ~12), 4);
      __syncthreads();
      buffer[i] = along_xy;
      __syncthreads();
      const Number result =
        contract<4>(z + 4 * (i >> 4), buffer + (i & 15), 16);
      __syncthreads();
      return result;
    }
  } // namespace internal
} // namespace tessera

#endif
