// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/tpetra/bsr_conversion.h>

#include <Teuchos_DefaultSerialComm.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_Map.hpp>
#include <Tpetra_Vector.hpp>

#include <devices.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace tessera
{
  namespace
  {
    /** MPI and Kokkos for the whole program. */
    class TpetraEnvironment : public testing::Environment
    {
    public:
      void SetUp() override
      {
        int n_arguments  = 0;
        char **arguments = nullptr;
        Tpetra::initialize(&n_arguments, &arguments);
      }

      void TearDown() override
      {
        Tpetra::finalize();
      }
    };

    testing::Environment *const environment =
      testing::AddGlobalTestEnvironment(new TpetraEnvironment);



    class TpetraBsrConversion : public test::OnEachDevice
    {};

    INSTANTIATE_TEST_SUITE_P(Devices,
                             TpetraBsrConversion,
                             test::device_names(),
                             test::device_name);

    using TpetraVector = Tpetra::Vector<double, int, long long>;
    using Map          = TpetraCrsMatrix::map_type;



    /** Blocks of @p height x @p width at irregular places, none in row 2. */
    BsrMatrix<double> irregular_matrix(const Device &device,
                                       const int n_block_rows,
                                       const int n_block_columns,
                                       const int height,
                                       const int width)
    {
      std::vector<std::int64_t> offsets(1, 0);
      std::vector<std::int32_t> columns;
      for (int i = 0; i < n_block_rows; ++i)
        {
          for (int j = 0; j < n_block_columns; ++j)
            if (i != 2 && (i * i + j) % 3 == 0)
              columns.push_back(j);
          offsets.push_back(static_cast<std::int64_t>(columns.size()));
        }
      std::vector<double> values(columns.size() * height * width);
      for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = static_cast<double>(k % 101) - 50.;
      return BsrMatrix<double>(
        device, n_block_columns, height, width, offsets, columns, values);
    }



    /** A x by Tpetra for x = 1, 2, 3, ... */
    std::vector<double> tpetra_product(const TpetraCrsMatrix &matrix)
    {
      TpetraVector x(matrix.getDomainMap());
      TpetraVector y(matrix.getRangeMap());
      for (std::size_t i = 0; i < matrix.getGlobalNumCols(); ++i)
        x.replaceLocalValue(static_cast<int>(i), 1. + static_cast<double>(i));
      matrix.apply(x, y);
      const auto values = y.getData();
      return std::vector<double>(values.begin(), values.end());
    }



    std::vector<double> product(const BsrMatrix<double> &matrix)
    {
      std::vector<double> x(matrix.n());
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = 1. + static_cast<double>(i);
      Vector<double> dst(matrix.device(),
                         static_cast<std::int64_t>(matrix.m()));
      matrix.vmult(dst, Vector<double>(matrix.device(), x));
      return dst.copy_to_host();
    }



    TEST_P(TpetraBsrConversion, ProductsAreEqual)
    {
      const auto communicator = Teuchos::createSerialComm<int>();
      for (const int width : {3, 6})
        for (const int n_block_columns : {5, 11})
          {
            const auto matrix =
              irregular_matrix(device, 11, n_block_columns, 3, width);
            const auto converted = make_crs_matrix(matrix, communicator);
            EXPECT_EQ(converted->getGlobalNumRows(), matrix.m());
            EXPECT_EQ(converted->getGlobalNumCols(), matrix.n());
            EXPECT_EQ(converted->getGlobalNumEntries(),
                      static_cast<std::size_t>(matrix.n_blocks() * 3 * width));
            // Sums of integers are exact.
            EXPECT_EQ(tpetra_product(*converted), product(matrix));
          }
    }



    TEST_P(TpetraBsrConversion, RoundTripChangesNothing)
    {
      const auto matrix = irregular_matrix(device, 11, 5, 3, 3);
      const auto back   = make_bsr_matrix(
        *make_crs_matrix(matrix, Teuchos::createSerialComm<int>()), 3, device);
      EXPECT_EQ(back.device(), device);
      EXPECT_EQ(back.n_block_columns(), matrix.n_block_columns());
      EXPECT_EQ(back.row_offsets().copy_to_host(),
                matrix.row_offsets().copy_to_host());
      EXPECT_EQ(back.columns().copy_to_host(), matrix.columns().copy_to_host());
      EXPECT_EQ(back.values().copy_to_host(), matrix.values().copy_to_host());
    }



    /** A matrix filled by the user's usual calls, columns first met last. */
    Teuchos::RCP<TpetraCrsMatrix> hand_filled_matrix(const int n)
    {
      const auto map =
        Teuchos::rcp(new Map(static_cast<Tpetra::global_size_t>(n),
                             0,
                             Teuchos::createSerialComm<int>()));
      const auto matrix = Teuchos::rcp(new TpetraCrsMatrix(map, 3));
      for (int i = 0; i < n; ++i)
        {
          const long long other = (n - 1 - i + n / 2) % n;
          const double values   = 1. + i;
          matrix->insertGlobalValues(i, 1, &values, &other);
        }
      return matrix;
    }



    TEST_P(TpetraBsrConversion, PatternThatDoesNotFillItsBlocks)
    {
      const auto matrix = hand_filled_matrix(12);
      matrix->fillComplete();
      const auto converted = make_bsr_matrix(*matrix, 3, device);
      EXPECT_EQ(product(converted), tpetra_product(*matrix));
      EXPECT_EQ(converted.values().size(), 9 * converted.n_blocks());
      // Four block rows of three entries that lie in one block each.
      EXPECT_EQ(converted.n_blocks(), 4);
    }



    TEST_P(TpetraBsrConversion, RefusesWrongInput)
    {
      const auto matrix = hand_filled_matrix(10);
      EXPECT_THROW(make_bsr_matrix(*matrix, 1, device), InvalidInput);
      matrix->fillComplete();
      EXPECT_NO_THROW(make_bsr_matrix(*matrix, 5, device));
      EXPECT_THROW(make_bsr_matrix(*matrix, 3, device), InvalidInput);
      EXPECT_THROW(make_bsr_matrix(*matrix, 0, device), InvalidInput);
    }
  } // namespace
} // namespace tessera
