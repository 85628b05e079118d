// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_base_vector_h
#define tessera_base_vector_h

#include <tessera/base/array.h>
#include <tessera/base/partitioner.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera
{
  /**
   * A vector of @p Number (float or double) on one device, with the members
   * that deal.II's solvers and multigrid ask of a vector, so that
   * `dealii::SolverCG<tessera::Vector<double>>` runs on the device.
   *
   * With a Partitioner the entries are distributed over ranks: each has the
   * entries that it owns, followed by ghost entries, copies of what others own.
   * Ghost entries are memory that comes with the vector; a GhostExchange fills
   * them. Updates and reductions act on owned entries, except that setting all
   * entries to one value includes the ghost entries. Reductions give all ranks
   * the result for the whole vector, so all ranks call them. Without a
   * Partitioner this process owns everything.
   *
   * Every operation is one pass over memory, except that add() of two vectors
   * and add_and_dot() are two. Operations between vectors need the same device
   * and the same owned entries on every rank; otherwise InvalidInput is thrown
   * before anything is changed. Scalar products are summed in a fixed order, so
   * that a repeated call gives the same bits.
   */
  template <typename Number>
  class Vector
  {
  public:
    using value_type = Number;
    using real_type  = Number;
    using size_type  = std::size_t;

    /** An empty vector on the host. */
    Vector() = default;

    /** A vector of @p size zeros on @p device. */
    explicit Vector(const Device &device, const std::int64_t size = 0);

    /** A copy of @p values on @p device; a counted copy. */
    Vector(const Device &device, const std::vector<Number> &values);

    /** Zeros on @p device, distributed as @p partitioner says. */
    Vector(const Device &device,
           const std::shared_ptr<const Partitioner> &partitioner);

    /** @p size zeros on @p device. */
    void reinit(const Device &device, const std::int64_t size);

    /**
     * Zeros on @p device, distributed as @p partitioner says.
     *
     * @throws InvalidInput if it is a null pointer.
     */
    void reinit(const Device &device,
                const std::shared_ptr<const Partitioner> &partitioner);

    /**
     * Device, size and distribution of @p other; zero unless
     * @p omit_zeroing_entries.
     */
    void reinit(const Vector &other, const bool omit_zeroing_entries = false);

    void swap(Vector &other) noexcept;

    /** Sets all entries to @p value, the ghost entries too. */
    Vector &operator=(const Number value);

    Vector &operator*=(const Number factor);

    Vector &operator/=(const Number factor);

    Vector &operator+=(const Vector &other);

    Vector &operator-=(const Vector &other);

    /** this_i += value. */
    void add(const Number value);

    /** this += a V. */
    void add(const Number a, const Vector &V);

    /** this += a V + b W. */
    void add(const Number a, const Vector &V, const Number b, const Vector &W);

    /** this = s this + V. */
    void sadd(const Number s, const Vector &V);

    /** this = s this + a V. */
    void sadd(const Number s, const Number a, const Vector &V);

    /** this = a V. */
    void equ(const Number a, const Vector &V);

    /** this_i *= V_i. */
    void scale(const Vector &V);

    /** Scalar product; waits for the device. */
    Number operator*(const Vector &V) const;

    /** this += a V, then the scalar product of this and W. */
    Number add_and_dot(const Number a, const Vector &V, const Vector &W);

    Number mean_value() const;

    Number l1_norm() const;

    Number l2_norm() const;

    Number linfty_norm() const;

    /** Whether every entry is zero; NaN is not. */
    bool all_zero() const;

    /** Number of entries of all ranks. */
    std::size_t size() const;

    /** Number of entries that this rank owns; size() without a Partitioner. */
    std::size_t locally_owned_size() const;

    /** Number of entries after the owned ones. */
    std::size_t n_ghost_entries() const;

    /** Null unless the vector was made with one. */
    const std::shared_ptr<const Partitioner> &partitioner() const;

    const Device &device() const;

    /**
     * Address on device() of the owned entries, followed by the ghost entries.
     */
    Number *data();

    const Number *data() const;

    /**
     * Copies @p values to the owned entries, of which there are as many; ghost
     * entries keep their values.
     */
    void copy_from_host(const std::vector<Number> &values);

    /** The owned entries. */
    std::vector<Number> copy_to_host() const;

    /** Bytes owned on device(). */
    std::size_t memory_consumption() const;

  private:
    ArrayView<Number> owned();

    ArrayView<const Number> owned() const;

    void require_compatible(const Vector &other, const char *function) const;

    /** Owned entries, then ghost entries. */
    Array<Number> entries;

    std::shared_ptr<const Partitioner> distribution;
  };
} // namespace tessera

#endif
