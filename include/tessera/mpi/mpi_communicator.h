// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_mpi_mpi_communicator_h
#define tessera_mpi_mpi_communicator_h

#include <tessera/base/communicator.h>

#include <memory>

#include <mpi.h>

namespace tessera
{
  /**
   * The ranks of an MPI communicator. Works on a duplicate of it, so that no
   * message is mistaken for one of the program. Errors that MPI reports are
   * thrown as BackendFailure with MPI's text.
   *
   * Objects that live longer than MPI are harmless.
   */
  class MPICommunicator : public Communicator
  {
  public:
    /**
     * Collective over @p communicator.
     *
     * @throws InvalidInput if MPI is not running or @p communicator is
     * MPI_COMM_NULL.
     */
    explicit MPICommunicator(const MPI_Comm communicator);

    MPICommunicator(const MPICommunicator &)            = delete;
    MPICommunicator &operator=(const MPICommunicator &) = delete;

    ~MPICommunicator() override;

    int rank() const override;

    int n_ranks() const override;

    std::vector<std::int64_t>
    all_to_all(const std::vector<std::int64_t> &values) const override;

    /** @throws InvalidInput if a message has more than 2^31 - 1 bytes. */
    std::unique_ptr<MessageExchange>
    make_message_exchange(const std::vector<Message> &sent,
                          const std::vector<Message> &received) const override;

  protected:
    void all_gather_bytes(const void *mine,
                          const std::size_t bytes,
                          void *all) const override;

  private:
    MPI_Comm duplicate;
    int this_rank;
    int number_of_ranks;

    /** Tells the messages of one exchange from those of others. */
    mutable int next_tag;
  };



  /**
   * The ranks of @p communicator for the functions of Tessera that take them;
   * a null pointer if it has one rank. Collective.
   *
   * @throws InvalidInput as MPICommunicator().
   */
  std::shared_ptr<const Communicator>
  make_communicator(const MPI_Comm communicator);
} // namespace tessera

#endif
