// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/mpi/mpi_communicator.h>

#include <limits>

namespace tessera
{
  namespace
  {
    /** Throws BackendFailure if @p status is an error; @p what names the call.
     */
    void check_mpi(const int status, const char *what)
    {
      if (status == MPI_SUCCESS)
        return;
      char text[MPI_MAX_ERROR_STRING];
      int length = 0;
      if (MPI_Error_string(status, text, &length) != MPI_SUCCESS)
        length = 0;
      TESSERA_REQUIRE(false,
                      BackendFailure,
                      what << " failed with code " << status << ": "
                           << std::string(text, text + length));
    }



    bool mpi_is_running()
    {
      int is_initialized = 0, is_finalized = 0;
      check_mpi(MPI_Initialized(&is_initialized), "MPI_Initialized");
      check_mpi(MPI_Finalized(&is_finalized), "MPI_Finalized");
      return is_initialized != 0 && is_finalized == 0;
    }



    int message_length(const Message &message)
    {
      TESSERA_REQUIRE(message.bytes <=
                        std::size_t(std::numeric_limits<int>::max()),
                      InvalidInput,
                      "A message between this rank and rank "
                        << message.rank << " has " << message.bytes
                        << " bytes, but MPI takes at most "
                        << std::numeric_limits<int>::max()
                        << "; use more ranks.");
      return static_cast<int>(message.bytes);
    }



    /** Persistent requests: receives first, so that messages find a place. */
    class MPIMessageExchange : public MessageExchange
    {
    public:
      MPIMessageExchange(const MPI_Comm communicator,
                         const int tag,
                         const std::vector<Message> &sent,
                         const std::vector<Message> &received)
      {
        requests.reserve(sent.size() + received.size());
        for (const Message &message : received)
          check_mpi(MPI_Recv_init(message.data,
                                  message_length(message),
                                  MPI_BYTE,
                                  message.rank,
                                  tag,
                                  communicator,
                                  add_request()),
                    "MPI_Recv_init");
        for (const Message &message : sent)
          check_mpi(MPI_Send_init(message.data,
                                  message_length(message),
                                  MPI_BYTE,
                                  message.rank,
                                  tag,
                                  communicator,
                                  add_request()),
                    "MPI_Send_init");
      }



      MPIMessageExchange(const MPIMessageExchange &)            = delete;
      MPIMessageExchange &operator=(const MPIMessageExchange &) = delete;



      ~MPIMessageExchange() override
      {
        int is_finalized = 0;
        MPI_Finalized(&is_finalized);
        if (is_finalized != 0)
          return;
        for (MPI_Request &request : requests)
          {
            // Only an exception between start() and wait() leaves one active;
            // nothing may then be written to the memory any more.
            if (is_active)
              MPI_Cancel(&request);
            if (request != MPI_REQUEST_NULL)
              MPI_Request_free(&request);
          }
      }



      void start() override
      {
        // MPI does not take a null pointer for no requests.
        if (requests.empty())
          return;
        is_active = true;
        check_mpi(MPI_Startall(static_cast<int>(requests.size()),
                               requests.data()),
                  "MPI_Startall");
      }



      void wait() override
      {
        check_mpi(MPI_Waitall(static_cast<int>(requests.size()),
                              requests.data(),
                              MPI_STATUSES_IGNORE),
                  "MPI_Waitall");
        is_active = false;
      }

    private:
      MPI_Request *add_request()
      {
        requests.push_back(MPI_REQUEST_NULL);
        return &requests.back();
      }

      std::vector<MPI_Request> requests;
      bool is_active = false;
    };
  } // namespace



  MPICommunicator::MPICommunicator(const MPI_Comm communicator)
    : duplicate(MPI_COMM_NULL)
    , this_rank(0)
    , number_of_ranks(0)
    , next_tag(0)
  {
    TESSERA_REQUIRE(mpi_is_running() && communicator != MPI_COMM_NULL,
                    InvalidInput,
                    "MPICommunicator was given MPI_COMM_NULL or MPI is not "
                    "running; call it between MPI_Init and MPI_Finalize with a "
                    "communicator of this rank.");
    check_mpi(MPI_Comm_dup(communicator, &duplicate), "MPI_Comm_dup");
    check_mpi(MPI_Comm_set_errhandler(duplicate, MPI_ERRORS_RETURN),
              "MPI_Comm_set_errhandler");
    check_mpi(MPI_Comm_rank(duplicate, &this_rank), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(duplicate, &number_of_ranks), "MPI_Comm_size");
  }



  MPICommunicator::~MPICommunicator()
  {
    int is_finalized = 0;
    MPI_Finalized(&is_finalized);
    if (is_finalized == 0 && duplicate != MPI_COMM_NULL)
      MPI_Comm_free(&duplicate);
  }



  int MPICommunicator::rank() const
  {
    return this_rank;
  }



  int MPICommunicator::n_ranks() const
  {
    return number_of_ranks;
  }



  std::vector<std::int64_t>
  MPICommunicator::all_to_all(const std::vector<std::int64_t> &values) const
  {
    TESSERA_ASSERT(values.size() == std::size_t(number_of_ranks));
    std::vector<std::int64_t> result(values.size());
    check_mpi(MPI_Alltoall(values.data(),
                           1,
                           MPI_INT64_T,
                           result.data(),
                           1,
                           MPI_INT64_T,
                           duplicate),
              "MPI_Alltoall");
    return result;
  }



  std::unique_ptr<MessageExchange> MPICommunicator::make_message_exchange(
    const std::vector<Message> &sent,
    const std::vector<Message> &received) const
  {
    // 32767 is the smallest upper bound of tags that MPI allows.
    const int tag = next_tag;
    next_tag      = (next_tag + 1) % 32768;
    return std::make_unique<MPIMessageExchange>(duplicate, tag, sent, received);
  }



  void MPICommunicator::all_gather_bytes(const void *mine,
                                         const std::size_t bytes,
                                         void *all) const
  {
    const int n = message_length({this_rank, nullptr, bytes});
    check_mpi(MPI_Allgather(mine, n, MPI_BYTE, all, n, MPI_BYTE, duplicate),
              "MPI_Allgather");
  }



  std::shared_ptr<const Communicator>
  make_communicator(const MPI_Comm communicator)
  {
    auto ranks = std::make_shared<const MPICommunicator>(communicator);
    return ranks->n_ranks() > 1 ? ranks : nullptr;
  }
} // namespace tessera
