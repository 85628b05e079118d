// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_peer_chebyshev_h
#define tessera_tests_performance_peer_chebyshev_h

#include <mpi.h>

#include <cstdint>
#include <memory>

namespace benchmark
{
  /**
   * deal.II's own matrix-free multigrid, as its step-37 has it, for
   * -Laplace u = f on the unit cube with cubic elements on 2^level cells an
   * axis, u = sin(pi x) sin(pi y) sin(pi z), u = 0 on the boundary: MatrixFree
   * operators, V-cycle in float with Chebyshev smoothing of degree 5 over the
   * diagonal, inside SolverCG in double. Built with deal.II as it is installed,
   * with its vector width.
   */
  class PeerChebyshev
  {
  public:
    /** Makes mesh, operators and smoothers on all processes of @p mpi. */
    PeerChebyshev(const unsigned int level, MPI_Comm mpi);

    ~PeerChebyshev();

    struct Iterations
    {
      unsigned int n;

      /** Where between two iterations the tolerance is passed. */
      double fractional;
    };

    /**
     * Solves from zero until the norm of the residual is 1e-9 of its first
     * value.
     *
     * @throws dealii::SolverControl::NoConvergence after 50 iterations.
     */
    Iterations solve();

    /** Of the last solution. */
    double l2_error() const;

    /** Including those on the boundary. */
    std::int64_t n_unknowns() const;

    double setup_seconds() const;

  private:
    class Implementation;
    std::unique_ptr<Implementation> implementation;
  };
} // namespace benchmark

#endif
