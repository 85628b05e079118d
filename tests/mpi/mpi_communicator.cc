// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/mpi/mpi_communicator.h>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace tessera;

namespace
{
  /** A number of rank @p r whose sums depend on the order they are made in. */
  double number_of(const int r)
  {
    return (r % 2 == 0 ? 1e16 : -1e16) + 1. / (r + 3.);
  }
} // namespace



TEST(MPICommunicator, KnowsItsRanks)
{
  int rank = 0, n_ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  const MPICommunicator ranks(MPI_COMM_WORLD);
  EXPECT_EQ(ranks.rank(), rank);
  EXPECT_EQ(ranks.n_ranks(), n_ranks);
}



TEST(MPICommunicator, OneRankNeedsNone)
{
  EXPECT_EQ(make_communicator(MPI_COMM_SELF), nullptr);
  int n_ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &n_ranks);
  EXPECT_EQ(make_communicator(MPI_COMM_WORLD) == nullptr, n_ranks == 1);
}



TEST(MPICommunicator, SumsInTheOrderOfTheRanks)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  double expected         = number_of(0);
  std::int64_t n_expected = std::int64_t(1) << 40;
  for (int r = 1; r < ranks.n_ranks(); ++r)
    {
      expected += number_of(r);
      n_expected += (std::int64_t(1) << 40) + r;
    }
  EXPECT_EQ(ranks.sum(number_of(ranks.rank())), expected);
  EXPECT_EQ(ranks.sum((std::int64_t(1) << 40) + ranks.rank()), n_expected);

  std::vector<double> values = {2., number_of(ranks.rank()), 0.};
  ranks.sum(values);
  EXPECT_EQ(values, std::vector<double>({2. * ranks.n_ranks(), expected, 0.}));
  std::vector<double> none;
  ranks.sum(none);
  EXPECT_TRUE(none.empty());
}



TEST(MPICommunicator, FindsTheLargest)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  const int last = ranks.n_ranks() - 1;
  EXPECT_EQ(ranks.max(-1. - ranks.rank()), -1.);
  EXPECT_EQ(ranks.max(std::int64_t(5) - ranks.rank()), 5);
  EXPECT_EQ(ranks.max(std::int64_t(ranks.rank()) - 7), last - 7);
  // Wherever the NaN is, it is not lost.
  for (int r = 0; r <= last; ++r)
    EXPECT_TRUE(std::isnan(ranks.max(
      r == ranks.rank() ? std::numeric_limits<double>::quiet_NaN() : 1.)));
}



TEST(MPICommunicator, GathersAndScatters)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  const std::vector<float> all = ranks.all_gather(0.5f * ranks.rank());
  ASSERT_EQ(all.size(), std::size_t(ranks.n_ranks()));
  std::vector<std::int64_t> sent;
  for (int r = 0; r < ranks.n_ranks(); ++r)
    {
      EXPECT_EQ(all[r], 0.5f * r);
      sent.push_back(100 * ranks.rank() + r);
    }
  const std::vector<std::int64_t> received = ranks.all_to_all(sent);
  for (int r = 0; r < ranks.n_ranks(); ++r)
    EXPECT_EQ(received[r], 100 * r + ranks.rank());
}



TEST(MPICommunicator, ExchangesMessagesAgainAndAgain)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  // Every rank sends to the next one, in a ring; long enough not to be sent
  // before it is asked for.
  const int n_ranks = ranks.n_ranks(), rank = ranks.rank();
  const int next     = (rank + 1) % n_ranks,
            previous = (rank + n_ranks - 1) % n_ranks;
  std::vector<int> sent(100000), received(100000), backwards(1, rank), from(1);
  const auto forth = ranks.make_message_exchange(
    {{next, sent.data(), sent.size() * sizeof(int)}},
    {{previous, received.data(), received.size() * sizeof(int)}});
  // Under way together with the first, and not mistaken for it.
  const auto back =
    ranks.make_message_exchange({{previous, backwards.data(), sizeof(int)}},
                                {{next, from.data(), sizeof(int)}});
  for (int round = 0; round < 3; ++round)
    {
      for (std::size_t i = 0; i < sent.size(); ++i)
        sent[i] = 1000 * round + rank + 7 * static_cast<int>(i);
      forth->start();
      back->start();
      back->wait();
      forth->wait();
      EXPECT_EQ(from[0], next);
      for (std::size_t i = 0; i < received.size(); ++i)
        ASSERT_EQ(received[i],
                  1000 * round + previous + 7 * static_cast<int>(i));
    }
}



TEST(MPICommunicator, NoMessagesAreAnExchangeToo)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  const auto nothing = ranks.make_message_exchange({}, {});
  nothing->start();
  nothing->wait();
}



TEST(MPICommunicator, AnUnfinishedExchangeIsDropped)
{
  const MPICommunicator ranks(MPI_COMM_WORLD);
  int received = -1;
  const auto exchange =
    ranks.make_message_exchange({}, {{ranks.rank(), &received, sizeof(int)}});
  exchange->start();
}



TEST(MPICommunicator, ErrorsReachAllRanks)
{
  const auto ranks = std::make_shared<const MPICommunicator>(MPI_COMM_WORLD);
  for (int bad = 0; bad < ranks->n_ranks(); ++bad)
    {
      std::string message;
      try
        {
          check_on_all_ranks(ranks, [&] {
            TESSERA_REQUIRE(ranks->rank() < bad,
                            NumericalFailure,
                            "number " << 11 * ranks->rank());
          });
        }
      catch (const InvalidInput &exception)
        {
          message = exception.what();
        }
      EXPECT_EQ(message,
                "On rank " + std::to_string(bad) + ": number " +
                  std::to_string(11 * bad));
    }
  check_on_all_ranks(ranks, [] {});
  EXPECT_THROW(check_on_all_ranks(nullptr,
                                  [] { throw NumericalFailure("alone"); }),
               NumericalFailure);
}



TEST(MPICommunicator, ErrorsOfMPIAreThrown)
{
  EXPECT_THROW(MPICommunicator(MPI_COMM_NULL), InvalidInput);
  const MPICommunicator ranks(MPI_COMM_WORLD);
  int value = 0;
  EXPECT_THROW(
    ranks.make_message_exchange({{ranks.n_ranks(), &value, sizeof(int)}}, {}),
    BackendFailure);
  EXPECT_THROW(ranks.make_message_exchange({{0, &value, std::size_t(1) << 31}},
                                           {}),
               InvalidInput);
}
