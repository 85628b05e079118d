// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_operator.h>

#include <cmath>
#include <memory>
#include <vector>

#include "devices.h"
#include "reference/cellwise.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    class CellwiseOperatorTest : public test::OnEachDevice
    {};

    const reference::Sides sides = {{0.5, 0.25, 2.}};



    std::shared_ptr<const CellwiseMesh> make_row(const Device &device,
                                                 const std::int64_t n_cells)
    {
      return std::make_shared<CellwiseMesh>(
        device, CellwiseMesh::describe_box({{n_cells, 1, 1}}, sides));
    }



    /** Whether A, its sum with old entries and the residual are right. */
    void check_products(const CellwiseOperator<double> &A,
                        const std::vector<double> &src,
                        const std::vector<double> &old,
                        const std::vector<double> &product)
    {
      // Entries of the transformed tensors stay below 64.
      const double bound   = test::tolerance<double>(64, 64., 4.);
      const Device &device = A.mesh()->device();
      EXPECT_EQ(A.m(), src.size());

      const CellwiseVector<double> x(device, src), rhs(device, old);
      CellwiseVector<double> y(rhs);
      A.vmult(y, x);
      test::expect_near(y.copy_to_host(), product, bound);

      y = rhs;
      A.vmult_add(y, x);
      auto expected = old;
      for (std::size_t i = 0; i < old.size(); ++i)
        expected[i] += product[i];
      test::expect_near(y.copy_to_host(), expected, bound);

      A.residual(y, x, rhs);
      for (std::size_t i = 0; i < old.size(); ++i)
        expected[i] = old[i] - product[i];
      test::expect_near(y.copy_to_host(), expected, bound);

      y = x;
      A.vmult(y, y);
      test::expect_near(y.copy_to_host(), product, bound);
    }



    TEST_P(CellwiseOperatorTest, AgreesWithDenseMatrices)
    {
      for (const std::int64_t n : {0, 1, 3, 31, 33, 1001, 2049})
        {
          const auto mesh = make_row(device, n);
          const auto src  = reference::random_vector<double>(64 * n, 1);
          const auto old  = reference::random_vector<double>(64 * n, 2);
          check_products(CellwiseOperator<double>::laplace(mesh),
                         src,
                         old,
                         reference::apply_cell_matrix(reference::laplace_entry,
                                                      sides,
                                                      src));
          check_products(CellwiseOperator<double>::mass(mesh),
                         src,
                         old,
                         reference::apply_cell_matrix(reference::mass_entry,
                                                      sides,
                                                      src));
        }
    }



    TEST_P(CellwiseOperatorTest, IgnoresOldEntriesAndRepeatsBits)
    {
      const auto mesh = make_row(device, 33);
      const auto A    = CellwiseOperator<double>::laplace(mesh);
      const CellwiseVector<double> x(device,
                                     reference::random_vector<double>(64 * 33,
                                                                      1));
      CellwiseVector<double> y(device, 64 * 33), z(device, 64 * 33);
      y = std::nan("");
      A.vmult(y, x);
      A.vmult(z, x);
      EXPECT_EQ(y.copy_to_host(), z.copy_to_host());
    }



    TEST_P(CellwiseOperatorTest, CellsDoNotDependOnTheNumberOfCells)
    {
      const std::vector<double> u =
        reference::random_vector<double>(64 * 2051, 1);
      const std::vector<double> first(u.begin(), u.begin() + 64 * 33);
      const CellwiseVector<double> x(device, u), x_first(device, first);
      CellwiseVector<double> y(x), y_first(x_first);
      CellwiseOperator<double>::laplace(make_row(device, 2051)).vmult(y, x);
      CellwiseOperator<double>::laplace(make_row(device, 33))
        .vmult(y_first, x_first);
      auto values = y.copy_to_host();
      values.resize(first.size());
      EXPECT_EQ(values, y_first.copy_to_host());
    }



    TEST_P(CellwiseOperatorTest, RefusesWrongVectors)
    {
      const auto mesh = make_row(device, 3);
      const auto A    = CellwiseOperator<double>::laplace(mesh);
      CellwiseVector<double> good(device, 64 * 3), small(device, 64 * 2);
      EXPECT_THROW(A.vmult(small, good), InvalidInput);
      EXPECT_THROW(A.vmult(good, small), InvalidInput);
      EXPECT_THROW(A.residual(good, good, small), InvalidInput);
      EXPECT_THROW(CellwiseOperator<double>::laplace(nullptr), InvalidInput);
      EXPECT_THROW(CellwiseOperator<double>::mass(nullptr), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseOperatorTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
