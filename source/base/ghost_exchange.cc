// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/base/ghost_exchange.h>

#include "base/ghost_exchange_plan.h"
#include "base/staging_buffer.h"
#include "base/transfer_counters.h"
#include "kernels/dispatch.h"
#include "kernels/ghost_exchange.h"

#include <algorithm>
#include <utility>

namespace tessera
{
  namespace
  {
    using UnitList = std::vector<std::int32_t> GhostNeighbour::*;



    /** The units of all neighbours one after the other, as in a buffer. */
    std::vector<std::int32_t>
    joined(const std::vector<GhostNeighbour> &neighbours, const UnitList list)
    {
      std::vector<std::int32_t> units;
      for (const GhostNeighbour &neighbour : neighbours)
        units.insert(units.end(),
                     (neighbour.*list).begin(),
                     (neighbour.*list).end());
      return units;
    }



    /** One message for each neighbour whose @p list is not empty. */
    template <typename Number>
    std::vector<Message> messages(const std::vector<GhostNeighbour> &neighbours,
                                  const UnitList list,
                                  const std::int64_t unit_size,
                                  Number *buffer)
    {
      std::vector<Message> result;
      for (const GhostNeighbour &neighbour : neighbours)
        {
          const std::size_t n =
            (neighbour.*list).size() * static_cast<std::size_t>(unit_size);
          if (n > 0)
            result.push_back({neighbour.rank, buffer, n * sizeof(Number)});
          buffer += n;
        }
      return result;
    }
  } // namespace



  template <typename Number>
  struct GhostExchange<Number>::Implementation
  {
    enum class State
    {
      idle,
      updating,
      compressing
    };

    Implementation(const Device &device,
                   const std::shared_ptr<const Partitioner> &partitioner,
                   const std::int64_t unit_size,
                   const std::vector<GhostNeighbour> &neighbours);

    void make_messages(const std::vector<GhostNeighbour> &neighbours);

    /** Requires a fitting vector and @p expected; the state is then @p next. */
    void begin(const Vector<Number> &x,
               const char *function,
               const State expected,
               const State next);

    /** Sends what was packed into @p buffer. */
    void send(MessageExchange *exchange,
              const internal::StagingBuffer<Number> &buffer);

    /** Waits until all is there that is to be unpacked from @p buffer. */
    void receive(MessageExchange *exchange,
                 const internal::StagingBuffer<Number> &buffer);

    Device device;
    std::shared_ptr<const Partitioner> partitioner;
    std::int64_t unit_size;
    State state = State::idle;

    // Units in the order of the buffers, and the sums of compress().
    Array<std::int32_t> owned_units, ghost_units;
    Array<std::int32_t> sum_units, sum_offsets, sum_positions;

    // Both directions use both, one to send from and one to receive into.
    internal::StagingBuffer<Number> owned_buffer, ghost_buffer;

    // Refer to the buffers; null without a communicator.
    std::unique_ptr<MessageExchange> update, compress;
  };



  template <typename Number>
  GhostExchange<Number>::Implementation::Implementation(
    const Device &device,
    const std::shared_ptr<const Partitioner> &partitioner,
    const std::int64_t unit_size,
    const std::vector<GhostNeighbour> &neighbours)
    : device(device)
    , partitioner(partitioner)
    , unit_size(unit_size)
    , owned_units(device, joined(neighbours, &GhostNeighbour::owned_units))
    , ghost_units(device, joined(neighbours, &GhostNeighbour::ghost_units))
    , owned_buffer(device, owned_units.size() * unit_size)
    , ghost_buffer(device, ghost_units.size() * unit_size)
  {
    const internal::UnitSums sums = internal::make_unit_sums(
      joined(neighbours, &GhostNeighbour::owned_units));
    sum_units     = Array<std::int32_t>(device, sums.units);
    sum_offsets   = Array<std::int32_t>(device, sums.offsets);
    sum_positions = Array<std::int32_t>(device, sums.positions);
    if (partitioner->communicator() != nullptr)
      make_messages(neighbours);
  }



  template <typename Number>
  void GhostExchange<Number>::Implementation::make_messages(
    const std::vector<GhostNeighbour> &neighbours)
  {
    const std::vector<Message> owned = messages(neighbours,
                                                &GhostNeighbour::owned_units,
                                                unit_size,
                                                owned_buffer.data());
    const std::vector<Message> ghost = messages(neighbours,
                                                &GhostNeighbour::ghost_units,
                                                unit_size,
                                                ghost_buffer.data());
    const Communicator &communicator = *partitioner->communicator();
    update   = communicator.make_message_exchange(owned, ghost);
    compress = communicator.make_message_exchange(ghost, owned);
  }



  template <typename Number>
  void GhostExchange<Number>::Implementation::begin(const Vector<Number> &x,
                                                    const char *function,
                                                    const State expected,
                                                    const State next)
  {
    const std::uint64_t hash =
      x.partitioner() == nullptr ? 0 : x.partitioner()->distribution_hash();
    const bool fits =
      hash == partitioner->distribution_hash() &&
      std::int64_t(x.locally_owned_size()) ==
        partitioner->locally_owned_size() &&
      std::int64_t(x.n_ghost_entries()) == partitioner->n_ghost_entries() &&
      x.device() == device && x.device().stream() == device.stream();
    TESSERA_REQUIRE(fits,
                    InvalidInput,
                    "GhostExchange::"
                      << function << " was given a vector with "
                      << x.locally_owned_size() << " owned of " << x.size()
                      << " entries and " << x.n_ghost_entries()
                      << " ghost entries on " << x.device().name()
                      << "; expected " << partitioner->locally_owned_size()
                      << " of " << partitioner->size() << " and "
                      << partitioner->n_ghost_entries() << " on "
                      << device.name()
                      << " with one stream; call reinit() with the device and "
                         "the Partitioner of the exchange.");
    TESSERA_REQUIRE(state == expected,
                    InvalidInput,
                    "GhostExchange::"
                      << function
                      << " was called out of order; each _start needs its "
                         "_finish before the next one.");
    state = next;
  }



