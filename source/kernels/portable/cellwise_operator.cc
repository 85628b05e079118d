// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/cellwise_operator.h"

#include "kernels/portable/contractions.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    template <typename Number>
    void cellwise_operator(const PortableQueue &queue,
                           const CellTransform<Number> &transform,
                           ArrayView<const double> coefficients,
                           const Number s,
                           ArrayView<const Number> base,
                           const Number a,
                           ArrayView<const Number> src,
                           ArrayView<Number> dst)
    {
      for_each(queue, dst.size / 64, [=](const std::int64_t cell) {
        const CellTransform<Number> &t = transform;
        const Number k = coefficient_of<Number>(coefficients, cell);
        Number modes[64], result[64];
        transform_cell(
          t.backward, t.forward, t.forward, src.data + 64 * cell, modes);
        for (int i = 0; i < 64; ++i)
          modes[i] *= a * (k * t.diagonal.scaled[i] + t.diagonal.constant);
        transform_cell(t.forward, t.backward, t.backward, modes, result);
        Number *dst_cell = dst.data + 64 * cell;
        if (s == Number())
          for (int i = 0; i < 64; ++i)
            dst_cell[i] = result[i];
        else
          for (int i = 0; i < 64; ++i)
            dst_cell[i] = s * base.data[64 * cell + i] + result[i];
      });
    }



    template <typename To, typename From>
    void cellwise_change_basis(const PortableQueue &queue,
                               const double (&matrix)[16],
                               ArrayView<const From> src,
                               ArrayView<To> dst)
    {
      struct Matrices
      {
        double rows[16], columns[16];
      } matrices;
      for (int i = 0; i < 16; ++i)
        {
          matrices.rows[i]    = matrix[i];
          matrices.columns[i] = matrix[i % 4 * 4 + i / 4];
        }
      for_each(queue, dst.size / 64, [=](const std::int64_t cell) {
        double in[64], out[64];
        for (int i = 0; i < 64; ++i)
          in[i] = static_cast<double>(src.data[64 * cell + i]);
        transform_cell(matrices.columns, matrices.rows, matrices.rows, in, out);
        for (int i = 0; i < 64; ++i)
          dst.data[64 * cell + i] = static_cast<To>(out[i]);
      });
    }



    template void cellwise_operator(const PortableQueue &,
                                    const CellTransform<float> &,
                                    ArrayView<const double>,
                                    const float,
                                    ArrayView<const float>,
                                    const float,
                                    ArrayView<const float>,
                                    ArrayView<float>);
    template void cellwise_operator(const PortableQueue &,
                                    const CellTransform<double> &,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<const double>,
                                    ArrayView<double>);
    template void cellwise_change_basis(const PortableQueue &,
                                        const double (&)[16],
                                        ArrayView<const float>,
                                        ArrayView<float>);
    template void cellwise_change_basis(const PortableQueue &,
                                        const double (&)[16],
                                        ArrayView<const double>,
                                        ArrayView<float>);
    template void cellwise_change_basis(const PortableQueue &,
                                        const double (&)[16],
                                        ArrayView<const float>,
                                        ArrayView<double>);
    template void cellwise_change_basis(const PortableQueue &,
                                        const double (&)[16],
                                        ArrayView<const double>,
                                        ArrayView<double>);
    template struct CellwiseDiagonal<PortableQueue, float>;
    template struct CellwiseDiagonal<PortableQueue, double>;
  } // namespace internal
} // namespace tessera
