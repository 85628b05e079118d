// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/q3_matrices.h>

#include "cellwise/level_checks.h"
#include "kernels/cellwise_operator.h"
#include "kernels/dispatch.h"

namespace tessera
{
  namespace
  {
    /** dst = @p matrix along each axis, or its transpose. */
    template <typename To, typename From>
    void change(const CellwiseMesh &mesh,
                const CellBasis basis,
                const std::array<double, 16> &matrix,
                const bool transpose,
                CellwiseVector<To> &dst,
                const CellwiseVector<From> &src)
    {
      internal::require_level_vector(mesh, src, "src");
      internal::require_level_vector(mesh, dst, "dst");
      double rows[16];
      for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
          if (basis == CellBasis::nodal)
            rows[4 * i + j] = i == j ? 1. : 0.;
          else
            rows[4 * i + j] = transpose ? matrix[4 * j + i] : matrix[4 * i + j];
      const std::int64_t n = mesh.n_values();
      internal::dispatch(mesh.device(), [&](const auto &queue) {
        internal::cellwise_change_basis(queue,
                                        rows,
                                        ArrayView<const From>{src.data(), n},
                                        ArrayView<To>{dst.data(), n});
      });
    }
  } // namespace



  template <typename To, typename From>
  void primal_from_nodal(const CellwiseMesh &mesh,
                         const CellBasis basis,
                         CellwiseVector<To> &dst,
                         const CellwiseVector<From> &src)
  {
    change(
      mesh, basis, q3_matrices().cell_eigenvectors_inverse, false, dst, src);
  }



  template <typename To, typename From>
  void primal_to_nodal(const CellwiseMesh &mesh,
                       const CellBasis basis,
                       CellwiseVector<To> &dst,
                       const CellwiseVector<From> &src)
  {
    change(mesh, basis, q3_matrices().cell_eigenvectors, false, dst, src);
  }



  template <typename To, typename From>
  void dual_from_nodal(const CellwiseMesh &mesh,
                       const CellBasis basis,
                       CellwiseVector<To> &dst,
                       const CellwiseVector<From> &src)
  {
    change(mesh, basis, q3_matrices().cell_eigenvectors, true, dst, src);
  }



  template <typename To, typename From>
  void dual_to_nodal(const CellwiseMesh &mesh,
                     const CellBasis basis,
                     CellwiseVector<To> &dst,
                     const CellwiseVector<From> &src)
  {
    change(
      mesh, basis, q3_matrices().cell_eigenvectors_inverse, true, dst, src);
  }



  // All pairs of precisions.
  template <typename To, typename From>
  struct BasisChanges
  {
    static constexpr auto functions = {&primal_from_nodal<To, From>,
                                       &primal_to_nodal<To, From>,
                                       &dual_from_nodal<To, From>,
                                       &dual_to_nodal<To, From>};
  };

  template struct BasisChanges<float, float>;
  template struct BasisChanges<float, double>;
  template struct BasisChanges<double, float>;
  template struct BasisChanges<double, double>;
} // namespace tessera
