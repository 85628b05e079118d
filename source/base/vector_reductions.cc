// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The members of Vector that return numbers.

#include <tessera/base/vector.h>

#include "kernels/dispatch.h"
#include "kernels/vector_operations.h"

#include <cmath>

namespace tessera
{
  using internal::dispatch;



  namespace
  {
    /** The communicator, or a null pointer if this process works alone. */
    const Communicator *
    communicator_of(const std::shared_ptr<const Partitioner> &partitioner)
    {
      return partitioner == nullptr ? nullptr
                                    : partitioner->communicator().get();
    }



    /** Sum over the ranks; added up in double. */
    template <typename Number>
    Number sum_over_ranks(const Communicator *communicator, const Number value)
    {
      return communicator == nullptr ? value
                                     : static_cast<Number>(communicator->sum(
                                         static_cast<double>(value)));
    }
  } // namespace



  template <typename Number>
  Number Vector<Number>::operator*(const Vector &V) const
  {
    require_compatible(V, "operator*");
    const Number mine = dispatch(device(), [&](const auto &queue) {
      return internal::vector_dot(queue, owned(), V.owned());
    });
    return sum_over_ranks(communicator_of(distribution), mine);
  }



  template <typename Number>
  Number
  Vector<Number>::add_and_dot(const Number a, const Vector &V, const Vector &W)
  {
    require_compatible(W, "add_and_dot");
    add(a, V);
    return *this * W;
  }



  template <typename Number>
  Number Vector<Number>::mean_value() const
  {
    const Number mine = dispatch(device(), [&](const auto &queue) {
      return internal::vector_sum(queue, owned());
    });
    return sum_over_ranks(communicator_of(distribution), mine) /
           static_cast<Number>(size());
  }



  template <typename Number>
  Number Vector<Number>::l1_norm() const
  {
    const Number mine = dispatch(device(), [&](const auto &queue) {
      return internal::vector_l1_norm(queue, owned());
    });
    return sum_over_ranks(communicator_of(distribution), mine);
  }



  template <typename Number>
  Number Vector<Number>::l2_norm() const
  {
    return std::sqrt(*this * *this);
  }



  template <typename Number>
  Number Vector<Number>::linfty_norm() const
  {
    const Number mine = dispatch(device(), [&](const auto &queue) {
      return internal::vector_linfty_norm(queue, owned());
    });
    const Communicator *communicator = communicator_of(distribution);
    return communicator == nullptr ? mine
                                   : static_cast<Number>(communicator->max(
                                       static_cast<double>(mine)));
  }



  template <typename Number>
  bool Vector<Number>::all_zero() const
  {
    return linfty_norm() == Number();
  }



  template class Vector<float>;
  template class Vector<double>;
} // namespace tessera
