// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_partitioner_h
#define tessera_base_partitioner_h

#include <tessera/base/communicator.h>

#include <cstdint>
#include <memory>

namespace tessera
{
  /**
   * How the entries of a Vector are distributed: every rank owns some of them
   * and keeps copies of some that others own, its ghost entries. In memory the
   * owned entries come first, then the ghost entries. Which entry of which
   * owner a ghost entry is a copy of is known to a GhostExchange.
   *
   * Does not change; shared by all vectors of a level, a matrix or a mesh.
   */
  class Partitioner
  {
  public:
    /**
     * This rank owns @p locally_owned_size entries and has
     * @p n_ghost_entries ghost entries; any of them may be 0. Collective; a
     * null pointer as @p communicator says that this process works alone.
     *
     * @throws InvalidInput on all ranks if a number is negative on one.
     */
    Partitioner(const std::int64_t locally_owned_size,
                const std::int64_t n_ghost_entries,
                std::shared_ptr<const Communicator> communicator = nullptr);

    /** Number of owned entries of all ranks. */
    std::int64_t size() const;

    std::int64_t locally_owned_size() const;

    std::int64_t n_ghost_entries() const;

    /** Null if this process works alone. */
    const std::shared_ptr<const Communicator> &communicator() const;

    /**
     * Hash of what all ranks own, the same on all of them, so that they come to
     * the same answer when two vectors are compared; 0 on one rank. Ghost
     * entries do not count.
     */
    std::uint64_t distribution_hash() const;

  private:
    std::int64_t global_size;
    std::int64_t owned_size;
    std::int64_t ghost_size;
    std::uint64_t hash;
    std::shared_ptr<const Communicator> ranks;
  };
} // namespace tessera

#endif
