// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_cusparse_csr_h
#define tessera_tests_performance_cusparse_csr_h

#include <tessera/base/device.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace benchmark
{
  /** y = A x by cuSPARSE's CSR product, preprocessed: the peer of bsr_spmv. */
  class CusparseCsr
  {
  public:
    CusparseCsr(const tessera::Device &device,
                const std::int64_t n_columns,
                const std::vector<std::int32_t> &row_offsets,
                const std::vector<std::int32_t> &columns,
                const std::vector<double> &values);
    ~CusparseCsr();

    /** @p x and @p y are on the device. */
    void vmult(double *y, const double *x);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation;
  };
} // namespace benchmark

#endif
