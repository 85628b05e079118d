// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/bsr/block_diagonal_inverse.h>

#include "base/vector_view.h"
#include "kernels/block_diagonal.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace
  {
    template <typename Number>
    void require_square(const BsrMatrix<Number> &matrix)
    {
      TESSERA_REQUIRE(matrix.block_height() == matrix.block_width() &&
                        matrix.n_block_rows() == matrix.n_block_columns(),
                      InvalidInput,
                      "The block diagonal of a matrix of "
                        << matrix.n_block_rows() << " x "
                        << matrix.n_block_columns() << " blocks of "
                        << matrix.block_height() << " x "
                        << matrix.block_width()
                        << " was to be inverted; the matrix and its blocks "
                           "must be square.");
    }



    void require_no_defect(const internal::DefectiveRow &bad)
    {
      using internal::DiagonalDefect;
      TESSERA_REQUIRE(bad.defect != DiagonalDefect::missing,
                      InvalidInput,
                      "Block row "
                        << bad.row
                        << " has no diagonal block; store one in every row.");
      TESSERA_REQUIRE(bad.defect != DiagonalDefect::not_finite,
                      InvalidInput,
                      "The diagonal block of block row "
                        << bad.row
                        << " has NaN or infinity; check the assembly.");
      TESSERA_REQUIRE(
        bad.defect == DiagonalDefect::none,
        InvalidInput,
        "The diagonal block of block row "
          << bad.row
          << " is singular or not positive definite; the matrix "
             "must be symmetric positive definite. Put a positive "
             "number on the diagonal of unused unknowns.");
    }
  } // namespace



  template <typename Number>
  BlockDiagonalInverse<Number>::BlockDiagonalInverse(
    const BsrMatrix<Number> &matrix)
    : size(matrix.block_height())
  {
    require_square(matrix);
    inverse = Array<Number>(matrix.device(),
                            static_cast<std::int64_t>(matrix.m()) * size);
    require_no_defect(
      internal::dispatch(matrix.device(), [&](const auto &queue) {
        return internal::block_diagonal_invert(queue,
                                               matrix.view(),
                                               inverse.view());
      }));
  }



  template <typename Number>
  void BlockDiagonalInverse<Number>::vmult(Vector<Number> &dst,
                                           const Vector<Number> &src) const
  {
    TESSERA_ASSERT(dst.locally_owned_size() * size ==
                   std::size_t(inverse.size()));
    TESSERA_ASSERT(src.locally_owned_size() == dst.locally_owned_size() &&
                   &src != &dst);
    internal::dispatch(inverse.device(), [&](const auto &queue) {
      internal::block_diagonal_apply(queue,
                                     size,
                                     inverse.view(),
                                     Number(1),
                                     internal::view_of(src),
                                     internal::view_of(dst));
    });
  }



  template <typename Number>
  void BlockDiagonalInverse<Number>::step(Vector<Number> &x,
                                          Vector<Number> &direction,
                                          const Vector<Number> &residual,
                                          const Number momentum,
                                          const Number factor) const
  {
    internal::dispatch(inverse.device(), [&](const auto &queue) {
      internal::block_diagonal_step(queue,
                                    size,
                                    inverse.view(),
                                    momentum,
                                    factor,
                                    internal::view_of(residual),
                                    internal::view_of(direction),
                                    internal::view_of(x),
                                    false);
    });
  }



  template <typename Number>
  void BlockDiagonalInverse<Number>::first_step(Vector<Number> &x,
                                                Vector<Number> &direction,
                                                const Vector<Number> &residual,
                                                const Number factor) const
  {
    internal::dispatch(inverse.device(), [&](const auto &queue) {
      internal::block_diagonal_step(queue,
                                    size,
                                    inverse.view(),
                                    Number(),
                                    factor,
                                    internal::view_of(residual),
                                    internal::view_of(direction),
                                    internal::view_of(x),
                                    true);
    });
  }



  template <typename Number>
  int BlockDiagonalInverse<Number>::block_size() const
  {
    return size;
  }



  template <typename Number>
  const Array<Number> &BlockDiagonalInverse<Number>::values() const
  {
    return inverse;
  }



  template <typename Number>
  std::size_t BlockDiagonalInverse<Number>::memory_consumption() const
  {
    return inverse.memory_consumption();
  }



  template class BlockDiagonalInverse<float>;
  template class BlockDiagonalInverse<double>;
} // namespace tessera
