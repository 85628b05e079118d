// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_ghost_exchange_h
#define tessera_base_ghost_exchange_h

#include <tessera/base/device.h>
#include <tessera/base/partitioner.h>
#include <tessera/base/vector.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * What this rank shares with another one, in units of several consecutive
   * entries, for example cells. Unit u begins at entry u * unit_size; the ghost
   * units follow the owned ones. The k-th owned unit here is the k-th ghost
   * unit there, and the other way round.
   */
  struct GhostNeighbour
  {
    int rank;

    /** Owned units of this rank that @p rank has copies of. */
    std::vector<std::int32_t> owned_units;

    /** Ghost units of this rank that @p rank owns. */
    std::vector<std::int32_t> ghost_units;
  };



  /**
   * Copies ghost entries from their owners, or adds them to their owners, for
   * vectors of one Partitioner; one message for each neighbour and direction.
   *
   * Between `_start` and `_finish` the messages travel; the vector may be used
   * as far as the two functions do not forbid it. All ranks call the same
   * functions in the same order, also those without neighbours. One operation
   * of an object may be under way at a time.
   *
   * Messages and memory are made once, in the constructor. On a CUDA device
   * the values go through pinned host memory, which the kernels write and read
   * directly: `_start` waits for what was queued in the stream before,
   * `_finish` only for messages. Each counts as one copy in
   * Device::transfer_statistics() if there is something to send or to receive.
   *
   * Cost of update_ghost_values(): reads the sent entries and writes them to a
   * buffer, reads the received ones from a buffer and writes them to the
   * vector, and 4 bytes a unit. compress() also reads the entries that it adds
   * to.
   */
  template <typename Number>
  class GhostExchange
  {
  public:
    /**
     * Collective. Rank numbers occur at most once in @p neighbours, which may
     * be in any order; this rank itself is a possible neighbour. Ghost units
     * that no neighbour owns are left alone by all operations.
     *
     * @throws InvalidInput on all ranks, with a message that names the rank
     * (and its neighbour), if on one of them: @p unit_size does not divide the
     * sizes of @p partitioner; a rank number is not one of the communicator or
     * occurs twice; an owned or ghost unit is not one, or is listed twice for a
     * neighbour or for several owners; two neighbours disagree about the number
     * of units that they share.
     */
    GhostExchange(const Device &device,
                  const std::shared_ptr<const Partitioner> &partitioner,
                  const std::int64_t unit_size,
                  std::vector<GhostNeighbour> neighbours);

    GhostExchange(GhostExchange &&) noexcept;

    GhostExchange &operator=(GhostExchange &&) noexcept;

    ~GhostExchange();

    /**
     * Sends the owned entries of @p x that others have copies of. They may be
     * changed again afterwards.
     *
     * @throws InvalidInput unless @p x has the distribution, the number of
     * ghost entries, the device and the stream of this object, or if an
     * operation is under way.
     */
    void update_ghost_values_start(const Vector<Number> &x);

    /**
     * Waits for the messages and writes the ghost entries of @p x, which must
     * not be read or written since the start.
     *
     * @throws InvalidInput as update_ghost_values_start().
     */
    void update_ghost_values_finish(Vector<Number> &x);

    /** Both at once. */
    void update_ghost_values(Vector<Number> &x);

    /**
     * Sends the ghost entries of @p x to their owners. They may be changed
     * again afterwards.
     *
     * @throws InvalidInput as update_ghost_values_start().
     */
    void compress_start(const Vector<Number> &x);

    /**
     * Waits for the messages and adds what came to the owned entries of @p x,
     * in the order of the ranks that it came from, so that a repeated call
     * gives the same bits. Ghost entries keep their values.
     *
     * @throws InvalidInput as update_ghost_values_start().
     */
    void compress_finish(Vector<Number> &x);

    /** Both at once. */
    void compress(Vector<Number> &x);

    /** Bytes owned on the device and in host memory. */
    std::size_t memory_consumption() const;

  private:
    struct Implementation;

    std::unique_ptr<Implementation> implementation;
  };
} // namespace tessera

#endif
