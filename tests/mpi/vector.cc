// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/vector.h>
#include <tessera/mpi/mpi_communicator.h>

#include "devices.h"
#include "reference/random.h"
#include "tolerance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tessera;

namespace
{
  /** Sizes that differ from rank to rank; the second rank owns nothing. */
  std::int64_t owned_by(const int rank)
  {
    return rank == 1 ? 0 : 31 + 2 * rank;
  }



  /** One vector on one rank and the same on all ranks. */
  template <typename Number>
  class Distributed
  {
  public:
    Distributed(const Device &device)
      : ranks(std::make_shared<const MPICommunicator>(MPI_COMM_WORLD))
      , partitioner(std::make_shared<const Partitioner>(owned_by(ranks->rank()),
                                                        3 + ranks->rank(),
                                                        ranks))
      , device(device)
    {
      for (int r = 0; r < ranks->rank(); ++r)
        begin += owned_by(r);
      end = begin + owned_by(ranks->rank());
      for (int r = 0; r < ranks->n_ranks(); ++r)
        size += owned_by(r);
    }

    std::vector<Number> serial(const int seed) const
    {
      return reference::random_vector<Number>(size, seed);
    }

    std::vector<Number> part(const std::vector<Number> &all) const
    {
      return {all.begin() + begin, all.begin() + end};
    }

    Vector<Number> vector(const int seed) const
    {
      Vector<Number> result(device, partitioner);
      result.copy_from_host(part(serial(seed)));
      return result;
    }

    std::shared_ptr<const Communicator> ranks;
    std::shared_ptr<const Partitioner> partitioner;
    Device device;
    std::int64_t size = 0, begin = 0, end = 0;
  };



  /** The ghost entries of @p vector. */
  template <typename Number>
  std::vector<Number> ghosts(const Vector<Number> &vector)
  {
    std::vector<Number> values(vector.n_ghost_entries());
    internal::copy_bytes(Device::host(),
                         values.data(),
                         vector.device(),
                         vector.data() + vector.locally_owned_size(),
                         values.size() * sizeof(Number));
    return values;
  }



  template <typename Number>
  void check_reductions(const Device &device)
  {
    const Distributed<Number> all(device);
    const auto x = all.serial(1), y = all.serial(2);
    const Vector<Number> X = all.vector(1), Y = all.vector(2);
    double dot = 0., sum = 0., norm_1 = 0.;
    for (std::size_t i = 0; i < x.size(); ++i)
      {
        dot += double(x[i]) * double(y[i]);
        sum += double(x[i]);
        norm_1 += std::fabs(double(x[i]));
      }
    const double bound = test::tolerance<Number>(all.size, 1., 1.);
    EXPECT_NEAR(X * Y, dot, bound);
    EXPECT_NEAR(X.l1_norm(), norm_1, bound);
    EXPECT_NEAR(X.mean_value(), sum / all.size, bound);
    EXPECT_EQ(X.linfty_norm(), static_cast<Number>(test::max_abs(x)));
    EXPECT_EQ(X.l2_norm(), std::sqrt(X * X));

    // The same bits on all ranks and again.
    for (const Number product : all.ranks->template all_gather<Number>(X * Y))
      EXPECT_EQ(product, X * Y);
  }
} // namespace



class DistributedVectorTest : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         DistributedVectorTest,
                         test::device_names(),
                         test::device_name);



TEST_P(DistributedVectorTest, KnowsItsSizes)
{
  const Distributed<double> all(device);
  const Vector<double> x(device, all.partitioner);
  EXPECT_EQ(x.size(), std::size_t(all.size));
  EXPECT_EQ(x.locally_owned_size(), std::size_t(all.end - all.begin));
  EXPECT_EQ(x.n_ghost_entries(), std::size_t(3 + all.ranks->rank()));
  EXPECT_EQ(x.partitioner(), all.partitioner);
  EXPECT_TRUE(x.all_zero());
  EXPECT_EQ(x.copy_to_host().size(), x.locally_owned_size());

  Vector<double> y;
  y.reinit(x);
  EXPECT_EQ(y.partitioner(), all.partitioner);
  EXPECT_EQ(y.memory_consumption(),
            sizeof(double) * (x.locally_owned_size() + x.n_ghost_entries()));
  y.reinit(device, 2);
  EXPECT_EQ(y.partitioner(), nullptr);
  EXPECT_EQ(y.size(), 2u);
}



