// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/sweep_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace tessera
{
  namespace
  {
    using internal::CellEvent;
    using internal::CellEvents;
    using internal::SweepPlan;

    constexpr std::size_t n_colours = CellwiseMesh::n_colours;



    /** One letter a colour: v for visited, c for changed, else nothing. */
    CellEvents events(const std::string &letters)
    {
      CellEvents result;
      std::transform(letters.begin(),
                     letters.end(),
                     result.begin(),
                     [](const char letter) {
                       return letter == 'v'   ? CellEvent::visited
                              : letter == 'c' ? CellEvent::changed
                                              : CellEvent::none;
                     });
      return result;
    }



    bool is_in(const std::vector<std::size_t> &list, const std::size_t n)
    {
      return std::count(list.begin(), list.end(), n) == 1;
    }



    /** Whether the copy of cell @p n is right at each of its visits. */
    bool is_right(const SweepPlan &plan,
                  const CellEvents &cell,
                  const std::size_t n,
                  const bool reversed,
                  const bool from_zero)
    {
      bool is_current = from_zero || is_in(plan.start, n);
      for (std::size_t i = 0; i < n_colours; ++i)
        {
          const std::size_t c = reversed ? n_colours - 1 - i : i;
          is_current          = is_current || is_in(plan.colours[c], n);
          if (cell[c] == CellEvent::visited && !is_current)
            return false;
          is_current = is_current && cell[c] != CellEvent::changed;
        }
      return true;
    }



    TEST(SweepPlan, ThereIsOneMessageAtAPlane)
    {
      // The vertices in the plane have colours 0 to 3; some are on a Dirichlet
      // boundary.
      const std::vector<CellEvents> cells = {events("vvvvcccc"),
                                             events(".v.vcccc"),
                                             events("...vcccc")};
      const SweepPlan forward             = internal::plan_sweep(cells, false);
      EXPECT_EQ(forward.start, (std::vector<std::size_t>{0, 1, 2}));
      for (const auto &fetched : forward.colours)
        EXPECT_TRUE(fetched.empty());

      const SweepPlan reversed = internal::plan_sweep(cells, true);
      EXPECT_TRUE(reversed.start.empty());
      for (std::size_t c = 0; c < n_colours; ++c)
        EXPECT_EQ(reversed.colours[c].size(), c == 3 ? 3 : 0);
    }



    TEST(SweepPlan, FetchesWaitUntilTheyAreNeeded)
    {
      const std::vector<CellEvents> cells = {events("cv......"),
                                             events("c..v...."),
                                             events("c.cv....")};
      const SweepPlan plan                = internal::plan_sweep(cells, false);
      EXPECT_TRUE(plan.start.empty());
      EXPECT_EQ(plan.colours[1], (std::vector<std::size_t>{0, 1}));
      EXPECT_TRUE(plan.colours[2].empty());
      EXPECT_EQ(plan.colours[3], (std::vector<std::size_t>{2}));
    }



    TEST(SweepPlan, CopiesAreRightWhenTheyAreVisited)
    {
      std::mt19937 engine(5);
      std::uniform_int_distribution<int> event(0, 2);
      std::vector<CellEvents> cells(300);
      for (CellEvents &cell : cells)
        for (CellEvent &e : cell)
          e = static_cast<CellEvent>(event(engine));
      for (const bool reversed : {false, true})
        {
          const SweepPlan plan = internal::plan_sweep(cells, reversed);
          for (std::size_t n = 0; n < cells.size(); ++n)
            for (const bool from_zero : {false, true})
              EXPECT_TRUE(is_right(plan, cells[n], n, reversed, from_zero))
                << "cell " << n;
        }
    }



    TEST(SweepPlan, NothingIsSharedOfNothing)
    {
      const SweepPlan plan = internal::plan_sweep({}, false);
      EXPECT_TRUE(plan.start.empty());
      for (const auto &fetched : plan.colours)
        EXPECT_TRUE(fetched.empty());
    }
  } // namespace
} // namespace tessera
