// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_transfer.h>

#include <cmath>
#include <memory>

#include "devices.h"
#include "reference/cellwise.h"
#include "tolerance.h"

namespace tessera
{
  namespace
  {
    class CellwiseTransferTest : public test::OnEachDevice
    {
    protected:
      /** Levels of @p n and 2 @p n cells an axis. */
      void make_levels(const reference::Box &n)
      {
        coarse = std::make_shared<CellwiseMesh>(
          device, CellwiseMesh::describe_box(n, {{2., 2., 2.}}));
        fine_description =
          CellwiseMesh::describe_box({{2 * n[0], 2 * n[1], 2 * n[2]}},
                                     {{1., 1., 1.}});
        fine = std::make_shared<CellwiseMesh>(device, fine_description);
      }

      CellwiseMesh::Description fine_description;
      std::shared_ptr<const CellwiseMesh> coarse;
      std::shared_ptr<const CellwiseMesh> fine;
    };

    // Each of three contractions has four terms of size at most one.
    const double bound = test::tolerance<double>(64, 1., 8.);

    const std::vector<reference::Box> boxes = {{{0, 1, 1}},
                                               {{1, 1, 1}},
                                               {{3, 1, 1}},
                                               {{31, 1, 1}},
                                               {{3, 11, 1}},
                                               {{5, 3, 7}},
                                               {{9, 7, 5}}};



    TEST_P(CellwiseTransferTest, AgreesWithInterpolation)
    {
      for (const reference::Box &n : boxes)
        {
          make_levels(n);
          const CellwiseTransfer<double> transfer(coarse, fine);
          const auto u =
            reference::random_vector<double>(coarse->n_values(), 1);
          const auto r = reference::random_vector<double>(fine->n_values(), 2);
          const auto expected =
            reference::prolongate(fine_description.children, u);

          const CellwiseVector<double> coarse_u(device, u);
          CellwiseVector<double> fine_u(device, fine->n_values());
          fine_u = std::nan("");
          transfer.prolongate(fine_u, coarse_u);
          test::expect_near(fine_u.copy_to_host(), expected, bound);

          fine_u = CellwiseVector<double>(device, r);
          transfer.prolongate_and_add(fine_u, coarse_u);
          auto sum = r;
          for (std::size_t i = 0; i < r.size(); ++i)
            sum[i] += expected[i];
          test::expect_near(fine_u.copy_to_host(), sum, bound);

          const CellwiseVector<double> fine_r(device, r);
          CellwiseVector<double> coarse_r(device, u);
          transfer.restrict_and_add(coarse_r, fine_r);
          sum = reference::restrict_to_parents(fine_description.children, r);
          for (std::size_t i = 0; i < u.size(); ++i)
            sum[i] += u[i];
          test::expect_near(coarse_r.copy_to_host(), sum, 8 * bound);
        }
    }



    TEST_P(CellwiseTransferTest, KeepsCopiesEqualBitByBit)
    {
      const reference::Box n = {{3, 5, 2}};
      make_levels(n);
      const CellwiseTransfer<double> transfer(coarse, fine);
      const CellwiseVector<double> u(device, reference::random_function(n, 3));
      CellwiseVector<double> v(device, fine->n_values());
      transfer.prolongate(v, u);
      EXPECT_GT(v.linfty_norm(), 0.5);
      const reference::Box fine_n = {{6, 10, 4}};
      EXPECT_EQ(reference::n_unequal_copies(fine_n, v.copy_to_host()), 0u);
      transfer.prolongate_and_add(v, u);
      EXPECT_EQ(reference::n_unequal_copies(fine_n, v.copy_to_host()), 0u);
    }



    TEST_P(CellwiseTransferTest, RestrictionIsAdjointToProlongation)
    {
      make_levels({{3, 5, 7}});
      const CellwiseTransfer<double> transfer(coarse, fine);
      const CellwiseVector<double> u(
        device, reference::random_vector<double>(coarse->n_values(), 1));
      const CellwiseVector<double> r(
        device, reference::random_vector<double>(fine->n_values(), 2));
      CellwiseVector<double> Pu(device, fine->n_values());
      CellwiseVector<double> Rr(device, coarse->n_values());
      transfer.prolongate(Pu, u);
      transfer.restrict_and_add(Rr, r);
      EXPECT_NEAR(Pu * r, u * Rr, 1e-13 * Pu.l2_norm() * r.l2_norm());
      EXPECT_GT(std::fabs(Pu * r), 1e-6);
    }



    TEST_P(CellwiseTransferTest, RefusesLevelsAndVectorsThatDoNotFit)
    {
      make_levels({{1, 1, 1}});
      EXPECT_THROW(CellwiseTransfer<double>(fine, coarse), InvalidInput);
      EXPECT_THROW(CellwiseTransfer<double>(fine, fine), InvalidInput);
      EXPECT_THROW(CellwiseTransfer<double>(nullptr, fine), InvalidInput);
      EXPECT_THROW(CellwiseTransfer<double>(coarse, nullptr), InvalidInput);
      fine_description.children.clear();
      EXPECT_THROW(CellwiseTransfer<double>(
                     coarse,
                     std::make_shared<CellwiseMesh>(device, fine_description)),
                   InvalidInput);

      const CellwiseTransfer<double> transfer(coarse, fine);
      CellwiseVector<double> small(device, coarse->n_values());
      CellwiseVector<double> large(device, fine->n_values());
      EXPECT_THROW(transfer.prolongate(small, large), InvalidInput);
      EXPECT_THROW(transfer.prolongate_and_add(large, large), InvalidInput);
      EXPECT_THROW(transfer.restrict_and_add(small, small), InvalidInput);
    }

    INSTANTIATE_TEST_SUITE_P(Devices,
                             CellwiseTransferTest,
                             test::device_names(),
                             test::device_name);
  } // namespace
} // namespace tessera
