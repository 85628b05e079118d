// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/copies.h>

#include "cellwise/level_checks.h"
#include "cellwise/level_exchange.h"
#include "kernels/cellwise_average.h"
#include "kernels/dispatch.h"

namespace tessera
{
  template <typename Number>
  void average_copies(const CellwiseMesh &mesh, CellwiseVector<Number> &vector)
  {
    average_copies(mesh, vector, vector);
  }



  template <typename Number>
  void average_copies(const CellwiseMesh &mesh,
                      CellwiseVector<Number> &dst,
                      const CellwiseVector<Number> &src)
  {
    internal::require_level_vector(mesh, src, "src");
    internal::require_level_vector(mesh, dst, "dst");
    const std::int64_t n          = mesh.n_local_values();
    const std::int64_t n_interior = mesh.n_interior_vertex_entries();
    const ArrayView<const std::int32_t> vertices = mesh.vertices();
    const auto average = [&](const ArrayView<const std::int32_t> some) {
      internal::dispatch(mesh.device(), [&](const auto &queue) {
        internal::cellwise_average(queue,
                                   some,
                                   mesh.dirichlet(),
                                   ArrayView<const Number>{src.data(), n},
                                   ArrayView<Number>{dst.data(), n});
      });
    };
    internal::update_shared_nodes_start(mesh, src);
    average({vertices.data, n_interior});
    internal::update_shared_nodes_finish(mesh, src);
    average({vertices.data + n_interior, vertices.size - n_interior});
  }

  template void average_copies(const CellwiseMesh &, CellwiseVector<float> &);
  template void average_copies(const CellwiseMesh &, CellwiseVector<double> &);
  template void average_copies(const CellwiseMesh &,
                               CellwiseVector<float> &,
                               const CellwiseVector<float> &);
  template void average_copies(const CellwiseMesh &,
                               CellwiseVector<double> &,
                               const CellwiseVector<double> &);
} // namespace tessera
