// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_galerkin_product_h
#define tessera_source_amg_galerkin_product_h

#include <tessera/bsr/bsr_product.h>

#include <cstdint>

namespace tessera
{
  namespace internal
  {
    /**
     * R A P, with a number on the diagonal of each dropped unknown, for
     * matrices of one pattern: the constructor plans both products and keeps
     * the memory of A P, compute() is their numeric phase, without copies
     * between host and device.
     */
    class GalerkinProduct
    {
    public:
      GalerkinProduct(const BsrMatrix<double> &R,
                      const BsrMatrix<double> &A,
                      const BsrMatrix<double> &P);

      /** A matrix with the pattern of R A P and zero values. */
      BsrMatrix<double> make_matrix() const;

      /**
       * Replaces the values of @p coarse, made by make_matrix(). @p dropped is
       * that of TentativeProlongator.
       */
      void compute(const BsrMatrix<double> &R,
                   const BsrMatrix<double> &A,
                   const BsrMatrix<double> &P,
                   const Array<std::int32_t> &dropped,
                   BsrMatrix<double> &coarse);

      /** Bytes on the device. */
      std::size_t memory_consumption() const;

    private:
      BsrProduct right;
      BsrMatrix<double> AP;
      BsrProduct left;
    };
  } // namespace internal
} // namespace tessera

#endif