TEST_P(DistributedVectorTest, ReductionsMatchOneRank)
{
  check_reductions<float>(device);
  check_reductions<double>(device);
}



TEST_P(DistributedVectorTest, UpdatesLeaveGhostsAlone)
{
  const Distributed<double> all(device);
  const auto x = all.serial(1), y = all.serial(2);
  const Vector<double> Y = all.vector(2);
  Vector<double> X(device, all.partitioner);
  X = 7.;
  X.copy_from_host(all.part(x));
  X.sadd(2., 3., Y);
  X += Y;
  X.scale(Y);
  X *= 0.5;
  X.add(1.);
  std::vector<double> expected = x;
  for (std::size_t i = 0; i < x.size(); ++i)
    expected[i] = (2. * x[i] + 4. * y[i]) * y[i] * 0.5 + 1.;
  test::expect_near(X.copy_to_host(),
                    all.part(expected),
                    test::tolerance<double>(6, 2., 2.));
  EXPECT_EQ(ghosts(X), std::vector<double>(3 + all.ranks->rank(), 7.));

  Vector<double> Z;
  Z.swap(X);
  EXPECT_EQ(Z.partitioner(), all.partitioner);
  EXPECT_EQ(X.partitioner(), nullptr);
  const Vector<double> copy = Z;
  EXPECT_EQ(copy.partitioner(), all.partitioner);
  EXPECT_EQ(ghosts(copy), ghosts(Z));
}



TEST_P(DistributedVectorTest, AnEntryOnOneRankIsSeenByAll)
{
  const Distributed<double> all(device);
  Vector<double> x(device, all.partitioner);
  std::vector<double> values(x.locally_owned_size(), 0.);
  const bool is_last = all.ranks->rank() == all.ranks->n_ranks() - 1;
  if (is_last && !values.empty())
    values.back() = -2.;
  x.copy_from_host(values);
  const bool exists = owned_by(all.ranks->n_ranks() - 1) > 0;
  EXPECT_EQ(x.all_zero(), !exists);
  EXPECT_EQ(x.linfty_norm(), exists ? 2. : 0.);

  if (is_last && !values.empty())
    values.back() = std::numeric_limits<double>::quiet_NaN();
  x.copy_from_host(values);
  EXPECT_EQ(std::isnan(x.linfty_norm()), exists);
  EXPECT_EQ(x.all_zero(), !exists);
}



TEST_P(DistributedVectorTest, OtherDistributionsAreRefusedOnAllRanks)
{
  const Distributed<double> all(device);
  Vector<double> x(device, all.partitioner);

  // Ghost entries do not matter to algebra, and neither does who made the
  // partitioner.
  const Vector<double> no_ghosts(
    device,
    std::make_shared<const Partitioner>(all.end - all.begin, 0, all.ranks));
  x += no_ghosts;

  // The first two ranks own other entries; the sum is the same.
  std::int64_t n_owned = all.end - all.begin;
  if (all.ranks->n_ranks() > 1 && all.ranks->rank() < 2)
    n_owned += all.ranks->rank() == 0 ? -1 : 1;
  const Vector<double> other(
    device, std::make_shared<const Partitioner>(n_owned, 0, all.ranks));
  ASSERT_EQ(other.size(), x.size());
  if (all.ranks->n_ranks() > 1)
    {
      EXPECT_THROW(x += other, InvalidInput);
      EXPECT_THROW(static_cast<void>(x * other), InvalidInput);
      const Vector<double> local(device, all.end - all.begin);
      EXPECT_THROW(x += local, InvalidInput);
    }
  EXPECT_THROW(x.copy_from_host(std::vector<double>(n_owned + 5)),
               InvalidInput);
  EXPECT_THROW(x.reinit(device, std::shared_ptr<const Partitioner>()),
               InvalidInput);
  EXPECT_THROW(Partitioner(all.ranks->rank() == 0 ? -1 : 1, 0, all.ranks),
               InvalidInput);
}
