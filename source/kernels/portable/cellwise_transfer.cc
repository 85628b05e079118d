// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/cellwise_transfer.h"

#include "kernels/generic/cellwise_operator.h"
#include "kernels/portable/contractions.h"
#include "kernels/portable/parallel.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /**
       * coarse = s coarse + P^T of what @p load writes for a child, given the
       * number of its cell.
       */
      template <typename Number, typename Load>
      void restrict_loaded(const PortableQueue &queue,
                           const ChildTransform<Number> &transform,
                           ArrayView<const std::int32_t> children,
                           const Number s,
                           ArrayView<Number> coarse,
                           const Load &load)
      {
        for_each(queue, children.size / 8, [=](const std::int64_t parent) {
          const ChildTransform<Number> &t = transform;
          Number *result                  = coarse.data + 64 * parent;
          Number sum[64]                  = {};
          if (s != Number())
            for (int j = 0; j < 64; ++j)
              sum[j] = s * result[j];
          for (int c = 0; c < 8; ++c)
            {
              const std::int32_t child = children.data[8 * parent + c];
              if (child < 0)
                continue;
              const int x = c & 1, y = c >> 1 & 1, z = c >> 2;
              Number fine[64], values[64];
              load(child, fine);
              transform_cell(
                t.values[x], t.transposed[y], t.transposed[z], fine, values);
              for (int j = 0; j < 64; ++j)
                sum[j] += values[j];
            }
          for (int j = 0; j < 64; ++j)
            result[j] = sum[j];
        });
      }
    } // namespace



    template <typename Number>
    void cellwise_prolongate(const PortableQueue &queue,
                             const ChildTransform<Number> &transform,
                             ArrayView<const std::int32_t> children,
                             const Number s,
                             ArrayView<const Number> coarse,
                             ArrayView<Number> fine)
    {
      for_each(queue, children.size, [=](const std::int64_t i) {
        if (children.data[i] < 0)
          return;
        const ChildTransform<Number> &t = transform;
        const int x = i & 1, y = i >> 1 & 1, z = i >> 2 & 1;
        Number values[64];
        transform_cell(t.transposed[x],
                       t.values[y],
                       t.values[z],
                       coarse.data + 64 * (i / 8),
                       values);
        Number *child =
          fine.data + 64 * static_cast<std::int64_t>(children.data[i]);
        if (s == Number())
          for (int j = 0; j < 64; ++j)
            child[j] = values[j];
        else
          for (int j = 0; j < 64; ++j)
            child[j] = s * child[j] + values[j];
      });
    }



    template <typename Number>
    void cellwise_restrict(const PortableQueue &queue,
                           const ChildTransform<Number> &transform,
                           ArrayView<const std::int32_t> children,
                           ArrayView<const Number> fine,
                           const Number s,
                           ArrayView<Number> coarse)
    {
      restrict_loaded(queue,
                      transform,
                      children,
                      s,
                      coarse,
                      [=](const std::int64_t cell, Number *values) {
                        for (int j = 0; j < 64; ++j)
                          values[j] = fine.data[64 * cell + j];
                      });
    }



    template <typename Number>
    void cellwise_restrict_residual(const PortableQueue &queue,
                                    const ChildTransform<Number> &transform,
                                    const CellDiagonal<Number> &diagonal,
                                    ArrayView<const double> coefficients,
                                    ArrayView<const std::int32_t> children,
                                    ArrayView<const Number> rhs,
                                    ArrayView<const Number> u,
                                    ArrayView<Number> coarse)
    {
      restrict_loaded(queue,
                      transform,
                      children,
                      Number(),
                      coarse,
                      [=](const std::int64_t cell, Number *values) {
                        const Number k =
                          coefficient_of<Number>(coefficients, cell);
                        for (int j = 0; j < 64; ++j)
                          values[j] =
                            rhs.data[64 * cell + j] -
                            (k * diagonal.scaled[j] + diagonal.constant) *
                              u.data[64 * cell + j];
                      });
    }



    template void cellwise_prolongate(const PortableQueue &,
                                      const ChildTransform<float> &,
                                      ArrayView<const std::int32_t>,
                                      const float,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void cellwise_restrict(const PortableQueue &,
                                    const ChildTransform<float> &,
                                    ArrayView<const std::int32_t>,
                                    ArrayView<const float>,
                                    const float,
                                    ArrayView<float>);
    template void cellwise_restrict_residual(const PortableQueue &,
                                             const ChildTransform<float> &,
                                             const CellDiagonal<float> &,
                                             ArrayView<const double>,
                                             ArrayView<const std::int32_t>,
                                             ArrayView<const float>,
                                             ArrayView<const float>,
                                             ArrayView<float>);
    template void cellwise_prolongate(const PortableQueue &,
                                      const ChildTransform<double> &,
                                      ArrayView<const std::int32_t>,
                                      const double,
                                      ArrayView<const double>,
                                      ArrayView<double>);
    template void cellwise_restrict(const PortableQueue &,
                                    const ChildTransform<double> &,
                                    ArrayView<const std::int32_t>,
                                    ArrayView<const double>,
                                    const double,
                                    ArrayView<double>);
    template void cellwise_restrict_residual(const PortableQueue &,
                                             const ChildTransform<double> &,
                                             const CellDiagonal<double> &,
                                             ArrayView<const double>,
                                             ArrayView<const std::int32_t>,
                                             ArrayView<const double>,
                                             ArrayView<const double>,
                                             ArrayView<double>);
  } // namespace internal
} // namespace tessera
