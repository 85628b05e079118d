// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_amg_smoothers_smoother_h
#define tessera_amg_smoothers_smoother_h

#include <tessera/base/vector.h>
#include <tessera/bsr/bsr_matrix.h>

#include <cstddef>

namespace tessera
{
  /**
   * A stationary iteration x <- x + M (b - A x) on one level of a multigrid
   * hierarchy, with a symmetric M. It keeps a pointer to the matrix, which must
   * stay alive, and its own workspace: no call after construction allocates or
   * copies between host and device. So two threads must not share one.
   */
  class Smoother
  {
  public:
    virtual ~Smoother() = default;

    /** x = M b, which is a step from a zero guess, but cheaper. */
    virtual void vmult(Vector<double> &x, const Vector<double> &b) const = 0;

    /** x = x + M (b - A x). */
    virtual void step(Vector<double> &x, const Vector<double> &b) const = 0;

    /** Bytes owned on the device, without the matrix. */
    virtual std::size_t memory_consumption() const = 0;
  };
} // namespace tessera

#endif
