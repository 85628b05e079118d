// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_multigrid.h>
#include <tessera/cellwise/copies.h>
#include <tessera/dealii/poisson_multigrid.h>
#include <tessera/dealii/solver_pairing_cg.h>

#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/lac/vector.h>

#include "cellwise/level_checks.h"

#include <vector>

namespace tessera
{
  namespace
  {
    using VectorType = CellwiseVector<double>;
    using Data       = PoissonMultigrid::AdditionalData;

    template <typename Number>
    std::shared_ptr<const CellwiseMultigrid<Number>>
    make_multigrid(const CellwiseLevels &levels, const Data &data)
    {
      std::vector<std::shared_ptr<const CellwiseMesh>> meshes;
      for (unsigned int l = levels.min_level(); l <= levels.max_level(); ++l)
        meshes.push_back(levels[l]);
      typename CellwiseMultigrid<Number>::AdditionalData cycle_data;
      if (data.precision != PoissonMultigrid::Precision::mixed)
        cycle_data.basis = CellBasis::nodal;
      cycle_data.symmetric =
        data.outer != PoissonMultigrid::OuterIteration::stationary;
      // Conjugate gradients do that in place.
      cycle_data.rebalance = data.outer != PoissonMultigrid::OuterIteration::cg;
      return std::make_shared<const CellwiseMultigrid<Number>>(meshes,
                                                               cycle_data);
    }



    const Data &require_interval(const Data &data)
    {
      TESSERA_REQUIRE(data.rebalance_interval > 0,
                      InvalidInput,
                      "rebalance_interval is 0, expected at least 1.");
      return data;
    }
  } // namespace



  PoissonMultigrid::PoissonMultigrid(const dealii::DoFHandler<3> &dof_handler,
                                     const DiffusionEquation &equation)
    : PoissonMultigrid(dof_handler, equation, AdditionalData())
  {}



  PoissonMultigrid::PoissonMultigrid(const dealii::DoFHandler<3> &dof_handler,
                                     const DiffusionEquation &equation,
                                     const AdditionalData &data)
    : PoissonMultigrid(make_cellwise_levels(dof_handler.get_triangulation(),
                                            data.device,
                                            data.min_level,
                                            equation),
                       dof_handler,
                       data)
  {}



  PoissonMultigrid::PoissonMultigrid(const CellwiseLevels &levels,
                                     const dealii::DoFHandler<3> &dof_handler,
                                     const AdditionalData &data)
    : data(require_interval(data))
    , map(dof_handler, levels[levels.max_level()])
    , finest_matrix(CellwiseOperator<double>::laplace(map.mesh()))
  {
    const auto use = [this](const auto &multigrid) {
      cycle = [multigrid](VectorType &dst, const VectorType &src) {
        multigrid->vmult(dst, src);
      };
      stationary_cycles =
        [multigrid, matrix = finest_matrix](VectorType &x,
                                            const VectorType &b,
                                            const unsigned int n_cycles) {
          return multigrid->iterate(matrix, x, b, n_cycles);
        };
    };
    if (data.precision == Precision::full)
      use(make_multigrid<double>(levels, data));
    else
      use(make_multigrid<float>(levels, data));
    if (map.mesh()->is_singular())
      constants = std::make_shared<const ConstantMode<double>>(map.mesh());
  }



  void PoissonMultigrid::vmult(CellwiseVector<double> &dst,
                               const CellwiseVector<double> &src) const
  {
    cycle(dst, src);
    if (constants != nullptr)
      constants->project_primal(dst);
  }



  template <typename DealiiVectorType>
  void PoissonMultigrid::solve(dealii::SolverControl &control,
                               DealiiVectorType &solution,
                               const DealiiVectorType &right_hand_side)
  {
    VectorType x, b;
    map.copy_to_cellwise(x, solution);
    map.copy_dual_to_cellwise(b, right_hand_side);
    solve_cellwise(control, x, b);
    map.copy_from_cellwise(solution, x);
  }



  template <typename DealiiVectorType>
  void PoissonMultigrid::solve(const unsigned int n_cycles,
                               DealiiVectorType &solution,
                               const DealiiVectorType &right_hand_side)
  {
    VectorType x, b;
    map.copy_to_cellwise(x, solution);
    map.copy_dual_to_cellwise(b, right_hand_side);
    solve_cellwise(n_cycles, x, b);
    map.copy_from_cellwise(solution, x);
  }



