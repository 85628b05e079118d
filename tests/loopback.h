// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_loopback_h
#define tessera_tests_loopback_h

#include <tessera/base/communicator.h>

#include <cstring>
#include <memory>
#include <vector>

namespace tessera
{
  namespace test
  {
    /** One rank, whose messages to itself are copied when they are waited for.
     */
    class Loopback : public Communicator
    {
      class Exchange : public MessageExchange
      {
      public:
        std::vector<Message> sent, received;

        void start() override
        {}

        void wait() override
        {
          for (std::size_t m = 0; m < sent.size(); ++m)
            std::memcpy(received[m].data, sent[m].data, sent[m].bytes);
        }
      };

    public:
      int rank() const override
      {
        return 0;
      }

      int n_ranks() const override
      {
        return 1;
      }

      std::vector<std::int64_t>
      all_to_all(const std::vector<std::int64_t> &values) const override
      {
        return values;
      }

      std::unique_ptr<MessageExchange>
      make_message_exchange(const std::vector<Message> &sent,
                            const std::vector<Message> &received) const override
      {
        auto exchange      = std::make_unique<Exchange>();
        exchange->sent     = sent;
        exchange->received = received;
        return exchange;
      }

    protected:
      void all_gather_bytes(const void *mine,
                            const std::size_t bytes,
                            void *all) const override
      {
        std::memcpy(all, mine, bytes);
      }
    };
  } // namespace test
} // namespace tessera

#endif
