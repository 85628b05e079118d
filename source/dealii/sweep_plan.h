// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_dealii_sweep_plan_h
#define tessera_dealii_sweep_plan_h

#include <tessera/cellwise/cellwise_mesh.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tessera
{
  namespace internal
  {
    /** What a colour of a sweep does to a cell that a rank has a copy of. */
    enum class CellEvent : std::uint8_t
    {
      none,

      /** The rank works on it, and must have its values before. */
      visited,

      /** Only others work on it, so that the copy is old afterwards. */
      changed
    };

    /** One number a colour. */
    using CellEvents = std::array<CellEvent, CellwiseMesh::n_colours>;

    /** When the cells of a list are fetched; numbers in the list. */
    struct SweepPlan
    {
      /** Before the sweep: what is first visited and changed later, if at all.
       */
      std::vector<std::size_t> start;

      /**
       * Before each colour. A fetch takes all that has changed and that is
       * visited, then or later, before it changes again, and waits until a
       * visit asks for it: this is the least number of messages.
       */
      std::array<std::vector<std::size_t>, CellwiseMesh::n_colours> colours;
    };

    /**
     * The plan for the copies that one rank has of cells of one other rank,
     * with what happens to each of these @p cells, for the sweep over the
     * colours 0 to 7 or
     * @p reversed. Both ranks make the same plan from the same list.
     */
    SweepPlan plan_sweep(const std::vector<CellEvents> &cells,
                         const bool reversed);
  } // namespace internal
} // namespace tessera

#endif
