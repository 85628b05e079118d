// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "dealii/sweep_plan.h"

#include <algorithm>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      /** The first event of @p events from number @p i on. */
      CellEvent next_event(const CellEvents &events, const std::size_t i)
      {
        const auto event =
          std::find_if(events.begin() + static_cast<std::ptrdiff_t>(i),
                       events.end(),
                       [](const CellEvent e) { return e != CellEvent::none; });
        return event == events.end() ? CellEvent::none : *event;
      }
    } // namespace



    SweepPlan plan_sweep(const std::vector<CellEvents> &cells,
                         const bool reversed)
    {
      // In the order of the sweep.
      std::vector<CellEvents> all(cells);
      if (reversed)
        for (CellEvents &events : all)
          std::reverse(events.begin(), events.end());

      SweepPlan plan;
      std::vector<bool> is_old(all.size(), false);
      for (std::size_t n = 0; n < all.size(); ++n)
        if (next_event(all[n], 0) == CellEvent::visited)
          plan.start.push_back(n);
      for (std::size_t i = 0; i < CellwiseMesh::n_colours; ++i)
        {
          bool is_needed = false;
          for (std::size_t n = 0; n < all.size(); ++n)
            is_needed =
              is_needed || (is_old[n] && all[n][i] == CellEvent::visited);
          auto &fetched =
            plan.colours[reversed ? CellwiseMesh::n_colours - 1 - i : i];
          for (std::size_t n = 0; n < all.size(); ++n)
            {
              if (is_needed && is_old[n] &&
                  next_event(all[n], i) == CellEvent::visited)
                {
                  fetched.push_back(n);
                  is_old[n] = false;
                }
              if (all[n][i] == CellEvent::changed)
                is_old[n] = true;
            }
        }
      return plan;
    }
  } // namespace internal
} // namespace tessera
