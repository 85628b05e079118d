// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_tensor_core_errors_h
#define tessera_tests_performance_tensor_core_errors_h

#include <tessera/base/array.h>
#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include "cellwise/cell_transform.h"
#include "kernels/cellwise_operator.h"
#include "kernels/cellwise_transfer.h"
#include "performance/cellwise_tensor_cores.h"
#include "reference/random.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace benchmark
{
  /**
   * Errors of the FP32 kernels on the GPU, by FFMA and by tensor cores, against
   * the same kernels of the host in FP64: the largest difference over the
   * largest value. They have the same random FP32 numbers, and the host
   * matrices that are not rounded to FP32.
   */
  class TensorCoreErrors
  {
  public:
    struct Errors
    {
      double ffma;
      double single;
      double split;
    };

    /**
     * The operator on @p n cells, the transfers between @p n cells and eight
     * times as many, of which each seventh is left out.
     */
    TensorCoreErrors(const tessera::Device &device, const std::int64_t n)
      : queue(device)
      , n(n)
      , exact(tessera::Device::host(), n)
      , rounded(device, n)
      , diagonal(tessera::internal::laplace_diagonal(tessera::CellwiseMesh(
          tessera::Device::host(),
          tessera::CellwiseMesh::describe_box({{n, 1, 1}}, {{1., 0.5, 2.}}))))
    {}

    /** Of s rhs + a A u. */
    Errors of_operator(const double s, const double a) const
    {
      const auto run = [&](const auto &kernel, auto data) {
        using Number = typename decltype(data.u)::value_type;
        const auto transform =
          tessera::internal::cell_transform<Number>(diagonal);
        tessera::Array<Number> result(data.u.device(), 64 * n);
        kernel(transform,
               first(data.coefficients, n),
               static_cast<Number>(s),
               first(data.rhs, 64 * n),
               static_cast<Number>(a),
               first(data.u, 64 * n),
               result.view());
        return result.copy_to_host();
      };
      return compare(
        run(
          [](const auto &...arguments) {
            tessera::internal::cellwise_operator<double>(
              tessera::internal::PortableQueue(), arguments...);
          },
          exact),
        [&](const auto &...arguments) {
          tessera::internal::cellwise_operator<float>(queue, arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_operator(queue, products, arguments...);
        },
        run);
    }

    /** Of s fine + P coarse. */
    Errors of_prolongation(const double s) const
    {
      const auto run = [&](const auto &kernel, auto data) {
        using Number = typename decltype(data.u)::value_type;
        kernel(tessera::internal::child_transform<Number>(basis),
               first(data.children, 8 * n),
               static_cast<Number>(s),
               first(data.coarse, 64 * n),
               data.u.view());
        return data.u.copy_to_host();
      };
      return compare(
        run(
          [](const auto &...arguments) {
            tessera::internal::cellwise_prolongate<double>(
              tessera::internal::PortableQueue(), arguments...);
          },
          exact),
        [&](const auto &...arguments) {
          tessera::internal::cellwise_prolongate<float>(queue, arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_prolongate(queue, products, arguments...);
        },
        run);
    }

    /** Of P^T (rhs - D u). */
    Errors of_restriction() const
    {
      const auto run = [&](const auto &kernel, auto data) {
        using Number = typename decltype(data.u)::value_type;
        kernel(tessera::internal::child_transform<Number>(basis),
               tessera::internal::round_diagonal<Number>(diagonal),
               first(data.coefficients, 8 * n),
               first(data.children, 8 * n),
               first(data.rhs, 512 * n),
               first(data.u, 512 * n),
               data.coarse.view());
        return data.coarse.copy_to_host();
      };
      return compare(
        run(
          [](const auto &...arguments) {
            tessera::internal::cellwise_restrict_residual<double>(
              tessera::internal::PortableQueue(), arguments...);
          },
          exact),
        [&](const auto &...arguments) {
          tessera::internal::cellwise_restrict_residual<float>(queue,
                                                               arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_restrict_residual(queue, products, arguments...);
        },
        run);
    }

  private:
    static constexpr tessera::CellBasis basis = tessera::CellBasis::eigen;

    template <typename Number>
    struct Data
    {
      Data(const tessera::Device &device, const std::int64_t n)
        : coefficients(device, make_coefficients(n))
        , children(device, make_children(n))
        , coarse(device, random(64 * n, 1))
        , rhs(device, random(512 * n, 2))
        , u(device, random(512 * n, 3))
      {}

      static std::vector<double> make_coefficients(const std::int64_t n)
      {
        auto values =
          reference::random_vector<double>(static_cast<std::size_t>(8 * n), 4);
        for (double &k : values)
          k = 1.5 + k;
        return values;
      }

      static std::vector<std::int32_t> make_children(const std::int64_t n)
      {
        std::vector<std::int32_t> children;
        for (std::int64_t i = 8 * n - 1; i >= 0; --i)
          children.push_back(static_cast<std::int32_t>(i % 7 == 5 ? -1 : i));
        return children;
      }

      static std::vector<Number> random(const std::int64_t size,
                                        const unsigned int seed)
      {
        const auto values =
          reference::random_vector<float>(static_cast<std::size_t>(size), seed);
        return std::vector<Number>(values.begin(), values.end());
      }

      tessera::Array<double> coefficients;
      tessera::Array<std::int32_t> children;
      tessera::Array<Number> coarse;
      tessera::Array<Number> rhs;
      tessera::Array<Number> u;
    };

    template <typename T>
    static tessera::ArrayView<const T> first(const tessera::Array<T> &array,
                                             const std::int64_t n)
    {
      return {array.data(), n};
    }

    template <typename Ffma, typename Tensor, typename Run>
    Errors compare(const std::vector<double> &expected,
                   const Ffma &ffma,
                   const Tensor &tensor,
                   const Run &run) const
    {
      const auto with = [&](const Products products) {
        return [&, products](const auto &...arguments) {
          tensor(products, arguments...);
        };
      };
      return {relative_error(run(ffma, rounded), expected),
              relative_error(run(with(Products::single), rounded), expected),
              relative_error(run(with(Products::split), rounded), expected)};
    }

    static double relative_error(const std::vector<float> &values,
                                 const std::vector<double> &expected)
    {
      double error = 0., largest = 0.;
      for (std::size_t i = 0; i < values.size(); ++i)
        {
          const double difference =
            std::fabs(static_cast<double>(values[i]) - expected[i]);
          // Unlike a maximum this keeps a NaN.
          if (!(difference <= error))
            error = difference;
          largest = std::fmax(largest, std::fabs(expected[i]));
        }
      return error / largest;
    }

    const tessera::internal::CudaQueue queue;
    const std::int64_t n;
    const Data<double> exact;
    const Data<float> rounded;
    const tessera::internal::CellDiagonal<double> diagonal;
  };
} // namespace benchmark

#endif
