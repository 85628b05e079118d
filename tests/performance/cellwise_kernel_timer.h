// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cellwise_kernel_timer_h
#define tessera_tests_performance_cellwise_kernel_timer_h

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <memory>
#include <string>

namespace benchmark
{
  /**
   * The parts of an iteration on one level, messages included. Each is given to
   * `measure(name, precision, n_bytes, call)`, which times @p call; the bytes
   * are those that it moves on all ranks.
   */
  template <typename Measure>
  class KernelTimer
  {
  public:
    /** @p rhs is a vector of @p mesh. */
    KernelTimer(const std::shared_ptr<const tessera::CellwiseMesh> &coarse,
                const std::shared_ptr<const tessera::CellwiseMesh> &mesh,
                const tessera::CellwiseVector<double> &rhs,
                const Measure &measure)
      : coarse(coarse)
      , mesh(mesh)
      , rhs(rhs)
      , measure(measure)
    {}

    template <typename Number>
    void measure_sweeps(const tessera::CellBasis basis,
                        const std::string &precision) const
    {
      const tessera::VertexPatchSmoother<Number> smoother(mesh, basis);
      tessera::CellwiseVector<Number> u, b;
      mesh->initialize_vector(u);
      mesh->initialize_vector(b);
      b                  = 1;
      const double bytes = 24. * n_values() * sizeof(Number);
      measure("sweep", precision, bytes, [&] { smoother.step(u, b); });
      measure("sweep_zero", precision, bytes, [&] { smoother.vmult(u, b); });
    }

    /** To and from the coarser level, and the outer iteration. */
    template <typename Number>
    void measure_transfers(const tessera::CellBasis basis,
                           const std::string &precision) const
    {
      const tessera::CellwiseTransfer<Number> transfer(coarse, mesh, basis);
      tessera::CellwiseVector<Number> u, b, coarse_u, workspace;
      tessera::CellwiseVector<double> outer(rhs);
      mesh->initialize_vector(u);
      mesh->initialize_vector(b);
      mesh->initialize_vector(workspace);
      coarse->initialize_vector(coarse_u);
      const double vector = n_values() * sizeof(Number);
      const double both   = vector + n_values() * sizeof(double);
      measure("restrict_residual", precision, 2.125 * vector, [&] {
        transfer.restrict_residual(coarse_u, b, u, workspace);
      });
      measure("prolongate_and_add", precision, 2.125 * vector, [&] {
        transfer.prolongate_and_add(u, coarse_u);
      });
      measure("to_level", precision, both, [&] {
        tessera::dual_from_nodal(*mesh, basis, b, outer);
      });
      measure("from_level", precision, both, [&] {
        tessera::primal_to_nodal(*mesh, basis, outer, u);
      });
    }

    /** Those of the outer iteration, in double precision. */
    void measure_outer_iteration() const
    {
      const auto matrix = tessera::CellwiseOperator<double>::laplace(mesh);
      tessera::CellwiseVector<double> residual(rhs), x(rhs);
      const double vector = n_values() * sizeof(double);
      measure("residual", "double", 3. * vector, [&] {
        matrix.residual(residual, x, rhs);
      });
      measure("average_copies", "double", 2. * vector, [&] {
        tessera::average_copies(*mesh, residual);
      });
      measure("add", "double", 3. * vector, [&] { x.add(1., residual); });
      measure("dot", "double", 2. * vector, [&] { (void)(x * residual); });
    }

  private:
    double n_values() const
    {
      return 64. * static_cast<double>(mesh->n_global_cells());
    }

    std::shared_ptr<const tessera::CellwiseMesh> coarse;
    std::shared_ptr<const tessera::CellwiseMesh> mesh;
    const tessera::CellwiseVector<double> &rhs;
    Measure measure;
  };
} // namespace benchmark

#endif