  template <typename Number>
  void GhostExchange<Number>::Implementation::send(
    MessageExchange *exchange,
    const internal::StagingBuffer<Number> &buffer)
  {
    // Also what was unpacked last must be done: its buffer is received into.
    if (owned_units.size() + ghost_units.size() > 0)
      device.synchronize();
    if (!device.is_host() && buffer.n_bytes() > 0)
      internal::count_copy(false, buffer.n_bytes());
    if (exchange != nullptr)
      exchange->start();
  }



  template <typename Number>
  void GhostExchange<Number>::Implementation::receive(
    MessageExchange *exchange,
    const internal::StagingBuffer<Number> &buffer)
  {
    if (exchange != nullptr)
      exchange->wait();
    if (!device.is_host() && buffer.n_bytes() > 0)
      internal::count_copy(true, buffer.n_bytes());
  }



  template <typename Number>
  GhostExchange<Number>::GhostExchange(
    const Device &device,
    const std::shared_ptr<const Partitioner> &partitioner,
    const std::int64_t unit_size,
    std::vector<GhostNeighbour> neighbours)
  {
    TESSERA_REQUIRE(partitioner != nullptr,
                    InvalidInput,
                    "A GhostExchange was given a null pointer, expected a "
                    "Partitioner.");
    internal::check_ghost_exchange(*partitioner, unit_size, neighbours);
    std::sort(neighbours.begin(),
              neighbours.end(),
              [](const GhostNeighbour &a, const GhostNeighbour &b) {
                return a.rank < b.rank;
              });
    // One rank alone may have too little memory.
    check_on_all_ranks(partitioner->communicator(), [&] {
      implementation = std::make_unique<Implementation>(device,
                                                        partitioner,
                                                        unit_size,
                                                        neighbours);
    });
  }



  template <typename Number>
  GhostExchange<Number>::GhostExchange(GhostExchange &&) noexcept = default;



  template <typename Number>
  GhostExchange<Number> &
  GhostExchange<Number>::operator=(GhostExchange &&) noexcept = default;



  template <typename Number>
  GhostExchange<Number>::~GhostExchange() = default;



  template <typename Number>
  void GhostExchange<Number>::update_ghost_values_start(const Vector<Number> &x)
  {
    Implementation &self = *implementation;
    self.begin(x,
               "update_ghost_values_start",
               Implementation::State::idle,
               Implementation::State::updating);
    internal::dispatch(self.device, [&](const auto &queue) {
      internal::pack_units(queue,
                           self.unit_size,
                           std::as_const(self.owned_units).view(),
                           x.data(),
                           self.owned_buffer.data());
    });
    self.send(self.update.get(), self.owned_buffer);
  }



  template <typename Number>
  void GhostExchange<Number>::update_ghost_values_finish(Vector<Number> &x)
  {
    Implementation &self = *implementation;
    self.begin(x,
               "update_ghost_values_finish",
               Implementation::State::updating,
               Implementation::State::idle);
    self.receive(self.update.get(), self.ghost_buffer);
    internal::dispatch(self.device, [&](const auto &queue) {
      internal::unpack_units<std::decay_t<decltype(queue)>, Number>(
        queue,
        self.unit_size,
        std::as_const(self.ghost_units).view(),
        self.ghost_buffer.data(),
        x.data());
    });
  }



  template <typename Number>
  void GhostExchange<Number>::update_ghost_values(Vector<Number> &x)
  {
    update_ghost_values_start(x);
    update_ghost_values_finish(x);
  }



  template <typename Number>
  void GhostExchange<Number>::compress_start(const Vector<Number> &x)
  {
    Implementation &self = *implementation;
    self.begin(x,
               "compress_start",
               Implementation::State::idle,
               Implementation::State::compressing);
    internal::dispatch(self.device, [&](const auto &queue) {
      internal::pack_units(queue,
                           self.unit_size,
                           std::as_const(self.ghost_units).view(),
                           x.data(),
                           self.ghost_buffer.data());
    });
    self.send(self.compress.get(), self.ghost_buffer);
  }



  template <typename Number>
  void GhostExchange<Number>::compress_finish(Vector<Number> &x)
  {
    Implementation &self = *implementation;
    self.begin(x,
               "compress_finish",
               Implementation::State::compressing,
               Implementation::State::idle);
    self.receive(self.compress.get(), self.owned_buffer);
    const internal::UnitSumsView sums = {std::as_const(self.sum_units).view(),
                                         self.sum_offsets.data(),
                                         self.sum_positions.data()};
    internal::dispatch(self.device, [&](const auto &queue) {
      internal::add_units<std::decay_t<decltype(queue)>, Number>(
        queue, self.unit_size, sums, self.owned_buffer.data(), x.data());
    });
  }



  template <typename Number>
  void GhostExchange<Number>::compress(Vector<Number> &x)
  {
    compress_start(x);
    compress_finish(x);
  }



  template <typename Number>
  std::size_t GhostExchange<Number>::memory_consumption() const
  {
    const Implementation &self = *implementation;
    return self.owned_units.memory_consumption() +
           self.ghost_units.memory_consumption() +
           self.sum_units.memory_consumption() +
           self.sum_offsets.memory_consumption() +
           self.sum_positions.memory_consumption() +
           static_cast<std::size_t>(self.owned_buffer.n_bytes() +
                                    self.ghost_buffer.n_bytes());
  }



  template class GhostExchange<float>;
  template class GhostExchange<double>;
} // namespace tessera
