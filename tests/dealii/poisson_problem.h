// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_dealii_poisson_problem_h
#define tessera_tests_dealii_poisson_problem_h

#include <tessera/cellwise/cellwise_operator.h>
#include <tessera/dealii/cellwise_dof_map.h>
#include <tessera/dealii/cellwise_levels.h>
#include <tessera/dealii/mg_cellwise_coarse_solver.h>
#include <tessera/dealii/mg_cellwise_laplace.h>
#include <tessera/dealii/mg_cellwise_transfer.h>
#include <tessera/dealii/mg_vertex_patch_smoother.h>

#include <deal.II/base/function_lib.h>
#include <deal.II/base/numbers.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/multigrid/multigrid.h>
#include <deal.II/numerics/vector_tools.h>

#include <cmath>
#include <memory>
#include <utility>

namespace tessera
{
  namespace test
  {
    /** sin(pi x) sin(pi y) sin(pi z) times a factor. */
    class ProductOfSines : public dealii::Function<3>
    {
    public:
      explicit ProductOfSines(const double factor)
        : factor(factor)
      {}

      double value(const dealii::Point<3> &p,
                   const unsigned int = 0) const override
      {
        double product = factor;
        for (unsigned int axis = 0; axis < 3; ++axis)
          product *= std::sin(dealii::numbers::PI * p[axis]);
        return product;
      }

    private:
      double factor;
    };



    /** The Poisson problem of reference/patch_multigrid.h. */
    class PoissonProblem
    {
      using Triangulation = dealii::Triangulation<3>;
      using VectorType    = dealii::LinearAlgebra::distributed::Vector<double>;

    public:
      /** On this process alone. */
      PoissonProblem(const Device &device, const unsigned int level)
        : PoissonProblem(device, level, std::make_unique<Triangulation>())
      {}

      /** On the ranks of @p empty, a triangulation to be filled. */
      PoissonProblem(const Device &device,
                     const unsigned int level,
                     std::unique_ptr<Triangulation> empty)
        : triangulation_storage(std::move(empty))
        , triangulation(*triangulation_storage)
        , fe(3)
        , dof_handler(triangulation)
      {
        dealii::GridGenerator::hyper_cube(triangulation);
        triangulation.refine_global(level);
        dof_handler.distribute_dofs(fe);
        levels  = make_cellwise_levels(triangulation, device, 1);
        dof_map = std::make_unique<CellwiseDoFMap>(dof_handler, levels[level]);

        const double pi = dealii::numbers::PI;
        VectorType f    = ghosted_vector();
        dealii::VectorTools::interpolate(dof_handler,
                                         ProductOfSines(3. * pi * pi),
                                         f);
        CellwiseVector<double> nodal;
        dof_map->copy_to_cellwise(nodal, f);
        rhs.reinit(nodal);
        CellwiseOperator<double>::mass(levels[level]).vmult(rhs, nodal);
        solution.reinit(nodal);
      }

      double l2_error() const
      {
        VectorType u = ghosted_vector();
        dof_map->copy_from_cellwise(u, solution);
        u.update_ghost_values();
        dealii::Vector<double> cellwise_error(triangulation.n_active_cells());
        dealii::VectorTools::integrate_difference(dof_handler,
                                                  u,
                                                  ProductOfSines(1.),
                                                  cellwise_error,
                                                  dealii::QGauss<3>(6),
                                                  dealii::VectorTools::L2_norm);
        return dealii::VectorTools::compute_global_error(
          triangulation, cellwise_error, dealii::VectorTools::L2_norm);
      }

    private:
      VectorType ghosted_vector() const
      {
        dealii::IndexSet relevant;
        dealii::DoFTools::extract_locally_relevant_dofs(dof_handler, relevant);
        return VectorType(dof_handler.locally_owned_dofs(),
                          relevant,
                          dof_handler.get_communicator());
      }

      std::unique_ptr<Triangulation> triangulation_storage;

    public:
      Triangulation &triangulation;
      dealii::FE_Q<3> fe;
      dealii::DoFHandler<3> dof_handler;
      CellwiseLevels levels;
      std::unique_ptr<CellwiseDoFMap> dof_map;
      CellwiseVector<double> rhs;
      CellwiseVector<double> solution;
    };



    /** deal.II's multigrid with Tessera's parts. */
    class VCycle
    {
    public:
      using Order = SweepOrder;

      VCycle(const PoissonProblem &problem, const Order post_order)
        : matrix(problem.levels)
        , transfer(problem.levels)
        , pre_smoother(problem.levels)
        , post_smoother(problem.levels, post_order)
        , coarse_solver(problem.levels)
        , multigrid(matrix,
                    coarse_solver,
                    transfer,
                    pre_smoother,
                    post_smoother,
                    problem.levels.min_level(),
                    problem.levels.max_level())
        , preconditioner(problem.dof_handler, multigrid, transfer)
        , finest(matrix[problem.levels.max_level()])
      {}

      MGCellwiseLaplace<double> matrix;
      MGCellwiseTransfer<double> transfer;
      MGVertexPatchSmoother<double> pre_smoother;
      MGVertexPatchSmoother<double> post_smoother;
      MGCellwiseCoarseSolver<double> coarse_solver;
      dealii::Multigrid<CellwiseVector<double>> multigrid;
      dealii::
        PreconditionMG<3, CellwiseVector<double>, MGCellwiseTransfer<double>>
          preconditioner;
      const CellwiseOperator<double> &finest;
    };
  } // namespace test
} // namespace tessera

#endif
