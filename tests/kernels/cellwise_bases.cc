// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Operators, transfers and changes of basis in both precisions and bases
// against dense matrices in the nodal basis.

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/cellwise/cellwise_transfer.h>

#include <cmath>
#include <memory>
#include <vector>

#include "cell_basis_helpers.h"
#include "devices.h"
#include "reference/cellwise.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    using test::Numbers;

    class CellwiseBasesTest : public test::OnEachDevice
    {
    protected:
      /** A level with everything that the equation can have. */
      CellwiseMesh::Description describe(const reference::Box &n) const
      {
        auto mesh         = CellwiseMesh::describe_box(n, {{0.5, 0.25, 1.}});
        mesh.diffusion    = {{1., 2., 0.5}};
        mesh.reaction     = 3.;
        mesh.coefficients = reference::random_vector<double>(mesh.n_cells, 7);
        for (double &k : mesh.coefficients)
          k = 1.5 + k;
        return mesh;
      }

      std::shared_ptr<const CellwiseMesh>
      make(const CellwiseMesh::Description &description) const
      {
        return std::make_shared<CellwiseMesh>(device, description);
      }
    };

    // Six contractions with entries below 4 and a sum over 64.
    template <typename Number>
    const double bound = test::tolerance<Number>(64, 4., 4.);



    /** Dual values back in the nodal basis. */
    template <typename Number>
    std::vector<double> nodal_dual(const Numbers<Number> numbers,
                                   const CellwiseVector<Number> &b)
    {
      const auto host = b.copy_to_host();
      const std::vector<double> values(host.begin(), host.end());
      return numbers.basis == CellBasis::nodal
               ? values
               : reference::change_basis(
                   q3_matrices().cell_eigenvectors_inverse, true, values);
    }



    TEST_P(CellwiseBasesTest, OperatorsAgreeWithDenseMatrices)
    {
      for (const std::int64_t n : {0, 1, 3, 31, 33})
        test::for_all_numbers([&](const auto numbers) {
          using Number =
            typename decltype(test::primal(device, numbers, {}))::value_type;
          const auto description = describe({{n, 1, 1}});
          const auto mesh        = make(description);
          const auto u           = reference::random_vector<double>(64 * n, 1);
          const auto b           = reference::random_vector<double>(64 * n, 2);
          const auto A = CellwiseOperator<Number>::laplace(mesh, numbers.basis);
          const auto x = test::primal(device, numbers, u);
          const auto rhs = test::dual(device, numbers, b);
          auto expected  = reference::apply_level(description, u);
          CellwiseVector<Number> y(x);
          y = std::nanf("");
          A.vmult(y, x);
          test::expect_near(nodal_dual(numbers, y), expected, bound<Number>);
          y = x;
          A.vmult(y, y);
          test::expect_near(nodal_dual(numbers, y), expected, bound<Number>);
          A.residual(y, x, rhs);
          for (std::size_t i = 0; i < b.size(); ++i)
            expected[i] = b[i] - expected[i];
          test::expect_near(nodal_dual(numbers, y), expected, bound<Number>);

          CellwiseOperator<Number>::mass(mesh, numbers.basis).vmult(y, x);
          test::expect_near(nodal_dual(numbers, y),
                            reference::apply_cell_matrix(reference::mass_entry,
                                                         mesh->cell_sides(),
                                                         u),
                            bound<Number>);
        });
    }



    TEST_P(CellwiseBasesTest, TransfersAgreeWithInterpolation)
    {
      for (const reference::Box &n :
           {reference::Box{{1, 1, 1}}, {{3, 1, 1}}, {{3, 5, 2}}})
        test::for_all_numbers([&](const auto numbers) {
          using Number =
            typename decltype(test::primal(device, numbers, {}))::value_type;
          const auto description = describe({{2 * n[0], 2 * n[1], 2 * n[2]}});
          const auto fine        = make(description);
          const auto coarse      = make(describe(n));
          const CellwiseTransfer<Number> transfer(coarse, fine, numbers.basis);
          const auto u =
            reference::random_vector<double>(coarse->n_values(), 1);
          const auto v = reference::random_vector<double>(fine->n_values(), 2);
          const auto r = reference::random_vector<double>(fine->n_values(), 3);

          auto sum = reference::prolongate(description.children, u);
          for (std::size_t i = 0; i < v.size(); ++i)
            sum[i] += v[i];
          auto fine_v = test::primal(device, numbers, v);
          transfer.prolongate_and_add(fine_v, test::primal(device, numbers, u));
          test::expect_near(test::nodal(numbers, fine_v), sum, bound<Number>);

          auto residual = reference::apply_level(description, v);
          for (std::size_t i = 0; i < r.size(); ++i)
            residual[i] = r[i] - residual[i];
          const auto expected =
            reference::restrict_to_parents(description.children, residual);
          auto coarse_r = test::dual(device, numbers, u);
          auto fine_r   = test::dual(device, numbers, residual);
          coarse_r      = Number(0);
          transfer.restrict_and_add(coarse_r, fine_r);
          test::expect_near(nodal_dual(numbers, coarse_r),
                            expected,
                            8. * bound<Number>);
          // What was there is overwritten.
          coarse_r = std::nanf("");
          fine_r   = test::dual(device, numbers, r);
          CellwiseVector<Number> workspace(fine_r);
          transfer.restrict_residual(coarse_r,
                                     fine_r,
                                     test::primal(device, numbers, v),
                                     workspace);
          test::expect_near(nodal_dual(numbers, coarse_r),
                            expected,
                            8. * bound<Number>);
        });
    }



    void check_changes_of_basis(const Device &device,
                                const std::shared_ptr<const CellwiseMesh> &mesh)
    {
      const CellwiseVector<double> u(
        device, reference::random_vector<double>(mesh->n_values(), 1));
      const CellwiseVector<double> b(
        device, reference::random_vector<double>(mesh->n_values(), 2));
      CellwiseVector<double> u_hat(u), b_hat(b), back(u);
      CellwiseVector<float> rounded;
      mesh->initialize_vector(rounded);
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          primal_from_nodal(*mesh, basis, u_hat, u);
          dual_from_nodal(*mesh, basis, b_hat, b);
          EXPECT_NEAR(u_hat * b_hat, u * b, 1e-12 * u.l2_norm() * b.l2_norm());
          test::expect_near(u_hat.copy_to_host(),
                            test::primal(device,
                                         Numbers<double>{basis},
                                         u.copy_to_host())
                              .copy_to_host(),
                            bound<double>);
          primal_to_nodal(*mesh, basis, back, u_hat);
          test::expect_near(back.copy_to_host(),
                            u.copy_to_host(),
                            bound<double>);
          dual_to_nodal(*mesh, basis, back, b_hat);
          test::expect_near(back.copy_to_host(),
                            b.copy_to_host(),
                            bound<double>);
          // Rounded once, after the change.
          primal_from_nodal(*mesh, basis, rounded, u);
          const auto exact  = u_hat.copy_to_host();
          const auto single = rounded.copy_to_host();
          for (std::size_t i = 0; i < exact.size(); ++i)
            ASSERT_EQ(single[i], static_cast<float>(exact[i]));
        }
    }



    TEST_P(CellwiseBasesTest, ChangesOfBasisKeepPairings)
    {
      check_changes_of_basis(device, make(describe({{3, 5, 1}})));
      check_changes_of_basis(device, make(describe({{13, 15, 11}})));
    }



    TEST_P(CellwiseBasesTest, ChangesOfBasisRefuseWrongVectors)
    {
      const auto mesh = make(describe({{3, 5, 1}}));
      CellwiseVector<double> small(device, 64), u(device, mesh->n_values());
      EXPECT_THROW(primal_from_nodal(*mesh, CellBasis::eigen, small, u),
                   InvalidInput);
      EXPECT_THROW(dual_to_nodal(*mesh, CellBasis::eigen, u, small),
                   InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseBasesTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
