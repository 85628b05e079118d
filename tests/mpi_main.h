// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_mpi_main_h
#define tessera_tests_mpi_main_h

// Runs tests on the ranks that mpirun starts. Rank 0 reports; every rank
// reports its own failures, and one ends all ranks, since the others would wait
// for this one.

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include <mpi.h>
#include <signal.h>
#include <unistd.h>

namespace tessera
{
  namespace test
  {
    class EndAllRanks : public testing::EmptyTestEventListener
    {
      // GoogleTest must not be asked for this while it reports a failure.
      std::string test;

      void OnTestStart(const testing::TestInfo &info) override
      {
        test = info.name();
      }

      void OnTestPartResult(const testing::TestPartResult &result) override
      {
        if (!result.failed())
          return;
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        const char *const file = result.file_name();
        std::cerr << "Failure on rank " << rank << " in " << test << ", "
                  << (file != nullptr ? file : "?") << ":"
                  << result.line_number() << "\n"
                  << result.message() << std::endl;
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
    };



    /** Ends the program after some seconds, where ranks may wait forever. */
    class TimeLimit
    {
      static void end_program(int)
      {
        static const char message[] =
          "A test on several ranks ran into its time limit.\n";
        const auto written = write(STDERR_FILENO, message, sizeof(message) - 1);
        _exit(written > 0 ? 1 : 2);
      }

    public:
      explicit TimeLimit(const unsigned int seconds)
      {
        signal(SIGALRM, end_program);
        alarm(seconds);
      }

      TimeLimit(const TimeLimit &)            = delete;
      TimeLimit &operator=(const TimeLimit &) = delete;

      ~TimeLimit()
      {
        alarm(0);
      }
    };



    /** Between the start and the end of MPI. */
    inline int run_tests_on_all_ranks()
    {
      int rank = 0;
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
      testing::TestEventListeners &listeners =
        testing::UnitTest::GetInstance()->listeners();
      if (rank != 0)
        delete listeners.Release(listeners.default_result_printer());
      listeners.Append(new EndAllRanks);
      return RUN_ALL_TESTS();
    }
  } // namespace test
} // namespace tessera

#endif
