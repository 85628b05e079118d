// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/vector.h>

#include "devices.h"
#include "reference/random.h"
#include "tolerance.h"

#include <gtest/gtest.h>

#include <limits>

using namespace tessera;

namespace
{
  /** Applies @p f to the entries with the same number of three vectors. */
  template <typename Number, typename Function>
  std::vector<Number> combine(const std::vector<Number> &x,
                              const std::vector<Number> &y,
                              const std::vector<Number> &z,
                              const Function &f)
  {
    std::vector<Number> result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      result[i] = f(x[i], y[i], z[i]);
    return result;
  }



  template <typename Number>
  void check_updates(const Device &device, const int size)
  {
    const auto x = reference::random_vector<Number>(size, 1);
    const auto y = reference::random_vector<Number>(size, 2);
    const auto z = reference::random_vector<Number>(size, 3);
    const Vector<Number> X(device, x), Y(device, y), Z(device, z);
    const Number a(1.5), b(-0.25);

    const auto check = [&](const auto &update, const auto &expected) {
      Vector<Number> result = X;
      update(result);
      test::expect_near(result.copy_to_host(),
                        combine(x, y, z, expected),
                        test::tolerance<Number>(3, 2., 1.));
    };
    check([&](auto &v) { v = a; }, [&](auto, auto, auto) { return a; });
    check([&](auto &v) { v *= a; }, [&](auto p, auto, auto) { return a * p; });
    check([&](auto &v) { v /= a; }, [&](auto p, auto, auto) { return p / a; });
    check([&](auto &v) { v += Y; }, [](auto p, auto q, auto) { return p + q; });
    check([&](auto &v) { v -= Y; }, [](auto p, auto q, auto) { return p - q; });
    check([&](auto &v) { v.add(a); },
          [&](auto p, auto, auto) { return p + a; });
    check([&](auto &v) { v.add(a, Y, b, Z); },
          [&](auto p, auto q, auto r) { return p + a * q + b * r; });
    check([&](auto &v) { v.sadd(a, Y); },
          [&](auto p, auto q, auto) { return a * p + q; });
    check([&](auto &v) { v.sadd(a, b, Y); },
          [&](auto p, auto q, auto) { return a * p + b * q; });
    check([&](auto &v) { v.equ(a, Y); },
          [&](auto, auto q, auto) { return a * q; });
    check([&](auto &v) { v.scale(Y); },
          [](auto p, auto q, auto) { return p * q; });
  }



  template <typename Number>
  void check_reductions(const Device &device, const int size)
  {
    const auto x = reference::random_vector<Number>(size, 1);
    const auto y = reference::random_vector<Number>(size, 2);
    const Vector<Number> X(device, x), Y(device, y);

    double dot = 0., norm_1 = 0., square = 0., sum = 0.;
    for (int i = 0; i < size; ++i)
      {
        dot += static_cast<double>(x[i]) * static_cast<double>(y[i]);
        square += static_cast<double>(x[i]) * static_cast<double>(x[i]);
        norm_1 += std::fabs(static_cast<double>(x[i]));
        sum += static_cast<double>(x[i]);
      }
    const double bound = test::tolerance<Number>(size, 1., 1.);
    EXPECT_NEAR(X * Y, dot, bound);
    EXPECT_NEAR(X.l1_norm(), norm_1, bound);
    EXPECT_NEAR(X.l2_norm() * X.l2_norm(), square, 2. * bound);
    EXPECT_EQ(X.linfty_norm(), static_cast<Number>(test::max_abs(x)));
    EXPECT_EQ(X.all_zero(), size == 0);
    if (size > 0)
      {
        EXPECT_NEAR(X.mean_value(), sum / size, bound);
      }
    EXPECT_EQ(X * Y, X * Y);

    Vector<Number> Z = X;
    EXPECT_NEAR(Z.add_and_dot(Number(2), Y, X), square + 2. * dot, 3. * bound);
  }
} // namespace



class VectorTest : public test::OnEachDevice
{};

INSTANTIATE_TEST_SUITE_P(Devices,
                         VectorTest,
                         test::device_names(),
                         test::device_name);



TEST_P(VectorTest, UpdatesMatchReference)
{
  for (const int size : {0, 1, 31, 33, 10007})
    {
      check_updates<float>(device, size);
      check_updates<double>(device, size);
    }
}



TEST_P(VectorTest, ReductionsMatchReference)
{
  for (const int size : {0, 1, 31, 33, 10007})
    {
      check_reductions<float>(device, size);
      check_reductions<double>(device, size);
    }
}



TEST_P(VectorTest, ReinitTakesSizeAndDevice)
{
  const Vector<double> model(device, {1., 2., 3.});
  Vector<double> vector;
  vector.reinit(model);
  EXPECT_EQ(vector.device(), device);
  EXPECT_EQ(vector.copy_to_host(), std::vector<double>({0., 0., 0.}));
  vector = 4.;
  vector.reinit(model);
  EXPECT_TRUE(vector.all_zero());
}



TEST_P(VectorTest, NanIsNotHidden)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto &values :
       {std::vector<double>({nan, 1., 2.}), std::vector<double>({1., nan, 2.})})
    {
      const Vector<double> vector(device, values);
      EXPECT_TRUE(std::isnan(vector.l2_norm()));
      EXPECT_TRUE(std::isnan(vector.linfty_norm()));
      EXPECT_FALSE(vector.all_zero());
    }
}



TEST_P(VectorTest, WrongSizesAreRefusedUnchanged)
{
  Vector<double> x(device, {1., 2., 3.});
  const Vector<double> y(device, 2);
  EXPECT_THROW(x += y, InvalidInput);
  EXPECT_THROW(x.equ(1., y), InvalidInput);
  EXPECT_THROW(x.add(1., x, 1., y), InvalidInput);
  EXPECT_THROW(static_cast<void>(x * y), InvalidInput);
  EXPECT_EQ(x.copy_to_host(), std::vector<double>({1., 2., 3.}));
}



TEST_P(VectorTest, OperationsCopyNothing)
{
  Vector<double> x(device, 1000);
  const Vector<double> y = x;
  Device::reset_transfer_statistics();
  x = 1.;
  x.add(2., y);
  static_cast<void>(x * y);
  EXPECT_EQ(Device::transfer_statistics().n_host_to_device, 0);
  EXPECT_EQ(Device::transfer_statistics().n_device_to_host, 0);
}
