// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Solves a small block system with an installed Tessera: the matrix of a chain
// of springs in blocks of one, preconditioned Richardson iteration.

#include <tessera/amg/smoothed_aggregation.h>
#include <tessera/base/config.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

int main()
{
  const std::int32_t n              = 2000;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (std::int32_t i = 0; i < n; ++i)
    {
      for (const std::int32_t j : {i - 1, i, i + 1})
        if (j >= 0 && j < n)
          {
            columns.push_back(j);
            values.push_back(i == j ? 2. : -1.);
          }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
    }

  const tessera::Device device = tessera::Device::best();
  const tessera::BsrMatrix<double> A(device, n, 1, 1, offsets, columns, values);
  tessera::SmoothedAggregation preconditioner;
  preconditioner.initialize(A, std::vector<double>(n, 1.), 1);

  tessera::Vector<double> x(device, n), b(device, n), r(device, n),
    z(device, n);
  b                     = 1.;
  unsigned int n_cycles = 0;
  do
    {
      A.residual(r, x, b);
      preconditioner.vmult(z, r);
      x += z;
      ++n_cycles;
  } while (r.l2_norm() > 1e-8 * b.l2_norm() && n_cycles < 200);

  // The exact solution is i (n + 1 - i) / 2 with i counted from 1.
  const std::vector<double> solution = x.copy_to_host();
  double error                       = 0.;
  for (std::int32_t i = 0; i < n; ++i)
    error = std::fmax(error, std::fabs(solution[i] - 0.5 * (i + 1.) * (n - i)));
  std::cout << "Tessera " << TESSERA_VERSION << " on " << device.name() << ": "
            << n_cycles << " cycles, largest error " << error << std::endl;
  return error < 1e-4 * n * n ? 0 : 1;
}
