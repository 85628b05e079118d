// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_cell_basis_helpers_h
#define tessera_tests_cell_basis_helpers_h

#include <tessera/cellwise/cell_basis.h>
#include <tessera/cellwise/cellwise_vector.h>
#include <tessera/cellwise/q3_matrices.h>

#include <gtest/gtest.h>

#include <vector>

#include "reference/patch_sweep.h"

namespace tessera
{
  namespace test
  {
    /** What a test is run for on each device. */
    template <typename Number>
    struct Numbers
    {
      CellBasis basis;
    };



    template <typename Test>
    void for_all_numbers(const Test &test)
    {
      for (const CellBasis basis : {CellBasis::nodal, CellBasis::eigen})
        {
          SCOPED_TRACE(basis == CellBasis::nodal ? "nodal" : "eigen");
          {
            SCOPED_TRACE("double");
            test(Numbers<double>{basis});
          }
          {
            SCOPED_TRACE("float");
            test(Numbers<float>{basis});
          }
        }
    }



    /** Nodal primal values in the basis and the precision of the smoother. */
    template <typename Number>
    CellwiseVector<Number> primal(const Device &device,
                                  const Numbers<Number> numbers,
                                  const std::vector<double> &u)
    {
      const auto values =
        numbers.basis == CellBasis::nodal
          ? u
          : reference::change_basis(q3_matrices().cell_eigenvectors_inverse,
                                    false,
                                    u);
      return {device, std::vector<Number>(values.begin(), values.end())};
    }

    template <typename Number>
    CellwiseVector<Number> dual(const Device &device,
                                const Numbers<Number> numbers,
                                const std::vector<double> &b)
    {
      const auto values =
        numbers.basis == CellBasis::nodal
          ? b
          : reference::change_basis(q3_matrices().cell_eigenvectors, true, b);
      return {device, std::vector<Number>(values.begin(), values.end())};
    }

    template <typename Number>
    std::vector<double> nodal(const Numbers<Number> numbers,
                              const CellwiseVector<Number> &u)
    {
      const auto host = u.copy_to_host();
      const std::vector<double> values(host.begin(), host.end());
      return numbers.basis == CellBasis::nodal
               ? values
               : reference::change_basis(q3_matrices().cell_eigenvectors,
                                         false,
                                         values);
    }
  } // namespace test
} // namespace tessera

#endif
