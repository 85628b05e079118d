// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/basis_change.h>
#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/copies.h>

#include "cellwise/level_checks.h"
#include "cellwise/small_cycle.h"
#include "kernels/dispatch.h"
#include "kernels/outer_update.h"
#include "kernels/recorded_calls.h"

#include <cmath>
#include <type_traits>

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
    if (std::is_same<Number, float>::value && meshes.size() > 1 &&
        data.basis == CellBasis::eigen)
      small_cycle =
        internal::SmallCycle::create(meshes[0],
                                     meshes[1],
                                     static_cast<int>(data.n_smoothing_steps),
                                     data.symmetric);
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
  std::vector<double>
  CellwiseMultigrid<Number>::iterate(const CellwiseOperator<double> &matrix,
                                     CellwiseVector<double> &x,
                                     const CellwiseVector<double> &b,
                                     const unsigned int n_cycles) const
  {
    const CellwiseMesh &mesh = *levels.back().smoother.mesh();
    internal::require_level_vectors_on_all_ranks(mesh, x, b);
    if (outer_residual.size() == 0)
      mesh.initialize_vector(outer_residual, true);
    Vector<double> pairings(mesh.device(), n_cycles);
    for (unsigned int i = 0; i < n_cycles; ++i)
      step(matrix, x, b, pairings.data() + i);

    std::vector<double> monitor = pairings.copy_to_host();
    if (mesh.communicator() != nullptr)
      mesh.communicator()->sum(monitor);
    for (double &value : monitor)
      {
        value = std::sqrt(std::fabs(value));
        TESSERA_REQUIRE(std::isfinite(value),
                        NumericalFailure,
                        "The monitor of the iteration is "
                          << value
                          << ": the right-hand side or the start value is not "
                             "finite, or the levels do not fit the matrix.");
      }
    return monitor;
  }



  template <typename Number>
  void CellwiseMultigrid<Number>::step(const CellwiseOperator<double> &matrix,
                                       CellwiseVector<double> &x,
                                       const CellwiseVector<double> &b,
                                       double *const pairing) const
  {
    const Level &level        = levels.back();
    const CellwiseMesh &mesh  = *level.smoother.mesh();
    CellwiseVector<Number> &z = level.solution;
    CellwiseVector<double> &r = outer_residual;
    const std::int64_t n      = mesh.n_values();
    matrix.residual(r, x, b);
    if (data.rebalance)
      average_copies(mesh, r);
    dual_from_nodal(mesh, data.basis, level.rhs, r);
    run_cycle();
    primal_to_nodal(mesh, data.basis, z, z);
    if (data.restore_equality)
      average_copies(mesh, z);
    internal::dispatch(mesh.device(), [&](const auto &queue) {
      internal::outer_update(queue,
                             ArrayView<const Number>{z.data(), n},
                             ArrayView<const double>{r.data(), n},
                             ArrayView<double>{x.data(), n},
                             pairing);
    });
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
    if constexpr (std::is_same<Number, float>::value)
      if (l == 1 && small_cycle != nullptr)
        {
          small_cycle->run(level.solution, level.rhs);
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
  std::size_t CellwiseMultigrid<Number>::n_recorded_kernels() const
  {
    return recorded_cycle->n_nodes();
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
