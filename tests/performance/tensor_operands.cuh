// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_tensor_operands_cuh
#define tessera_tests_performance_tensor_operands_cuh

#include <cstdint>

namespace benchmark
{
  // Products sum += a b of a 16x8 and an 8x8 matrix by a warp. With
  // g = lane / 4 and t = lane % 4, a thread has the entries
  //
  //   a:   (g, t), (g + 8, t), (g, t + 4), (g + 8, t + 4)
  //   b:   (t, g), (t + 4, g)
  //   sum: (g, 2t), (g, 2t + 1), (g + 8, 2t), (g + 8, 2t + 1)

  /** A number as two TF32 ones, in the registers of the tensor cores. */
  struct Operand
  {
    std::uint32_t high;
    std::uint32_t low;
  };



  /**
   * The nearest TF32 number for finite @p x. With the instruction for it, which
   * looks for infinity as well, and for low parts too, the operator took 14 %
   * longer; without rounding its error is 1.3e-6 instead of 4e-7.
   */
  __device__ __forceinline__ std::uint32_t round_to_tf32(const float x)
  {
    return (__float_as_uint(x) + 0x1000u) & 0xffffe000u;
  }



  /**
   * 22 bits of @p x. The tensor cores ignore the last 13 bits of an operand, so
   * that the low part need not be rounded: it has at most one bit too many.
   */
  __device__ __forceinline__ Operand split(const float x)
  {
    const std::uint32_t high = round_to_tf32(x);
    return {high, __float_as_uint(x - __uint_as_float(high))};
  }



  /** Products of FP32 numbers are not rounded before they are split. */
  __device__ __forceinline__ Operand split(const double x)
  {
    const std::uint32_t high = round_to_tf32(static_cast<float>(x));
    return {high,
            round_to_tf32(static_cast<float>(
              x - static_cast<double>(__uint_as_float(high))))};
  }



  __device__ __forceinline__ void multiply_add(float (&sum)[4],
                                               const std::uint32_t a0,
                                               const std::uint32_t a1,
                                               const std::uint32_t a2,
                                               const std::uint32_t a3,
                                               const std::uint32_t b0,
                                               const std::uint32_t b1)
  {
#if __CUDA_ARCH__ >= 800
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
        "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
#else
    __trap(); // There are no such tensor cores.
#endif
  }



  /** With @p n_products = 3 those with one low part, or 1, none. */
  template <int n_products>
  __device__ __forceinline__ void
  multiply_add(float (&sum)[4], const Operand (&a)[4], const Operand (&b)[2])
  {
    // The small ones first, while the sum is small.
    if (n_products == 3)
      {
        multiply_add(
          sum, a[0].low, a[1].low, a[2].low, a[3].low, b[0].high, b[1].high);
        multiply_add(
          sum, a[0].high, a[1].high, a[2].high, a[3].high, b[0].low, b[1].low);
      }
    multiply_add(
      sum, a[0].high, a[1].high, a[2].high, a[3].high, b[0].high, b[1].high);
  }



  /**
   * Column of a sum that is inner index @p k of the next product, whose operand
   * a has sum[0], [2], [1], [3], or b [0], [1] or [2], [3]. So threads go on
   * with the numbers that they have.
   */
  __device__ __forceinline__ int column_of(const int k)
  {
    return 2 * (k & 3) + (k >> 2);
  }



  __device__ __forceinline__ void sum_to_operand(const float (&sum)[4],
                                                 Operand (&a)[4])
  {
    a[0] = split(sum[0]);
    a[1] = split(sum[2]);
    a[2] = split(sum[1]);
    a[3] = split(sum[3]);
  }



  /** Sets operand a to entry(row, k). */
  template <typename Entry>
  __device__ __forceinline__ void fill_rows(Operand (&a)[4], const Entry &entry)
  {
    const int g = static_cast<int>(threadIdx.x) % 32 / 4;
    const int t = static_cast<int>(threadIdx.x) % 4;
#pragma unroll
    for (int i = 0; i < 4; ++i)
      a[i] = split(entry(g + 8 * (i % 2), t + 4 * (i / 2)));
  }



  /** Sets operand b to entry(k, column). */
  template <typename Entry>
  __device__ __forceinline__ void fill_columns(Operand (&b)[2],
                                               const Entry &entry)
  {
    const int g = static_cast<int>(threadIdx.x) % 32 / 4;
    const int t = static_cast<int>(threadIdx.x) % 4;
#pragma unroll
    for (int i = 0; i < 2; ++i)
      b[i] = split(entry(t + 4 * i, g));
  }
} // namespace benchmark

#endif
