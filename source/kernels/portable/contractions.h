// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_portable_contractions_h
#define tessera_kernels_portable_contractions_h

namespace tessera
{
  namespace internal
  {
    // Products of a small matrix with one index of a tensor. The innermost
    // loops run over contiguous memory with a length known at compile time, so
    // that the compiler makes vector instructions of them. Every entry is
    // computed by the same operations in the same order, which equal copies of
    // a shared node rely on.

    /**
     * out[row][i] = sum_k columns[k][i] in[row][k]: the matrix acts on the
     * fastest index and is given by its columns. Rows of in and out are
     * @p in_width and @p n_out numbers apart.
     */
    template <int n_rows, int n_in, int in_width, int n_out, typename Number>
    inline void
    contract_inner(const Number *columns, const Number *in, Number *out)
    {
      for (int row = 0; row < n_rows; ++row)
        {
          Number sum[n_out];
          for (int i = 0; i < n_out; ++i)
            sum[i] = columns[i] * in[row * in_width];
          for (int k = 1; k < n_in; ++k)
            for (int i = 0; i < n_out; ++i)
              sum[i] += columns[k * n_out + i] * in[row * in_width + k];
          for (int i = 0; i < n_out; ++i)
            out[row * n_out + i] = sum[i];
        }
    }



    /**
     * out[o][j][i] = sum_k matrix[j][k] in[o][k][i]: the matrix, given row by
     * row, acts on a slower index.
     */
    template <int n_outer, int n_in, int n_out, int n_inner, typename Number>
    inline void
    contract_outer(const Number *matrix, const Number *in, Number *out)
    {
      for (int o = 0; o < n_outer; ++o)
        for (int j = 0; j < n_out; ++j)
          {
            Number sum[n_inner];
            for (int i = 0; i < n_inner; ++i)
              sum[i] = matrix[j * n_in] * in[o * n_in * n_inner + i];
            for (int k = 1; k < n_in; ++k)
              for (int i = 0; i < n_inner; ++i)
                sum[i] +=
                  matrix[j * n_in + k] * in[(o * n_in + k) * n_inner + i];
            for (int i = 0; i < n_inner; ++i)
              out[(o * n_out + j) * n_inner + i] = sum[i];
          }
    }



    /**
     * Applies a 4x4 matrix to each axis of the 64 values of a cell. Along x the
     * matrix is given by its columns, that is as its transpose.
     */
    template <typename Number>
    inline void transform_cell(const Number *x_transposed,
                               const Number *y,
                               const Number *z,
                               const Number *in,
                               Number *out)
    {
      Number along_x[64], along_xy[64];
      contract_inner<16, 4, 4, 4>(x_transposed, in, along_x);
      contract_outer<4, 4, 4, 4>(y, along_x, along_xy);
      contract_outer<1, 4, 4, 16>(z, along_xy, out);
    }
  } // namespace internal
} // namespace tessera

#endif
