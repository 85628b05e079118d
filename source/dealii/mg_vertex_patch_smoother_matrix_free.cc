// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/dealii/mg_vertex_patch_smoother_matrix_free.h>

#include "dealii/level_index.h"

#include <utility>

namespace tessera
{
  template <typename Number>
  MGVertexPatchSmootherMatrixFree<Number>::AdditionalData::AdditionalData(
    const Device &device,
    const unsigned int min_level,
    const Order order,
    const unsigned int n_sweeps)
    : device(device)
    , min_level(min_level)
    , order(order)
    , n_sweeps(n_sweeps)
  {}



  template <typename Number>
  void MGVertexPatchSmootherMatrixFree<Number>::initialize(
    const dealii::DoFHandler<3> &dof_handler,
    const DiffusionEquation &equation,
    const AdditionalData &additional_data)
  {
    const auto maps = make_cellwise_dof_maps(dof_handler,
                                             additional_data.device,
                                             additional_data.min_level,
                                             equation);
    std::vector<VertexPatchRelaxation<Number>> levels;
    for (unsigned int level = maps.min_level(); level <= maps.max_level();
         ++level)
      {
        levels.emplace_back();
        levels.back().initialize({maps[level], additional_data.n_sweeps});
      }
    order       = additional_data.order;
    min_level   = additional_data.min_level;
    relaxations = std::move(levels);
  }



  template <typename Number>
  void MGVertexPatchSmootherMatrixFree<Number>::clear()
  {
    relaxations.clear();
  }



  template <typename Number>
  void
  MGVertexPatchSmootherMatrixFree<Number>::smooth(const unsigned int level,
                                                  VectorType &u,
                                                  const VectorType &rhs) const
  {
    const VertexPatchRelaxation<Number> &relaxation =
      relaxations[internal::level_index(level, min_level, relaxations.size())];
    if (order == Order::forward)
      relaxation.step(u, rhs);
    else
      relaxation.Tstep(u, rhs);
  }



  template <typename Number>
  void
  MGVertexPatchSmootherMatrixFree<Number>::apply(const unsigned int level,
                                                 VectorType &u,
                                                 const VectorType &rhs) const
  {
    const VertexPatchRelaxation<Number> &relaxation =
      relaxations[internal::level_index(level, min_level, relaxations.size())];
    if (order == Order::reversed)
      relaxation.Tvmult(u, rhs);
    else
      relaxation.vmult(u, rhs);
  }



  template <typename Number>
  std::size_t
  MGVertexPatchSmootherMatrixFree<Number>::memory_consumption() const
  {
    std::size_t n_bytes = 0;
    for (const VertexPatchRelaxation<Number> &relaxation : relaxations)
      n_bytes += relaxation.memory_consumption();
    return n_bytes;
  }



  template class MGVertexPatchSmootherMatrixFree<float>;
  template class MGVertexPatchSmootherMatrixFree<double>;
} // namespace tessera
