// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variant_checks_h
#define tessera_tests_performance_patch_variant_checks_h

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/vertex_patch_smoother.h>

#include "performance/patch_variant_sweeps.h"
#include "reference/cellwise.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

namespace benchmark
{
  /** A sweep of each variant against one by the library in FP64. */
  class VariantChecks
  {
  public:
    /** Numbers of cells that leave the last groups and steps incomplete. */
    explicit VariantChecks(const tessera::Device &device)
      : description(tessera::CellwiseMesh::describe_box(n, {{1., 0.5, 2.}}))
      , mesh(std::make_shared<tessera::CellwiseMesh>(device, description))
      , start(device, reference::random_function(n, 1))
      , rhs(device, reference::random_function(n, 2))
      , expected(start)
    {
      tessera::VertexPatchSmoother<double>(mesh).step(expected, rhs);
    }

    /** The largest error of @p facts relative to the largest value. */
    double check_solve(const VariantFacts &facts) const
    {
      tessera::CellwiseVector<float> u, b;
      mesh->initialize_vector(u);
      mesh->initialize_vector(b);
      tessera::primal_from_nodal(*mesh, facts.u_basis, u, start);
      tessera::dual_from_nodal(*mesh, facts.rhs_basis, b, rhs);
      VariantSweeps(*mesh, 0.f).sweep(facts.variant, u, b);
      tessera::CellwiseVector<double> difference(start);
      tessera::primal_to_nodal(*mesh, facts.u_basis, difference, u);
      difference -= expected;
      const double error = difference.linfty_norm() / expected.linfty_norm();
      TESSERA_REQUIRE(error <= 16. * std::numeric_limits<float>::epsilon(),
                      NumericalFailure,
                      "The patch update '"
                        << facts.name << "' is wrong: the error is " << error
                        << ".");
      return error;
    }

    /** Each value has to count the patches that its cell is in. */
    template <typename Sweep>
    bool check_traffic(const Sweep &sweep) const
    {
      tessera::CellwiseVector<float> u, ones;
      mesh->initialize_vector(u);
      mesh->initialize_vector(ones);
      ones = 1.f;
      if (!sweep(VariantSweeps(*mesh, 1.f), u, ones))
        return false;
      std::vector<float> visits(static_cast<std::size_t>(mesh->n_cells()));
      for (const auto &patches : description.patches)
        for (const std::int32_t cell : patches)
          visits[static_cast<std::size_t>(cell)] += 1.f;
      const auto values = u.copy_to_host();
      for (std::size_t i = 0; i < values.size(); ++i)
        TESSERA_REQUIRE(values[i] == visits[i / 64],
                        NumericalFailure,
                        "The traffic is wrong: cell "
                          << i / 64 << " was visited " << values[i]
                          << " times instead of " << visits[i / 64] << ".");
      return true;
    }

  private:
    const reference::Box n = {{11, 7, 6}};
    const tessera::CellwiseMesh::Description description;
    const std::shared_ptr<const tessera::CellwiseMesh> mesh;
    const tessera::CellwiseVector<double> start, rhs;
    tessera::CellwiseVector<double> expected;
  };



  /**
   * The error of each of variant_facts(); nothing if @p device has no bulk
   * copies.
   *
   * @throws NumericalFailure if a variant does not do what the library does.
   */
  inline std::vector<double>
  verify_patch_variants(const tessera::Device &device)
  {
    const VariantChecks checks(device);
    const bool is_able =
      checks.check_traffic([](const auto &sweeps, auto &u, const auto &rhs) {
        return sweeps.sweep(PatchVariant::traffic, u, rhs);
      }) &&
      checks.check_traffic([](const auto &sweeps, auto &u, const auto &rhs) {
        return sweeps.march_traffic(u, rhs);
      });
    std::vector<double> errors;
    if (is_able)
      for (const VariantFacts &facts : variant_facts())
        errors.push_back(facts.variant == PatchVariant::traffic
                           ? 0.
                           : checks.check_solve(facts));
    return errors;
  }
} // namespace benchmark

#endif
