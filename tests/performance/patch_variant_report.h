// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_report_h
#define tessera_tests_performance_patch_variant_report_h

#include <tessera/base/config.h>
#include <tessera/cellwise/cellwise_mesh.h>

#include "performance/kernel_report.h"

#include <cstdio>
#include <memory>

#ifdef TESSERA_HAS_CUDA
#  include <tessera/cellwise/vertex_patch_smoother.h>

#  include "cellwise/patch_transform.h"
#  include "performance/colour_sweep.h"
#  include "performance/harness.h"
#  include "performance/patch_variant_checks.h"
#  include "performance/patch_variant_sweeps.h"

#  include <cstddef>
#  include <string>
#  include <vector>
#endif

namespace benchmark
{
#ifdef TESSERA_HAS_CUDA
  /** The variants of the patch update beside the traffic alone, a table. */
  class PatchVariantReport
  {
  public:
    PatchVariantReport(const std::shared_ptr<const tessera::CellwiseMesh> &mesh,
                       KernelReport &report)
      : mesh(mesh)
      , sweeps(*mesh, 1e-6f)
      , report(report)
    {
      mesh->initialize_vector(u);
      mesh->initialize_vector(rhs);
      rhs = 1.f;
    }

    /** @p errors are those of verify_patch_variants(). */
    void measure_one_colour(const std::vector<double> &errors)
    {
      const auto all = variant_facts();
      for (std::size_t i = 0; i < all.size(); ++i)
        {
          const VariantFacts &facts = all[i];
          const double seconds =
            time([&] { sweeps.sweep(facts.variant, u, rhs); });
          if (facts.variant == PatchVariant::traffic)
            traffic = seconds;
          const Row row{variant_resources(facts.variant),
                        count_instructions(facts.variant),
                        errors[i]};
          print(facts.name, seconds, &row);
        }
      const tessera::internal::LevelPatchTransform<float> transform(
        *mesh, tessera::CellBasis::eigen);
      print("library, one colour",
            time([&] { sweep_by_colours(*mesh, *transform, u, rhs); }));
    }

    /** The library chooses by itself whether to load two colours at once. */
    void measure_two_colours()
    {
      traffic = time([&] { sweeps.march_traffic(u, rhs); });
      const Row row{march_traffic_resources(), {2 * 64, 0}, 0.};
      print("traffic, two colours", traffic, &row);
      const tessera::VertexPatchSmoother<float> smoother(
        mesh, tessera::CellBasis::eigen);
      print("library's own sweep", time([&] { smoother.step(u, rhs); }));
    }

  private:
    template <typename Call>
    double time(const Call &call)
    {
      u = 0.f;
      return median_seconds(mesh->device(), 11, call);
    }

    /** What is known of a kernel besides its time. */
    struct Row
    {
      KernelResources used;
      InstructionCounts counts;
      double error;

      /** Prints it and adds it to @p metrics. */
      void print(nlohmann::json &metrics) const
      {
        std::printf(" %5d %5d %7d %10d %8d %8.1e",
                    used.registers,
                    used.local_bytes,
                    used.shared_bytes,
                    counts.arithmetic,
                    counts.shuffles,
                    error);
        metrics.update({{"registers", used.registers},
                        {"local_bytes", used.local_bytes},
                        {"shared_bytes", used.shared_bytes},
                        {"arithmetic", counts.arithmetic},
                        {"shuffles", counts.shuffles},
                        {"error", error}});
      }
    };

    void print(const std::string &name,
               const double seconds,
               const Row *row = nullptr)
    {
      const double rate =
        24. * sizeof(float) * static_cast<double>(mesh->n_values()) / seconds;
      nlohmann::json metrics = {{"seconds", seconds},
                                {"bytes_per_second", rate},
                                {"fraction_of_copy", rate / report.copy},
                                {"fraction_of_traffic", traffic / seconds}};
      std::printf("%-21s %10.3e s %7.1f GB/s %6.1f %6.1f",
                  name.c_str(),
                  seconds,
                  1e-9 * rate,
                  100. * rate / report.copy,
                  100. * traffic / seconds);
      if (row != nullptr)
        row->print(metrics);
      std::printf("\n");
      std::fflush(stdout);
      report.add("variant: " + name, "float", metrics);
    }

    const std::shared_ptr<const tessera::CellwiseMesh> mesh;
    const VariantSweeps sweeps;
    KernelReport &report;
    tessera::CellwiseVector<float> u, rhs;
    double traffic = 0.;
  };
#endif



  /**
   * Sweeps of @p mesh by the variants of the patch update that
   * patch_variants.h lists, each verified before. Arithmetic and shuffles are
   * instructions a visited cell by formula, the shares those of the copy and
   * of the traffic with as many colours a load (for the library's own sweep,
   * two); errors are those of a sweep on a small mesh against FP64, relative to
   * the largest value. On devices without bulk copies there is nothing to
   * compare.
   *
   * @throws NumericalFailure if a variant does not do what the library does.
   */
  inline void measure_patch_variants(
    const std::shared_ptr<const tessera::CellwiseMesh> &mesh,
    [[maybe_unused]] KernelReport &report)
  {
    if (mesh->device().is_host())
      return;
#ifdef TESSERA_HAS_CUDA
    const auto errors = verify_patch_variants(mesh->device());
    if (errors.empty())
      {
        std::printf("no variants of the patch update: no bulk copies\n");
        return;
      }
    std::printf("%-21s %12s %12s %6s %6s %5s %5s %7s %10s %8s %8s\n",
                "patch update",
                "sweep",
                "by count",
                "% copy",
                "% stub",
                "regs",
                "local",
                "shared",
                "arithmetic",
                "shuffles",
                "error");
    PatchVariantReport variants(mesh, report);
    variants.measure_one_colour(errors);
    variants.measure_two_colours();
#endif
  }
} // namespace benchmark

#endif
