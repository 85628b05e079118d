// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/portable/lanes.h"

#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace tessera
{
  namespace
  {
    using internal::HostLanes;
    using internal::PatchCells;
    using internal::PatchTransform;

    template <typename Number>
    class LanesTest : public testing::Test
    {
    protected:
      using Lanes  = HostLanes<Number, false>;
      using Vector = typename Lanes::Vector;

      /** Eight cells in reversed order; value i of the cell of lane l is
       * 64 l + i in u and the negative of it in rhs. */
      LanesTest()
        : u(512)
        , rhs(512)
      {
        for (int lane = 0; lane < 8; ++lane)
          {
            cells.first[lane] = cells.next[lane] = 64 * (7 - lane);
            for (int i = 0; i < 64; ++i)
              {
                u[64 * (7 - lane) + i]   = static_cast<Number>(64 * lane + i);
                rhs[64 * (7 - lane) + i] = static_cast<Number>(-64 * lane - i);
              }
          }
        cells.u   = u.data();
        cells.rhs = rhs.data();
        for (int i = 0; i < 64; ++i)
          transform.cell_diagonal[i] = static_cast<Number>(i % 5);
      }

      static Number get(const Vector &v, const int lane)
      {
        constexpr int n = Vector::Reg::n_numbers;
        return v.part[lane / n][lane % n];
      }

      static constexpr int n_lines  = Lanes::lines_per_block;
      static constexpr int n_values = 4 * n_lines;

      PatchTransform<Number> transform{};
      PatchCells<Number> cells{};
      std::vector<Number> u;
      std::vector<Number> rhs;
    };

    using Numbers = testing::Types<float, double>;
    TYPED_TEST_SUITE(LanesTest, Numbers);



    TYPED_TEST(LanesTest, LoadsOneCellALane)
    {
      const typename TestFixture::Lanes lanes(this->transform, this->cells);
      for (int block = 0; block < 16 / this->n_lines; ++block)
        {
          typename TestFixture::Vector u[8], rhs[8], residual[8];
          lanes.load_u(block, u);
          lanes.load_rhs(block, rhs);
          lanes.load_residual(block, residual);
          for (int n = 0; n < this->n_values; ++n)
            for (int lane = 0; lane < 8; ++lane)
              {
                const int i         = this->n_values * block + n;
                const TypeParam old = 64 * lane + i;
                EXPECT_EQ(this->get(u[n], lane), old);
                EXPECT_EQ(this->get(rhs[n], lane), -old);
                EXPECT_EQ(this->get(residual[n], lane), -old - i % 5 * old);
              }
        }
    }



    TYPED_TEST(LanesTest, AddsToTheCellOfTheLane)
    {
      const typename TestFixture::Lanes lanes(this->transform, this->cells);
      for (int block = 0; block < 16 / this->n_lines; ++block)
        {
          typename TestFixture::Vector v[8];
          lanes.load_u(block, v);
          lanes.add_to_u(block, v);
        }
      for (int lane = 0; lane < 8; ++lane)
        for (int i = 0; i < 64; ++i)
          EXPECT_EQ(this->u[64 * (7 - lane) + i], 2 * (64 * lane + i));
    }



    TYPED_TEST(LanesTest, ExchangesWithTheNeighbour)
    {
      const typename TestFixture::Lanes lanes(this->transform, this->cells);
      typename TestFixture::Vector v[8];
      lanes.load_u(0, v);
      const auto x = lanes.template exchange<0>(v[0]);
      const auto y = lanes.template exchange<1>(v[0]);
      const auto z = lanes.template exchange<2>(v[0]);
      for (int lane = 0; lane < 8; ++lane)
        {
          EXPECT_EQ(this->get(x, lane), 64 * (lane ^ 1));
          EXPECT_EQ(this->get(y, lane), 64 * (lane ^ 2));
          EXPECT_EQ(this->get(z, lane), 64 * (lane ^ 4));
        }
    }
  } // namespace
} // namespace tessera
