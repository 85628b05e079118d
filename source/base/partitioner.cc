// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/base/partitioner.h>

#include <numeric>
#include <utility>
#include <vector>

namespace tessera
{
  namespace
  {
    /** FNV-1a over the numbers; not 0, which stands for one rank. */
    std::uint64_t hash_of(const std::vector<std::int64_t> &numbers)
    {
      std::uint64_t hash = 14695981039346656037ull;
      for (const std::int64_t number : numbers)
        for (int shift = 0; shift < 64; shift += 8)
          hash = (hash ^ (static_cast<std::uint64_t>(number) >> shift & 255)) *
                 1099511628211ull;
      return hash != 0 ? hash : 1;
    }
  } // namespace



  Partitioner::Partitioner(const std::int64_t locally_owned_size,
                           const std::int64_t n_ghost_entries,
                           std::shared_ptr<const Communicator> communicator)
    : global_size(locally_owned_size)
    , owned_size(locally_owned_size)
    , ghost_size(n_ghost_entries)
    , hash(0)
    , ranks(std::move(communicator))
  {
    check_on_all_ranks(ranks, [&] {
      TESSERA_REQUIRE(owned_size >= 0 && ghost_size >= 0,
                      InvalidInput,
                      "A Partitioner was given "
                        << owned_size << " owned and " << ghost_size
                        << " ghost entries, expected at least 0 of both.");
    });
    if (ranks == nullptr || ranks->n_ranks() == 1)
      return;
    const std::vector<std::int64_t> sizes = ranks->all_gather(owned_size);
    global_size = std::accumulate(sizes.begin(), sizes.end(), std::int64_t(0));
    hash        = hash_of(sizes);
  }



  std::int64_t Partitioner::size() const
  {
    return global_size;
  }



  std::int64_t Partitioner::locally_owned_size() const
  {
    return owned_size;
  }



  std::int64_t Partitioner::n_ghost_entries() const
  {
    return ghost_size;
  }



  const std::shared_ptr<const Communicator> &Partitioner::communicator() const
  {
    return ranks;
  }



  std::uint64_t Partitioner::distribution_hash() const
  {
    return hash;
  }
} // namespace tessera
