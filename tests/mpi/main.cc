// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mpi_main.h"

int main(int argc, char **argv)
{
  testing::InitGoogleTest(&argc, argv);
  MPI_Init(&argc, &argv);
  const int result = tessera::test::run_tests_on_all_ranks();
  MPI_Finalize();
  return result;
}
