// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_operator.h>

#include "cellwise/cell_transform.h"
#include "cellwise/level_checks.h"
#include "kernels/cellwise_operator.h"
#include "kernels/dispatch.h"

namespace tessera
{
  CellwiseOperator::CellwiseOperator(
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const std::array<double, 64> &diagonal)
    : level_mesh(mesh)
    , diagonal(diagonal)
  {}



  CellwiseOperator
  CellwiseOperator::laplace(const std::shared_ptr<const CellwiseMesh> &mesh)
  {
    internal::require_mesh(mesh, "CellwiseOperator::laplace()");
    return CellwiseOperator(mesh,
                            internal::laplace_diagonal(mesh->cell_sides()));
  }



  CellwiseOperator
  CellwiseOperator::mass(const std::shared_ptr<const CellwiseMesh> &mesh)
  {
    internal::require_mesh(mesh, "CellwiseOperator::mass()");
    const std::array<double, 3> &h = mesh->cell_sides();
    std::array<double, 64> diagonal;
    diagonal.fill(h[0] * h[1] * h[2]);
    return CellwiseOperator(mesh, diagonal);
  }



  void CellwiseOperator::apply(const double s,
                               const CellwiseVector<double> &base,
                               const double a,
                               const CellwiseVector<double> &src,
                               CellwiseVector<double> &dst) const
  {
    internal::require_level_vector(*level_mesh, src, "src");
    internal::require_level_vector(*level_mesh, base, "rhs");
    internal::require_level_vector(*level_mesh, dst, "dst");
    const std::int64_t n = level_mesh->n_values();
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::cellwise_operator(queue,
                                  internal::cell_transform(diagonal),
                                  s,
                                  {base.data(), n},
                                  a,
                                  {src.data(), n},
                                  {dst.data(), n});
    });
  }



  void CellwiseOperator::vmult(CellwiseVector<double> &dst,
                               const CellwiseVector<double> &src) const
  {
    apply(0., dst, 1., src, dst);
  }



  void CellwiseOperator::vmult_add(CellwiseVector<double> &dst,
                                   const CellwiseVector<double> &src) const
  {
    apply(1., dst, 1., src, dst);
  }



  void CellwiseOperator::Tvmult(CellwiseVector<double> &dst,
                                const CellwiseVector<double> &src) const
  {
    vmult(dst, src);
  }



  void CellwiseOperator::Tvmult_add(CellwiseVector<double> &dst,
                                    const CellwiseVector<double> &src) const
  {
    vmult_add(dst, src);
  }



  void CellwiseOperator::residual(CellwiseVector<double> &dst,
                                  const CellwiseVector<double> &src,
                                  const CellwiseVector<double> &rhs) const
  {
    apply(1., rhs, -1., src, dst);
  }



  const std::shared_ptr<const CellwiseMesh> &CellwiseOperator::mesh() const
  {
    return level_mesh;
  }



  std::size_t CellwiseOperator::m() const
  {
    return static_cast<std::size_t>(level_mesh->n_values());
  }



  std::size_t CellwiseOperator::n() const
  {
    return m();
  }
} // namespace tessera
