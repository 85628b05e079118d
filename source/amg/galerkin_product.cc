// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/galerkin_product.h"

#include "kernels/dispatch.h"
#include "kernels/prolongator.h"

namespace tessera
{
  namespace internal
  {
    GalerkinProduct::GalerkinProduct(const BsrMatrix<double> &R,
                                     const BsrMatrix<double> &A,
                                     const BsrMatrix<double> &P)
      : right(A, P)
      , AP(right.make_matrix<double>())
      , left(R, AP)
    {}



    BsrMatrix<double> GalerkinProduct::make_matrix() const
    {
      return left.make_matrix<double>();
    }



    void GalerkinProduct::compute(const BsrMatrix<double> &R,
                                  const BsrMatrix<double> &A,
                                  const BsrMatrix<double> &P,
                                  const Array<std::int32_t> &dropped,
                                  BsrMatrix<double> &coarse)
    {
      right.compute(A, P, AP);
      left.compute(R, AP, coarse);
      dispatch(A.device(), [&](const auto &queue) {
        galerkin_fill_dropped(queue, dropped.view(), coarse.view());
      });
    }



    std::size_t GalerkinProduct::memory_consumption() const
    {
      return right.memory_consumption() + AP.memory_consumption() +
             left.memory_consumption();
    }
  } // namespace internal
} // namespace tessera
