// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_kernels_portable_simd_vector_h
#define tessera_kernels_portable_simd_vector_h

#include "kernels/lanes.h"

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace tessera
{
  namespace internal
  {
    /**
     * A register of @p bytes bytes. It consists of one or two *chunks* of 16
     * bytes, within which numbers are rearranged most cheaply.
     */
    template <typename Number, int bytes>
    struct Register
    {
      static_assert(bytes == 16 || bytes == 32, "");
      typedef Number Type __attribute__((vector_size(bytes)));
      using Integer =
        std::conditional_t<sizeof(Number) == 4, std::int32_t, std::int64_t>;
      typedef Integer Mask __attribute__((vector_size(bytes)));

      static constexpr int n_numbers  = bytes / int(sizeof(Number));
      static constexpr int n_chunks   = bytes / 16;
      static constexpr int chunk_size = n_numbers / n_chunks;
      using Numbers = std::make_integer_sequence<int, n_numbers>;

      /** Number l of the result is number l ^ @p bit. */
      template <int bit, int... l>
      static TESSERA_LANES_INLINE Type
      exchange(const Type v, std::integer_sequence<int, l...>)
      {
        return __builtin_shuffle(v, Mask{(l ^ bit)...});
      }

      /**
       * In every @p group numbers of the result alternately @p unit numbers of
       * the lower (@p half 0) or upper (1) halves of the groups of a and b.
       */
      template <int group, int unit, int half, int... l>
      static TESSERA_LANES_INLINE Type
      interleave(const Type a, const Type b, std::integer_sequence<int, l...>)
      {
        return __builtin_shuffle(a,
                                 b,
                                 Mask{interleaved(group, unit, half, l)...});
      }

      /** a becomes both lower chunks, b both upper ones. */
      static TESSERA_LANES_INLINE void exchange_chunks(Type &a, Type &b)
      {
        const Type lower =
          interleave<n_numbers, chunk_size, 0>(a, b, Numbers());
        b = interleave<n_numbers, chunk_size, 1>(a, b, Numbers());
        a = lower;
      }

      /** The chunks of chunk_size rows as square matrices, transposed. */
      static TESSERA_LANES_INLINE void transpose_chunks(Type *rows)
      {
        if constexpr (chunk_size == 2)
          interleave_rows<1>(rows[0], rows[1]);
        else
          {
            interleave_rows<1>(rows[0], rows[1]);
            interleave_rows<1>(rows[2], rows[3]);
            interleave_rows<2>(rows[0], rows[2]);
            interleave_rows<2>(rows[1], rows[3]);
            std::swap(rows[1], rows[2]);
          }
      }

    private:
      static constexpr int
      interleaved(const int group, const int unit, const int half, const int l)
      {
        const int place  = l % group;
        const int source = place / unit % 2 == 0 ? 0 : n_numbers;
        return source + l - place + half * group / 2 + place / unit / 2 * unit +
               place % unit;
      }

      template <int unit>
      static TESSERA_LANES_INLINE void interleave_rows(Type &a, Type &b)
      {
        const Type lower = interleave<chunk_size, unit, 0>(a, b, Numbers());
        b                = interleave<chunk_size, unit, 1>(a, b, Numbers());
        a                = lower;
      }
    };



    /**
     * Eight numbers, in registers of the width of the machine that the file is
     * compiled for. The width is part of the type, as files compiled for
     * several machines may be linked to one program.
     */
    template <typename Number, int bytes>
    struct SimdVector
    {
      using Reg                    = Register<Number, bytes>;
      static constexpr int n_parts = 8 / Reg::n_numbers;

      typename Reg::Type part[n_parts];
    };

    template <typename Number>
#ifdef __AVX__
    using HostVector = SimdVector<Number, 32>;
#else
    using HostVector = SimdVector<Number, 16>;
#endif



    template <typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    operator+(SimdVector<Number, bytes> a, const SimdVector<Number, bytes> &b)
    {
      for (int p = 0; p < a.n_parts; ++p)
        a.part[p] += b.part[p];
      return a;
    }



    template <typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    operator-(SimdVector<Number, bytes> a, const SimdVector<Number, bytes> &b)
    {
      for (int p = 0; p < a.n_parts; ++p)
        a.part[p] -= b.part[p];
      return a;
    }



    template <typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    operator*(SimdVector<Number, bytes> a, const SimdVector<Number, bytes> &b)
    {
      for (int p = 0; p < a.n_parts; ++p)
        a.part[p] *= b.part[p];
      return a;
    }



    template <typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    multiply_add(SimdVector<Number, bytes> a,
                 const SimdVector<Number, bytes> &b,
                 const SimdVector<Number, bytes> &c)
    {
      for (int p = 0; p < a.n_parts; ++p)
        a.part[p] = a.part[p] * b.part[p] + c.part[p];
      return a;
    }



    /** c - a b. */
    template <typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    multiply_subtract(SimdVector<Number, bytes> a,
                      const SimdVector<Number, bytes> &b,
                      const SimdVector<Number, bytes> &c)
    {
      for (int p = 0; p < a.n_parts; ++p)
        a.part[p] = c.part[p] - a.part[p] * b.part[p];
      return a;
    }



    /** Eight numbers from @p source. */
    template <typename Vector, typename Number>
    TESSERA_LANES_INLINE Vector load_vector(const Number *source)
    {
      Vector v;
      for (int p = 0; p < Vector::n_parts; ++p)
        std::memcpy(&v.part[p],
                    source + p * Vector::Reg::n_numbers,
                    sizeof(v.part[p]));
      return v;
    }



    /** The same number eight times. */
    template <typename Vector, typename Number>
    TESSERA_LANES_INLINE Vector broadcast(const Number value)
    {
      Vector v;
      for (int p = 0; p < Vector::n_parts; ++p)
        v.part[p] = value - typename Vector::Reg::Type{};
      return v;
    }



    /** Number l of the result is number l ^ @p bit of @p v. */
    template <int bit, typename Number, int bytes>
    TESSERA_LANES_INLINE SimdVector<Number, bytes>
    exchange_numbers(const SimdVector<Number, bytes> &v)
    {
      using Vector          = SimdVector<Number, bytes>;
      using Reg             = typename Vector::Reg;
      constexpr int in_part = bit % Reg::n_numbers;
      Vector result;
      for (int p = 0; p < Vector::n_parts; ++p)
        {
          const auto part = v.part[p ^ bit / Reg::n_numbers];
          if constexpr (in_part != 0)
            result.part[p] =
              Reg::template exchange<in_part>(part, typename Reg::Numbers());
          else
            result.part[p] = part;
        }
      return result;
    }



    /**
     * Exchanges number l of row r and number r of row l, for as many rows as a
     * register has numbers.
     */
    template <typename Number, int bytes>
    TESSERA_LANES_INLINE void
    transpose(typename Register<Number, bytes>::Type *rows)
    {
      using Reg                = Register<Number, bytes>;
      constexpr int chunk_size = Reg::chunk_size;
      if constexpr (Reg::n_chunks == 2)
        for (int r = 0; r < chunk_size; ++r)
          Reg::exchange_chunks(rows[r], rows[r + chunk_size]);
      for (int first = 0; first < Reg::n_numbers; first += chunk_size)
        Reg::transpose_chunks(rows + first);
    }
  } // namespace internal
} // namespace tessera

#endif
