// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_multigrid.h>

#include "cellwise/level_checks.h"
#include "kernels/dispatch.h"
#include "kernels/recorded_calls.h"

namespace tessera
{
  namespace
  {
    using Meshes = std::vector<std::shared_ptr<const CellwiseMesh>>;

    const Meshes &require_levels(const Meshes &meshes)
    {
      TESSERA_REQUIRE(!meshes.empty(),
                      InvalidInput,
                      "CellwiseMultigrid was given no level, expected at least "
                      "one.");
      return meshes;
    }
  } // namespace



  template <typename Number>
  CellwiseMultigrid<Number>::CellwiseMultigrid(const Meshes &meshes)
    : CellwiseMultigrid(meshes, AdditionalData())
  {}



  template <typename Number>
  CellwiseMultigrid<Number>::CellwiseMultigrid(const Meshes &meshes,
                                               const AdditionalData &data)
    : data(data)
    , outer_transfer(require_levels(meshes).back(),
                     {data.basis, data.rebalance, data.restore_equality})
    , coarse_solver(meshes.front(), {data.basis})
    , recorded_cycle(std::make_shared<internal::RecordedCalls>())
  {
    TESSERA_REQUIRE(data.n_smoothing_steps > 0,
                    InvalidInput,
                    "The number of smoothing steps is 0, expected at least 1.");
    for (std::size_t l = 0; l < meshes.size(); ++l)
      {
        Level level{VertexPatchSmoother<Number>(meshes[l], data.basis),
                    nullptr,
                    {},
                    {},
                    {}};
        if (l > 0)
          level.transfer =
            std::make_unique<CellwiseTransfer<Number>>(meshes[l - 1],
                                                       meshes[l],
                                                       data.basis);
        meshes[l]->initialize_vector(level.solution);
        meshes[l]->initialize_vector(level.rhs);
        if (l > 0 && data.basis == CellBasis::nodal)
          meshes[l]->initialize_vector(level.residual);
        levels.push_back(std::move(level));
      }
  }



  template <typename Number>
  void CellwiseMultigrid<Number>::vmult(CellwiseVector<double> &dst,
                                        const CellwiseVector<double> &src) const
  {
    internal::require_level_vectors_on_all_ranks(*levels.back().smoother.mesh(),
                                                 dst,
                                                 src);
    outer_transfer.copy_to_level(levels.back().rhs, src);
    run_cycle();
    outer_transfer.copy_from_level(dst, levels.back().solution);
  }



  template <typename Number>
  void CellwiseMultigrid<Number>::run_cycle() const
  {
    const auto calls         = [this] { cycle(levels.size() - 1); };
    const CellwiseMesh &mesh = *coarse_solver.mesh();
    // The iteration on a larger coarsest level and messages need the host.
    if (!mesh.is_one_patch() || mesh.communicator() != nullptr)
      calls();
    else
      internal::dispatch(mesh.device(), [&](const auto &queue) {
        recorded_cycle->run(queue, calls);
      });
  }



  template <typename Number>
  void CellwiseMultigrid<Number>::cycle(const std::size_t l) const
  {
    const Level &level = levels[l];
    if (l == 0)
      {
        coarse_solver.vmult(level.solution, level.rhs);
        return;
      }
    level.smoother.vmult(level.solution, level.rhs);
    for (unsigned int i = 1; i < data.n_smoothing_steps; ++i)
      level.smoother.step(level.solution, level.rhs, true);
    level.transfer->restrict_residual(levels[l - 1].rhs,
                                      level.rhs,
                                      level.solution,
                                      level.residual);
    cycle(l - 1);
    level.transfer->prolongate_and_add(level.solution, levels[l - 1].solution);
    for (unsigned int i = 0; i < data.n_smoothing_steps; ++i)
      if (data.symmetric)
        level.smoother.Tstep(level.solution, level.rhs, true);
      else
        level.smoother.step(level.solution, level.rhs, true);
  }



  template <typename Number>
  unsigned int CellwiseMultigrid<Number>::n_levels() const
  {
    return static_cast<unsigned int>(levels.size());
  }



  template <typename Number>
  std::size_t CellwiseMultigrid<Number>::memory_consumption() const
  {
    std::size_t bytes = 0;
    for (const Level &level : levels)
      bytes += level.solution.memory_consumption() +
               level.rhs.memory_consumption() +
               level.residual.memory_consumption();
    return bytes;
  }

  template class CellwiseMultigrid<float>;
  template class CellwiseMultigrid<double>;
} // namespace tessera
