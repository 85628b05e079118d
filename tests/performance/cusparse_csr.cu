// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "performance/cusparse_csr.h"

#include <tessera/base/array.h>

#include <cusparse.h>

#include <stdexcept>
#include <string>

namespace benchmark
{
  namespace
  {
    void check(const cusparseStatus_t status)
    {
      if (status != CUSPARSE_STATUS_SUCCESS)
        throw std::runtime_error(std::string("cuSPARSE: ") +
                                 cusparseGetErrorString(status));
    }
  } // namespace



  struct CusparseCsr::Implementation
  {
    tessera::Array<std::int32_t> row_offsets, columns;
    tessera::Array<double> values;
    tessera::Array<char> buffer;
    std::int64_t n_rows, n_columns;
    cusparseHandle_t handle     = nullptr;
    cusparseSpMatDescr_t matrix = nullptr;
    cusparseDnVecDescr_t x = nullptr, y = nullptr;
    const double one = 1., zero = 0.;
  };



  CusparseCsr::CusparseCsr(const tessera::Device &device,
                           const std::int64_t n_columns,
                           const std::vector<std::int32_t> &row_offsets,
                           const std::vector<std::int32_t> &columns,
                           const std::vector<double> &values)
    : implementation(new Implementation)
  {
    Implementation &p = *implementation;
    p.row_offsets     = tessera::Array<std::int32_t>(device, row_offsets);
    p.columns         = tessera::Array<std::int32_t>(device, columns);
    p.values          = tessera::Array<double>(device, values);
    p.n_rows          = p.row_offsets.size() - 1;
    p.n_columns       = n_columns;
    check(cusparseCreate(&p.handle));
    check(cusparseSetStream(p.handle, device.stream()));
    check(cusparseCreateCsr(&p.matrix,
                            p.n_rows,
                            n_columns,
                            p.values.size(),
                            p.row_offsets.data(),
                            p.columns.data(),
                            p.values.data(),
                            CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO,
                            CUDA_R_64F));
    // The descriptors get the real addresses in vmult(); the size query and
    // the preprocessing only need some.
    check(cusparseCreateDnVec(&p.x, n_columns, p.values.data(), CUDA_R_64F));
    check(cusparseCreateDnVec(&p.y, p.n_rows, p.values.data(), CUDA_R_64F));
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(p.handle,
                                  CUSPARSE_OPERATION_NON_TRANSPOSE,
                                  &p.one,
                                  p.matrix,
                                  p.x,
                                  &p.zero,
                                  p.y,
                                  CUDA_R_64F,
                                  CUSPARSE_SPMV_ALG_DEFAULT,
                                  &bytes));
    p.buffer =
      tessera::Array<char>(device, static_cast<std::int64_t>(bytes) + 1);
    check(cusparseSpMV_preprocess(p.handle,
                                  CUSPARSE_OPERATION_NON_TRANSPOSE,
                                  &p.one,
                                  p.matrix,
                                  p.x,
                                  &p.zero,
                                  p.y,
                                  CUDA_R_64F,
                                  CUSPARSE_SPMV_ALG_DEFAULT,
                                  p.buffer.data()));
  }



  CusparseCsr::~CusparseCsr()
  {
    cusparseDestroyDnVec(implementation->x);
    cusparseDestroyDnVec(implementation->y);
    cusparseDestroySpMat(implementation->matrix);
    cusparseDestroy(implementation->handle);
  }



  void CusparseCsr::vmult(double *y, const double *x)
  {
    Implementation &p = *implementation;
    check(cusparseDnVecSetValues(p.x, const_cast<double *>(x)));
    check(cusparseDnVecSetValues(p.y, y));
    check(cusparseSpMV(p.handle,
                       CUSPARSE_OPERATION_NON_TRANSPOSE,
                       &p.one,
                       p.matrix,
                       p.x,
                       &p.zero,
                       p.y,
                       CUDA_R_64F,
                       CUSPARSE_SPMV_ALG_DEFAULT,
                       p.buffer.data()));
  }
} // namespace benchmark
