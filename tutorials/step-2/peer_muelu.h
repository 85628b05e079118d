// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_2_peer_muelu_h
#define step_2_peer_muelu_h

#include <tessera/bsr/bsr_matrix.h>

#include <vector>

// MueLu's headers take the compiler most of a minute, so that they stay in a
// source file of their own behind this interface of plain types.
namespace Step2
{
  struct MueLuResult
  {
    unsigned int n_iterations;
    unsigned int n_levels;
    double operator_complexity;
    double setup_seconds;
    double solve_seconds;
    std::vector<double> solution;
  };

  // Whether this program was built with MueLu and Belos.
  bool muelu_is_available();

  // Solves with CG of Belos and smoothed aggregation of MueLu on the host, to
  // a residual of `tolerance` times the norm of `rhs`. Throws
  // std::runtime_error if that is not reached or without MueLu.
  MueLuResult solve_with_muelu(const tessera::BsrMatrix<double> &matrix,
                               const std::vector<double> &rhs,
                               const std::vector<double> &rigid_body_modes,
                               const double tolerance);
} // namespace Step2

#endif
