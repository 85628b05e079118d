// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/global_fast_diagonalization.h>
#include <tessera/cellwise/q3_matrices.h>

#include "cellwise/box_lattice.h"
#include "cellwise/eigenproblem.h"
#include "cellwise/level_checks.h"
#include "kernels/box_lattice.h"
#include "kernels/dispatch.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace tessera
{
  namespace
  {
    /** The coefficient that all cells have. */
    double find_coefficient(const CellwiseMesh &mesh)
    {
      const ArrayView<const double> view = mesh.coefficients();
      if (view.size == 0)
        return 1.;
      std::vector<double> values(static_cast<std::size_t>(view.size));
      internal::copy_bytes(Device::host(),
                           values.data(),
                           mesh.device(),
                           view.data,
                           view.size *
                             static_cast<std::int64_t>(sizeof(double)));
      for (std::size_t cell = 0; cell < values.size(); ++cell)
        TESSERA_REQUIRE(values[cell] == values[0],
                        InvalidInput,
                        "Cell " << cell << " has the coefficient "
                                << values[cell] << " and cell 0 has "
                                << values[0]
                                << "; the global fast diagonalisation needs "
                                   "one coefficient for all cells.");
      return values[0];
    }



    /** The matrix of @p n_cells cells in a row, without @p skipped points. */
    std::vector<double> assemble(const std::array<double, 16> &cell_matrix,
                                 const double factor,
                                 const std::size_t n_cells,
                                 const std::array<bool, 2> &skipped)
    {
      const std::size_t n_points = 3 * n_cells + 1;
      const std::size_t first    = skipped[0] ? 1 : 0;
      const std::size_t n        = n_points - first - (skipped[1] ? 1 : 0);
      std::vector<double> matrix(n * n, 0.);
      for (std::size_t cell = 0; cell < n_cells; ++cell)
        for (std::size_t i = 0; i < 4; ++i)
          for (std::size_t j = 0; j < 4; ++j)
            {
              // Wraps around below the first point, and so is too large.
              const std::size_t row    = 3 * cell + i - first;
              const std::size_t column = 3 * cell + j - first;
              if (row < n && column < n)
                matrix[row * n + column] += factor * cell_matrix[4 * i + j];
            }
      return matrix;
    }



    /** V and the eigenvalues of one axis, with zeros for skipped points. */
    internal::Eigenpairs solve_axis(const double side,
                                    const double diffusion,
                                    const std::size_t n_cells,
                                    const std::array<bool, 2> &dirichlet)
    {
      const Q3Matrices &q3             = q3_matrices();
      const std::size_t size           = 3 * n_cells + 1;
      const std::size_t first          = dirichlet[0] ? 1 : 0;
      const std::size_t n              = size - first - (dirichlet[1] ? 1 : 0);
      const internal::Eigenpairs inner = internal::solve_eigenproblem(
        static_cast<int>(n),
        assemble(q3.stiffness, diffusion / side, n_cells, dirichlet),
        assemble(q3.mass, side, n_cells, dirichlet));
      internal::Eigenpairs all{std::vector<double>(size, 0.),
                               std::vector<double>(size * size, 0.)};
      std::copy(inner.values.begin(), inner.values.end(), all.values.begin());
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          all.vectors[(i + first) * size + j] = inner.vectors[i * n + j];
      // Constants have the eigenvalue zero, which LAPACK finds up to rounding.
      if (!dirichlet[0] && !dirichlet[1])
        all.values[0] = 0.;
      return all;
    }



    std::int64_t column_size(const std::int64_t n)
    {
      const std::int64_t tile = internal::lattice_row_tile;
      return (n + tile - 1) / tile * tile;
    }



    /** V or its transpose column by column, padded with zeros. */
    std::vector<double> by_columns(const std::vector<double> &v,
                                   const std::size_t n,
                                   const bool transposed)
    {
      const auto stride =
        static_cast<std::size_t>(column_size(static_cast<std::int64_t>(n)));
      std::vector<double> columns(stride * n, 0.);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          columns[j * stride + i] = transposed ? v[j * n + i] : v[i * n + j];
      return columns;
    }
  } // namespace



  GlobalFastDiagonalization::GlobalFastDiagonalization(
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : level_mesh(internal::require_mesh(mesh, "GlobalFastDiagonalization"))
  {
    const Device &device           = mesh->device();
    const double coefficient       = find_coefficient(*mesh);
    const internal::BoxLattice box = internal::find_box_lattice(*mesh);
    n_cells                        = box.n_cells;
    cells                          = Array<std::int32_t>(device, box.cells);
    std::int64_t n_points = 1, n_scratch = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      {
        const std::int64_t n = 3 * n_cells[axis] + 1;
        const internal::Eigenpairs pairs =
          solve_axis(mesh->cell_sides()[axis],
                     coefficient * mesh->diffusion()[axis],
                     static_cast<std::size_t>(n_cells[axis]),
                     box.dirichlet[axis]);
        const auto size = static_cast<std::size_t>(n);
        axes[axis].modes =
          Array<double>(device, by_columns(pairs.vectors, size, false));
        axes[axis].modes_transposed =
          Array<double>(device, by_columns(pairs.vectors, size, true));
        axes[axis].eigenvalues = Array<double>(device, pairs.values);
        n_points *= n;
        n_scratch *= std::max(n, 2 * internal::lattice_column_tile);
      }
    lattice = Array<double>(device, n_points);
    scratch = Array<double>(device, n_scratch);
  }



  void GlobalFastDiagonalization::vmult(CellwiseVector<double> &dst,
                                        const CellwiseVector<double> &src) const
  {
    internal::require_level_vector(*level_mesh, dst, "dst");
    internal::require_level_vector(*level_mesh, src, "src");
    internal::BoxLatticeView box;
    box.cells    = cells.data();
    box.reaction = level_mesh->reaction();
    for (std::size_t axis = 0; axis < 3; ++axis)
      {
        const std::int64_t n = 3 * n_cells[axis] + 1;
        box.axes[axis]       = {n_cells[axis],
                                n,
                                column_size(n),
                                axes[axis].modes.data(),
                                axes[axis].modes_transposed.data(),
                                axes[axis].eigenvalues.data()};
      }
    const auto size = static_cast<std::int64_t>(src.size());
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::gather_lattice(queue, box, {src.data(), size}, lattice.view());
      internal::solve_on_lattice(queue, box, lattice.view(), scratch.view());
      internal::scatter_lattice(queue,
                                box,
                                std::as_const(lattice).view(),
                                {dst.data(), size});
    });
  }



  const std::shared_ptr<const CellwiseMesh> &
  GlobalFastDiagonalization::mesh() const
  {
    return level_mesh;
  }



  std::size_t GlobalFastDiagonalization::memory_consumption() const
  {
    std::size_t bytes = cells.memory_consumption() +
                        lattice.memory_consumption() +
                        scratch.memory_consumption();
    for (const Axis &axis : axes)
      bytes += axis.modes.memory_consumption() +
               axis.modes_transposed.memory_consumption() +
               axis.eigenvalues.memory_consumption();
    return bytes;
  }
} // namespace tessera
