// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/communicator.h>
#include <tessera/base/exceptions.h>

#include <algorithm>
#include <string>

namespace tessera
{
  namespace
  {
    template <typename T>
    T sum_in_order(const std::vector<T> &values)
    {
      T sum = values[0];
      for (std::size_t r = 1; r < values.size(); ++r)
        sum += values[r];
      return sum;
    }
  } // namespace



  double Communicator::sum(const double value) const
  {
    return sum_in_order(all_gather(value));
  }



  std::int64_t Communicator::sum(const std::int64_t value) const
  {
    return sum_in_order(all_gather(value));
  }



  double Communicator::max(const double value) const
  {
    const std::vector<double> values = all_gather(value);
    double largest                   = values[0];
    // A NaN fails every comparison, so it is kept once it is there.
    for (std::size_t r = 1; r < values.size() && largest == largest; ++r)
      if (!(values[r] <= largest))
        largest = values[r];
    return largest;
  }



  std::int64_t Communicator::max(const std::int64_t value) const
  {
    const std::vector<std::int64_t> values = all_gather(value);
    return *std::max_element(values.begin(), values.end());
  }



  void Communicator::sum(std::vector<double> &values) const
  {
    const std::size_t n = values.size();
    std::vector<double> all(n * static_cast<std::size_t>(n_ranks()));
    all_gather_bytes(values.data(), n * sizeof(double), all.data());
    std::fill(values.begin(), values.end(), 0.);
    for (std::size_t k = 0; k < all.size(); ++k)
      values[k % n] += all[k];
  }



  void
  check_on_all_ranks(const std::shared_ptr<const Communicator> &communicator,
                     const std::function<void()> &check)
  {
    if (communicator == nullptr)
      {
        check();
        return;
      }
    std::string message;
    try
      {
        check();
      }
    catch (const Exception &exception)
      {
        message = exception.what();
      }

    const std::vector<std::size_t> lengths =
      communicator->all_gather(message.size());
    const std::size_t longest =
      *std::max_element(lengths.begin(), lengths.end());
    if (longest == 0)
      return;
    message.resize(longest, ' ');
    std::string messages(longest * lengths.size(), ' ');
    communicator->all_gather_bytes(message.data(), longest, &messages[0]);
    const std::size_t first =
      std::find_if(lengths.begin(),
                   lengths.end(),
                   [](const std::size_t length) { return length > 0; }) -
      lengths.begin();
    throw InvalidInput("On rank " + std::to_string(first) + ": " +
                       messages.substr(first * longest, lengths[first]));
  }
} // namespace tessera
