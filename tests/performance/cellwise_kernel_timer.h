// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cellwise_kernel_timer_h
#define tessera_tests_performance_cellwise_kernel_timer_h

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/cellwise_transfer.h>
#include <tessera/cellwise/copies.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include <cstddef>
#include <string>

#include "dealii/poisson_problem.h"
#include "performance/cellwise_report.h"
#include "performance/harness.h"

namespace benchmark
{
  /** Null on one rank. */
  inline const tessera::Communicator *
  ranks_of(const tessera::test::PoissonProblem &problem)
  {
    return problem.levels[problem.levels.max_level()]->communicator().get();
  }



  /** Times the parts of an iteration on one level, messages included. */
  class KernelTimer
  {
  public:
    KernelTimer(const tessera::test::PoissonProblem &problem,
                const unsigned int level,
                const int n_repeats,
                Report &report)
      : problem(problem)
      , level(level)
      , n_repeats(n_repeats)
      , report(report)
    {}

    /** The parts of a cycle, with levels in @p precision. */
    template <typename Number>
    void measure_level(const tessera::CellBasis basis,
                       const std::string &precision) const
    {
      const auto &mesh   = problem.levels[level];
      const auto &coarse = problem.levels[level - 1];
      const tessera::VertexPatchSmoother<Number> smoother(mesh, basis);
      const tessera::CellwiseTransfer<Number> transfer(coarse, mesh, basis);
      tessera::CellwiseVector<Number> u, rhs, coarse_u, workspace;
      tessera::CellwiseVector<double> outer(problem.rhs);
      mesh->initialize_vector(u);
      mesh->initialize_vector(rhs);
      mesh->initialize_vector(workspace);
      coarse->initialize_vector(coarse_u);
      const auto measure =
        [&](const char *name, const double n_vectors, const auto &call) {
          add(name, precision, n_vectors * sizeof(Number), call);
        };
      const double outer_vector = 8. / sizeof(Number);
      measure("sweep", 24., [&] { smoother.step(u, rhs); });
      measure("sweep_zero", 24., [&] { smoother.vmult(u, rhs); });
      measure("restrict_residual", 2.125, [&] {
        transfer.restrict_residual(coarse_u, rhs, u, workspace);
      });
      measure("prolongate_and_add", 2.125, [&] {
        transfer.prolongate_and_add(u, coarse_u);
      });
      measure("to_level", 1. + outer_vector, [&] {
        tessera::dual_from_nodal(*mesh, basis, rhs, outer);
      });
      measure("from_level", 1. + outer_vector, [&] {
        tessera::primal_to_nodal(*mesh, basis, outer, u);
      });
    }

    /** Those of the outer iteration, in double precision. */
    void measure_outer_iteration() const
    {
      const auto &mesh  = problem.levels[level];
      const auto matrix = tessera::CellwiseOperator<double>::laplace(mesh);
      tessera::CellwiseVector<double> residual(problem.rhs);
      add("residual", "double", 3. * sizeof(double), [&] {
        matrix.residual(residual, problem.solution, problem.rhs);
      });
      add("average_copies", "double", 2. * sizeof(double), [&] {
        tessera::average_copies(*mesh, residual);
      });
    }

  private:
    /** Times @p call, which moves @p bytes an entry of a vector. */
    template <typename Call>
    void add(const char *name,
             const std::string &precision,
             const double bytes,
             const Call &call) const
    {
      const double n_values =
        64. * static_cast<double>(problem.levels[level]->n_global_cells());
      const double seconds = median_seconds(problem.rhs.device(),
                                            n_repeats,
                                            call,
                                            ranks_of(problem));
      report.add(Kernel{name, precision, seconds, bytes * n_values}, level);
    }

    const tessera::test::PoissonProblem &problem;
    unsigned int level;
    int n_repeats;
    Report &report;
  };
} // namespace benchmark

#endif
