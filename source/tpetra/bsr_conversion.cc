// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/bsr/block_conversion.h>
#include <tessera/tpetra/bsr_conversion.h>

#include <Teuchos_ArrayRCP.hpp>
#include <Tpetra_Map.hpp>

#include "bsr/scalar_rows.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace tessera
{
  namespace
  {
    void require_one_process(const Teuchos::Comm<int> &communicator)
    {
      TESSERA_REQUIRE(communicator.getSize() == 1,
                      InvalidInput,
                      "A communicator of "
                        << communicator.getSize()
                        << " processes was given; a BsrMatrix lives on one. "
                        << "Use a communicator of one process.");
    }



    template <typename T, typename S>
    Teuchos::ArrayRCP<T> to_array_rcp(const std::vector<S> &values)
    {
      Teuchos::ArrayRCP<T> copy(values.size());
      std::copy(values.begin(), values.end(), copy.begin());
      return copy;
    }



    /** Number in the domain map of each local column. */
    std::vector<std::int32_t> column_numbers(const TpetraCrsMatrix &matrix)
    {
      const auto &column_map = *matrix.getColMap();
      const auto &domain_map = *matrix.getDomainMap();
      std::vector<std::int32_t> numbers(column_map.getGlobalNumElements());
      for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = domain_map.getLocalElement(
          column_map.getGlobalElement(static_cast<int>(i)));
      return numbers;
    }
  } // namespace



  BsrMatrix<double> make_bsr_matrix(const TpetraCrsMatrix &matrix,
                                    const int block_size,
                                    const Device &device)
  {
    TESSERA_REQUIRE(matrix.isFillComplete(),
                    InvalidInput,
                    "The CrsMatrix is not fill complete; call fillComplete() "
                    "first.");
    require_one_process(*matrix.getComm());
    TESSERA_REQUIRE(matrix.getRowMap()->isSameAs(*matrix.getRangeMap()),
                    InvalidInput,
                    "The row map of the CrsMatrix is not its range map; use "
                    "one map for both.");

    const auto numbers = column_numbers(matrix);
    internal::ScalarRows rows(matrix.getGlobalNumEntries());
    std::vector<std::pair<std::int32_t, double>> row;
    typename TpetraCrsMatrix::local_inds_host_view_type row_columns;
    typename TpetraCrsMatrix::values_host_view_type row_values;
    const auto n_rows = static_cast<int>(matrix.getGlobalNumRows());
    for (int i = 0; i < n_rows; ++i)
      {
        matrix.getLocalRowView(i, row_columns, row_values);
        row.clear();
        for (std::size_t k = 0; k < row_columns.extent(0); ++k)
          row.emplace_back(numbers[row_columns(k)], row_values(k));
        rows.add_row(row);
      }
    return make_bsr_matrix(rows.make_matrix(
                             matrix.getDomainMap()->getGlobalNumElements()),
                           block_size,
                           block_size,
                           device);
  }



  Teuchos::RCP<TpetraCrsMatrix>
  make_crs_matrix(const BsrMatrix<double> &matrix,
                  const Teuchos::RCP<const Teuchos::Comm<int>> &communicator)
  {
    require_one_process(*communicator);

    const BsrMatrix<double> scalar =
      make_bsr_matrix(matrix, 1, 1, Device::host());
    using Map          = typename TpetraCrsMatrix::map_type;
    const auto row_map = Teuchos::rcp(
      new Map(static_cast<Tpetra::global_size_t>(matrix.m()), 0, communicator));
    const auto column_map =
      matrix.m() == matrix.n()
        ? row_map
        : Teuchos::rcp(new Map(static_cast<Tpetra::global_size_t>(matrix.n()),
                               0,
                               communicator));

    const auto result =
      Teuchos::rcp(new TpetraCrsMatrix(row_map, column_map, 0));
    result->setAllValues(to_array_rcp<std::size_t>(
                           scalar.row_offsets().copy_to_host()),
                         to_array_rcp<int>(scalar.columns().copy_to_host()),
                         to_array_rcp<double>(scalar.values().copy_to_host()));
    result->expertStaticFillComplete(column_map, row_map);
    return result;
  }
} // namespace tessera
