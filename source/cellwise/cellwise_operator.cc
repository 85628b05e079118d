// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_operator.h>

#include "cellwise/cell_transform.h"
#include "cellwise/level_checks.h"
#include "kernels/cellwise_operator.h"
#include "kernels/dispatch.h"

#include <type_traits>

namespace tessera
{
  template <typename Number>
  CellwiseOperator<Number>::CellwiseOperator(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis,
    const bool is_mass)
    : level_mesh(internal::require_mesh(mesh, "CellwiseOperator"))
    , level_basis(basis)
    , is_mass(is_mass)
  {}



  template <typename Number>
  CellwiseOperator<Number> CellwiseOperator<Number>::laplace(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis)
  {
    return CellwiseOperator(mesh, basis, false);
  }



  template <typename Number>
  CellwiseOperator<Number> CellwiseOperator<Number>::mass(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const CellBasis basis)
  {
    return CellwiseOperator(mesh, basis, true);
  }



  template <typename Number>
  void CellwiseOperator<Number>::apply(const Number s,
                                       const CellwiseVector<Number> &base,
                                       const Number a,
                                       const CellwiseVector<Number> &src,
                                       CellwiseVector<Number> &dst) const
  {
    internal::require_level_vector(*level_mesh, src, "src");
    internal::require_level_vector(*level_mesh, base, "rhs");
    internal::require_level_vector(*level_mesh, dst, "dst");
    const std::int64_t n = level_mesh->n_values();
    const internal::CellDiagonal<double> diagonal =
      is_mass ? internal::mass_diagonal(*level_mesh)
              : internal::laplace_diagonal(*level_mesh);
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      if (level_basis == CellBasis::eigen)
        internal::cellwise_diagonal<std::decay_t<decltype(queue)>, Number>(
          queue,
          internal::round_diagonal<Number>(diagonal),
          level_mesh->coefficients(),
          s,
          {base.data(), n},
          a,
          {src.data(), n},
          {dst.data(), n});
      else
        internal::cellwise_operator<Number>(queue,
                                            internal::cell_transform<Number>(
                                              diagonal),
                                            level_mesh->coefficients(),
                                            s,
                                            {base.data(), n},
                                            a,
                                            {src.data(), n},
                                            {dst.data(), n});
    });
  }



  template <typename Number>
  void CellwiseOperator<Number>::vmult(CellwiseVector<Number> &dst,
                                       const CellwiseVector<Number> &src) const
  {
    apply(0., dst, 1., src, dst);
  }



  template <typename Number>
  void
  CellwiseOperator<Number>::vmult_add(CellwiseVector<Number> &dst,
                                      const CellwiseVector<Number> &src) const
  {
    apply(1., dst, 1., src, dst);
  }



  template <typename Number>
  void CellwiseOperator<Number>::Tvmult(CellwiseVector<Number> &dst,
                                        const CellwiseVector<Number> &src) const
  {
    vmult(dst, src);
  }



  template <typename Number>
  void
  CellwiseOperator<Number>::Tvmult_add(CellwiseVector<Number> &dst,
                                       const CellwiseVector<Number> &src) const
  {
    vmult_add(dst, src);
  }



  template <typename Number>
  void
  CellwiseOperator<Number>::residual(CellwiseVector<Number> &dst,
                                     const CellwiseVector<Number> &src,
                                     const CellwiseVector<Number> &rhs) const
  {
    apply(1., rhs, -1., src, dst);
  }



  template <typename Number>
  const std::shared_ptr<const CellwiseMesh> &
  CellwiseOperator<Number>::mesh() const
  {
    return level_mesh;
  }



  template <typename Number>
  CellBasis CellwiseOperator<Number>::basis() const
  {
    return level_basis;
  }



  template <typename Number>
  std::size_t CellwiseOperator<Number>::m() const
  {
    return static_cast<std::size_t>(n_cell_values *
                                    level_mesh->n_global_cells());
  }



  template <typename Number>
  std::size_t CellwiseOperator<Number>::n() const
  {
    return m();
  }

  template class CellwiseOperator<float>;
  template class CellwiseOperator<double>;
} // namespace tessera
