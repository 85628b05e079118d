// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_communicator_h
#define tessera_base_communicator_h

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

namespace tessera
{
  /** @p bytes at @p data in host memory that go to or come from @p rank. */
  struct Message
  {
    int rank;
    void *data;
    std::size_t bytes;
  };



  /**
   * Messages with fixed partners and memory that are exchanged again and again.
   * The memory must outlive the object.
   */
  class MessageExchange
  {
  public:
    virtual ~MessageExchange() = default;

    /**
     * Sends and receives all messages; returns at once. Until wait() has
     * returned, the memory of what is sent must not be written and that of
     * what is received must not be read.
     *
     * @throws BackendFailure if the library that sends reports an error.
     */
    virtual void start() = 0;

    /**
     * Waits until all messages of this rank are there.
     *
     * @throws BackendFailure if the library that sends reports an error.
     */
    virtual void wait() = 0;
  };



  /**
   * The processes ("ranks") that share a vector, a matrix or a mesh. Where
   * Tessera takes a `std::shared_ptr<const Communicator>`, a null pointer means
   * that this process works alone, and then nothing is communicated.
   * tessera::mpi has the implementation, see make_communicator().
   *
   * All members except rank() and n_ranks() are collective: all ranks call them
   * in the same order. Reductions add in the order of the ranks, so that all
   * ranks get the same bits, whenever the call is repeated; that takes
   * n_ranks() times the memory of the reduced values for a moment.
   */
  class Communicator
  {
  public:
    virtual ~Communicator() = default;

    /** Number of this process, from 0. */
    virtual int rank() const = 0;

    virtual int n_ranks() const = 0;

    /** Entry r of the result is what rank r called this with. */
    template <typename T>
    std::vector<T> all_gather(const T &value) const;

    /**
     * Sends entry r of @p values to rank r; entry r of the result is what rank
     * r sent here. Both have n_ranks() entries.
     */
    virtual std::vector<std::int64_t>
    all_to_all(const std::vector<std::int64_t> &values) const = 0;

    /** Sum of the values of all ranks. */
    double sum(const double value) const;

    std::int64_t sum(const std::int64_t value) const;

    /** Largest value of all ranks; NaN if one of them is NaN. */
    double max(const double value) const;

    std::int64_t max(const std::int64_t value) const;

    /** Each entry becomes its sum over the ranks; equal sizes everywhere. */
    void sum(std::vector<double> &values) const;

    /**
     * Messages that are to be exchanged again and again. The lists name each
     * partner at most once; the rank itself is a possible partner. What one
     * rank sends must be received by its partner, with the same size: compare
     * first, a rank would wait forever otherwise.
     *
     * @throws InvalidInput if a message is too long for the library that sends.
     */
    virtual std::unique_ptr<MessageExchange>
    make_message_exchange(const std::vector<Message> &sent,
                          const std::vector<Message> &received) const = 0;

  protected:
    /**
     * Fills @p all, n_ranks() times @p bytes, with the @p bytes at @p mine of
     * all ranks in their order.
     */
    virtual void all_gather_bytes(const void *mine,
                                  const std::size_t bytes,
                                  void *all) const = 0;

    friend void
    check_on_all_ranks(const std::shared_ptr<const Communicator> &communicator,
                       const std::function<void()> &check);
  };



  /**
   * Calls @p check, which may throw what is derived from Exception on some
   * ranks only. If it does, all ranks throw InvalidInput with the message and
   * the number of the first of these ranks, so that none is left waiting for
   * the others. Collective; without a communicator the same as `check()`.
   */
  void
  check_on_all_ranks(const std::shared_ptr<const Communicator> &communicator,
                     const std::function<void()> &check);



  template <typename T>
  std::vector<T> Communicator::all_gather(const T &value) const
  {
    static_assert(std::is_trivially_copyable<T>::value,
                  "Ranks exchange types that may be copied bitwise.");
    std::vector<T> values(static_cast<std::size_t>(n_ranks()));
    all_gather_bytes(&value, sizeof(T), values.data());
    return values;
  }
} // namespace tessera

#endif
