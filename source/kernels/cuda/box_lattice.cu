// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "kernels/generic/box_lattice.h"

#include "kernels/cuda/parallel.cuh"

namespace tessera
{
  namespace internal
  {
    template struct BoxLatticeKernels<CudaQueue>;

    namespace
    {
      /**
       * Applies a matrix along one axis: a thread computes one point, so that
       * neighbouring threads read neighbouring addresses, of the matrix along
       * x and of the points along y and z.
       */
      void transform(const CudaQueue &queue,
                     const BoxLatticeView &box,
                     const int axis,
                     const bool transposed,
                     const double *src,
                     double *dst)
      {
        const LatticeAxis a  = box.axes[axis];
        const double *matrix = transposed ? a.modes_transposed : a.modes;
        const std::int64_t n_points =
          box.axes[0].n * box.axes[1].n * box.axes[2].n;
        std::int64_t stride = 1;
        for (int other = 0; other < axis; ++other)
          stride *= box.axes[other].n;
        for_each(queue,
                 n_points,
                 [=] TESSERA_HOST_DEVICE(const std::int64_t point) {
                   const std::int64_t row = point / stride % a.n;
                   const double *line     = src + point - row * stride;
                   double sum             = 0.;
                   for (std::int64_t k = 0; k < a.n; ++k)
                     sum += matrix[k * a.column_size + row] * line[k * stride];
                   dst[point] = sum;
                 });
      }



      void scale_by_inverse(const CudaQueue &queue,
                            const BoxLatticeView &box,
                            double *modes)
      {
        const std::int64_t n_x = box.axes[0].n, n_y = box.axes[1].n;
        for_each(queue,
                 n_x * n_y * box.axes[2].n,
                 [=] TESSERA_HOST_DEVICE(const std::int64_t i) {
                   const double sum = box.axes[0].eigenvalues[i % n_x] +
                                      box.axes[1].eigenvalues[i / n_x % n_y] +
                                      box.axes[2].eigenvalues[i / (n_x * n_y)] +
                                      box.reaction;
                   modes[i] *= sum > 0. ? 1. / sum : 0.;
                 });
      }
    } // namespace



    void solve_on_lattice(const CudaQueue &queue,
                          const BoxLatticeView &box,
                          ArrayView<double> lattice,
                          ArrayView<double> scratch)
    {
      transform(queue, box, 0, true, lattice.data, scratch.data);
      transform(queue, box, 1, true, scratch.data, lattice.data);
      transform(queue, box, 2, true, lattice.data, scratch.data);
      scale_by_inverse(queue, box, scratch.data);
      transform(queue, box, 2, false, scratch.data, lattice.data);
      transform(queue, box, 1, false, lattice.data, scratch.data);
      transform(queue, box, 0, false, scratch.data, lattice.data);
    }
  } // namespace internal
} // namespace tessera
