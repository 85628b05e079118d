// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <deal.II/base/mpi.h>

#include "mpi_main.h"

int main(int argc, char **argv)
{
  testing::InitGoogleTest(&argc, argv);
  const dealii::Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  return tessera::test::run_tests_on_all_ranks();
}
