// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/vertex_patch_update.h"

#include "kernels/cuda/check.cuh"
#include "kernels/cuda/lanes.cuh"
#include "kernels/cuda/vertex_patch_bulk.h"
#include "kernels/generic/vertex_patch_update.h"

namespace tessera
{
  namespace internal
  {
    namespace
    {
      // A thread has one cell, eight threads a patch.
      constexpr int n_threads = 128;



      /** Copies the tables from the parameters of the kernel. */
      template <typename Number>
      __device__ void load_transform(const PatchTransform<Number> &transform,
                                     PatchTransform<Number> &shared)
      {
        static_assert(sizeof(transform) % sizeof(int) == 0, "");
        const int *source = reinterpret_cast<const int *>(&transform);
        int *destination  = reinterpret_cast<int *>(&shared);
        for (unsigned int i = threadIdx.x; i < sizeof(transform) / sizeof(int);
             i += n_threads)
          destination[i] = source[i];
        __syncthreads();
      }



      template <CellBasis basis, bool has_coefficients, typename Number>
      __global__ void __launch_bounds__(n_threads) vertex_patch_update_kernel(
        const __grid_constant__ PatchTransform<Number> transform,
        const std::int64_t n_patches,
        const std::int32_t *patches,
        const double *coefficients,
        const Number *rhs,
        Number *u)
      {
        __shared__ PatchTransform<Number> shared;
        load_transform(transform, shared);

        const std::int64_t thread =
          static_cast<std::int64_t>(blockIdx.x) * n_threads + threadIdx.x;
        const std::int64_t patch = thread / 8;
        // Exchanges want whole warps: what is left over repeats the last patch.
        const std::int32_t *slots =
          patches + 8 * (patch < n_patches ? patch : n_patches - 1);

        CudaLanes<Number, basis, has_coefficients> lanes;
        lanes.transform          = &shared;
        lanes.lane               = static_cast<int>(thread % 8);
        const CellSource source  = cell_source(slots, lanes.lane);
        const std::int64_t first = 64 * static_cast<std::int64_t>(source.cell);
        const bool has_values    = source.cell >= 0;
        lanes.rhs                = has_values ? rhs + first : nullptr;
        lanes.u                  = has_values ? u + first : nullptr;
        lanes.axes               = source.axes;
        const std::int32_t own   = slots[lanes.lane];
        lanes.own_u              = own >= 0 && patch < n_patches
                                     ? u + 64 * static_cast<std::int64_t>(own)
                                     : nullptr;
        if constexpr (has_coefficients)
          {
            lanes.coefficient = has_values ? coefficients[source.cell] : 1.;
            lanes.patch_coefficient = patch_coefficient(coefficients, slots);
          }
        update_patch<basis>(lanes);
      }



      template <CellBasis basis, bool has_coefficients, typename Number>
      void launch(const CudaQueue &queue,
                  const PatchTransform<Number> &transform,
                  const ArrayView<const std::int32_t> patches,
                  const ArrayView<const double> coefficients,
                  const ArrayView<const Number> rhs,
                  const ArrayView<Number> u)
      {
        const std::int64_t n_blocks =
          (patches.size + n_threads - 1) / n_threads;
        vertex_patch_update_kernel<basis, has_coefficients>
          <<<static_cast<unsigned int>(n_blocks), n_threads, 0, queue.stream>>>(
            transform,
            patches.size / 8,
            patches.data,
            coefficients.data,
            rhs.data,
            u.data);
        check_launch("vertex_patch_update", queue.stream);
      }
    } // namespace



    template <typename Number>
    void vertex_patch_update(const CudaQueue &queue,
                             const PatchTransform<Number> &transform,
                             const ArrayView<const std::int32_t> patches,
                             const bool complete,
                             const ArrayView<const double> coefficients,
                             const ArrayView<const Number> rhs,
                             const ArrayView<Number> u)
    {
      if (patches.size == 0)
        return;
      if (complete && vertex_patch_bulk_update(
                        queue, transform, patches, coefficients, rhs, u))
        return;
      const bool eigen = transform.basis == CellBasis::eigen;
      if (coefficients.size == 0 && eigen)
        launch<CellBasis::eigen, false>(
          queue, transform, patches, coefficients, rhs, u);
      else if (coefficients.size == 0)
        launch<CellBasis::nodal, false>(
          queue, transform, patches, coefficients, rhs, u);
      else if (eigen)
        launch<CellBasis::eigen, true>(
          queue, transform, patches, coefficients, rhs, u);
      else
        launch<CellBasis::nodal, true>(
          queue, transform, patches, coefficients, rhs, u);
    }

    template void vertex_patch_update(const CudaQueue &,
                                      const PatchTransform<float> &,
                                      ArrayView<const std::int32_t>,
                                      const bool,
                                      ArrayView<const double>,
                                      ArrayView<const float>,
                                      ArrayView<float>);
    template void vertex_patch_update(const CudaQueue &,
                                      const PatchTransform<double> &,
                                      ArrayView<const std::int32_t>,
                                      const bool,
                                      ArrayView<const double>,
                                      ArrayView<const double>,
                                      ArrayView<double>);
  } // namespace internal
} // namespace tessera
