// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_tensor_core_report_h
#define tessera_tests_performance_tensor_core_report_h

#include <tessera/base/config.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <cstdint>
#include <cstdio>
#include <string>

#ifdef TESSERA_HAS_CUDA
#  include "performance/tensor_core_errors.h"
#endif

namespace benchmark
{
#ifdef TESSERA_HAS_CUDA
  /** FP32 kernels by FFMA beside those by tensor cores. */
  template <typename Measure>
  class TensorCoreReport
  {
  public:
    using Errors = TensorCoreErrors::Errors;

    TensorCoreReport(const tessera::CellwiseMesh &coarse,
                     const tessera::CellwiseMesh &mesh,
                     const Measure &measure)
      : queue(mesh.device())
      , mesh(mesh)
      , measure(measure)
      , diagonal(tessera::internal::round_diagonal<float>(
          tessera::internal::laplace_diagonal(mesh)))
      , transform(tessera::internal::cell_transform<float>(
          tessera::internal::laplace_diagonal(mesh)))
      , children(
          tessera::internal::child_transform<float>(tessera::CellBasis::eigen))
    {
      coarse.initialize_vector(coarse_u);
      for (auto *vector : {&u, &rhs, &result})
        mesh.initialize_vector(*vector);
    }

    /** s rhs + a A u */
    void measure_operator(const std::string &name,
                          const float s,
                          const float a,
                          const Errors &errors)
    {
      compare(
        name,
        "float nodal",
        s == 0.f ? 2. : 3.,
        errors,
        [&](const auto &kernel) {
          kernel(transform,
                 mesh.coefficients(),
                 s,
                 view(rhs),
                 a,
                 view(u),
                 view(result));
        },
        [&](const auto &...arguments) {
          tessera::internal::cellwise_operator<float>(queue, arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_operator(queue, products, arguments...);
        });
    }

    void measure_restriction(const Errors &errors)
    {
      compare(
        "restrict_residual",
        "float eigen",
        2.125,
        errors,
        [&](const auto &kernel) {
          kernel(children,
                 diagonal,
                 mesh.coefficients(),
                 mesh.children(),
                 view(rhs),
                 view(u),
                 view(coarse_u));
        },
        [&](const auto &...arguments) {
          tessera::internal::cellwise_restrict_residual<float>(queue,
                                                               arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_restrict_residual(queue, products, arguments...);
        });
    }

    void measure_prolongation(const Errors &errors)
    {
      compare(
        "prolongate_and_add",
        "float eigen",
        2.125,
        errors,
        [&](const auto &kernel) {
          kernel(children, mesh.children(), 1.f, view(coarse_u), view(u));
        },
        [&](const auto &...arguments) {
          tessera::internal::cellwise_prolongate<float>(queue, arguments...);
        },
        [&](const Products products, const auto &...arguments) {
          tensor_prolongate(queue, products, arguments...);
        });
    }

  private:
    /** A vector for parameters that are read and for those that are written. */
    struct View
    {
      operator tessera::ArrayView<const float>() const
      {
        return {data, size};
      }

      operator tessera::ArrayView<float>() const
      {
        return {data, size};
      }

      float *data;
      std::int64_t size;
    };

    static View view(tessera::CellwiseVector<float> &vector)
    {
      return {vector.data(), static_cast<std::int64_t>(vector.size())};
    }

    template <typename Run, typename Ffma, typename Tensor>
    void compare(const std::string &name,
                 const std::string &kind,
                 const double n_vectors,
                 const Errors &errors,
                 const Run &run,
                 const Ffma &ffma,
                 const Tensor &tensor) const
    {
      const double n_bytes =
        n_vectors * sizeof(float) * static_cast<double>(mesh.n_values());
      measure(name, kind, n_bytes, [&] { run(ffma); });
      for (const Products products : {Products::split, Products::single})
        measure(name,
                products == Products::split ? "tf32 split" : "tf32",
                n_bytes,
                [&] {
                  run([&](const auto &...arguments) {
                    tensor(products, arguments...);
                  });
                });
      std::printf("%-20s errors        %.1e %s, %.1e tf32 split, %.1e tf32\n",
                  name.c_str(),
                  errors.ffma,
                  kind.c_str(),
                  errors.split,
                  errors.single);
    }

    const tessera::internal::CudaQueue queue;
    const tessera::CellwiseMesh &mesh;
    const Measure &measure;
    const tessera::internal::CellDiagonal<float> diagonal;
    const tessera::internal::CellTransform<float> transform;
    const tessera::internal::ChildTransform<float> children;
    tessera::CellwiseVector<float> coarse_u, u, rhs, result;
  };
#endif



  /**
   * Times the FP32 operator and transfers by FFMA and by tensor cores, and
   * prints their largest errors, relative to the largest value, on random
   * vectors of some cells. Does nothing on the host.
   */
  template <typename Measure>
  void
  measure_tensor_cores([[maybe_unused]] const tessera::CellwiseMesh &coarse,
                       [[maybe_unused]] const tessera::CellwiseMesh &mesh,
                       [[maybe_unused]] const Measure &measure)
  {
#ifdef TESSERA_HAS_CUDA
    if (mesh.device().is_host())
      return;
    const TensorCoreErrors errors(mesh.device(), 1000);
    TensorCoreReport<Measure> report(coarse, mesh, measure);
    report.measure_operator("operator", 0.f, 1.f, errors.of_operator(0., 1.));
    report.measure_operator("residual", 1.f, -1.f, errors.of_operator(1., -1.));
    report.measure_restriction(errors.of_restriction());
    report.measure_prolongation(errors.of_prolongation(1.));
#endif
  }
} // namespace benchmark

#endif