  void PoissonMultigrid::solve_cellwise(
    dealii::SolverControl &control,
    CellwiseVector<double> &solution,
    const CellwiseVector<double> &right_hand_side)
  {
    const auto iterate = [&](VectorType &x, const VectorType &b) {
      if (data.outer == OuterIteration::cg)
        iterate_with_cg(control, x, b);
      else
        iterate_stationary(control, x, b);
    };
    solve_projected(iterate, solution, right_hand_side);
  }



  void PoissonMultigrid::solve_cellwise(
    const unsigned int n_cycles,
    CellwiseVector<double> &solution,
    const CellwiseVector<double> &right_hand_side)
  {
    const auto iterate = [&](VectorType &x, const VectorType &b) {
      last_monitor.clear();
      for (const double value : stationary_cycles(x, b, n_cycles))
        last_monitor.add(value * value);
    };
    solve_projected(iterate, solution, right_hand_side);
  }



  void PoissonMultigrid::solve_projected(
    const Iteration &iteration,
    CellwiseVector<double> &solution,
    const CellwiseVector<double> &right_hand_side)
  {
    internal::require_level_vectors_on_all_ranks(*map.mesh(),
                                                 solution,
                                                 right_hand_side);
    if (constants == nullptr)
      {
        iteration(solution, right_hand_side);
        return;
      }
    VectorType solvable(right_hand_side);
    constants->project_dual(solvable);
    iteration(solution, solvable);
    constants->project_primal(solution);
  }



  void PoissonMultigrid::iterate_with_cg(
    dealii::SolverControl &control,
    CellwiseVector<double> &solution,
    const CellwiseVector<double> &right_hand_side)
  {
    const CellwiseMesh &mesh = *map.mesh();
    const auto rebalance     = [&mesh](VectorType &residual) {
      average_copies(mesh, residual);
    };
    SolverPairingCG<VectorType> solver(
      control, {data.stopping_value, rebalance, data.rebalance_interval});
    solver.solve(finest_matrix, solution, right_hand_side, *this);
    last_monitor = solver.monitor();
  }



  void PoissonMultigrid::iterate_stationary(
    dealii::SolverControl &control,
    CellwiseVector<double> &solution,
    const CellwiseVector<double> &right_hand_side)
  {
    internal::require_finite_right_hand_side(right_hand_side.linfty_norm());
    last_monitor.clear();
    dealii::SolverControl::State state = dealii::SolverControl::iterate;
    unsigned int n_cycles              = 0;
    for (; state == dealii::SolverControl::iterate; ++n_cycles)
      {
        const double value =
          stationary_cycles(solution, right_hand_side, 1).front();
        last_monitor.add(value * value);
        if (n_cycles == 0)
          state = control.check(0, last_monitor.values()[0]);
        if (state == dealii::SolverControl::iterate)
          state =
            control.check(n_cycles + 1,
                          last_monitor.stopping_value(data.stopping_value));
      }
    if (state != dealii::SolverControl::success)
      throw dealii::SolverControl::NoConvergence(n_cycles,
                                                 last_monitor.values().back());
  }



  const PairingMonitor &PoissonMultigrid::monitor() const
  {
    return last_monitor;
  }



  const CellwiseOperator<double> &PoissonMultigrid::matrix() const
  {
    return finest_matrix;
  }



  const CellwiseDoFMap &PoissonMultigrid::dof_map() const
  {
    return map;
  }



  template void PoissonMultigrid::solve(const unsigned int,
                                        dealii::Vector<double> &,
                                        const dealii::Vector<double> &);
  template void PoissonMultigrid::solve(
    const unsigned int,
    dealii::LinearAlgebra::distributed::Vector<double> &,
    const dealii::LinearAlgebra::distributed::Vector<double> &);
  template void PoissonMultigrid::solve(dealii::SolverControl &,
                                        dealii::Vector<double> &,
                                        const dealii::Vector<double> &);
  template void PoissonMultigrid::solve(
    dealii::SolverControl &,
    dealii::LinearAlgebra::distributed::Vector<double> &,
    const dealii::LinearAlgebra::distributed::Vector<double> &);
} // namespace tessera
