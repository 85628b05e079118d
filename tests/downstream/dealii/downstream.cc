// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A matrix of deal.II, solved by deal.II's CG on any device with an installed
// Tessera's preconditioner.

#include <tessera/amg/smoothed_aggregation.h>
#include <tessera/dealii/bsr_conversion.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/sparse_matrix.h>
#include <deal.II/numerics/matrix_creator.h>

#include <iostream>

int main()
{
  dealii::Triangulation<2> triangulation;
  dealii::GridGenerator::hyper_cube(triangulation);
  triangulation.refine_global(5);
  const dealii::FE_Q<2> fe(1);
  dealii::DoFHandler<2> dof_handler(triangulation);
  dof_handler.distribute_dofs(fe);
  dealii::DynamicSparsityPattern dynamic_pattern(dof_handler.n_dofs());
  dealii::DoFTools::make_sparsity_pattern(dof_handler, dynamic_pattern);
  dealii::SparsityPattern pattern;
  pattern.copy_from(dynamic_pattern);

  // Laplace and mass matrix, so that no boundary values are needed.
  dealii::SparseMatrix<double> matrix(pattern), mass(pattern);
  dealii::MatrixCreator::create_laplace_matrix(dof_handler,
                                               dealii::QGauss<2>(2),
                                               matrix);
  dealii::MatrixCreator::create_mass_matrix(dof_handler,
                                            dealii::QGauss<2>(2),
                                            mass);
  matrix.add(1., mass);

  const tessera::Device device = tessera::Device::best();
  const tessera::BsrMatrix<double> A =
    tessera::make_bsr_matrix(matrix, 1, device);
  tessera::SmoothedAggregation preconditioner;
  preconditioner.initialize(A, std::vector<double>(A.m(), 1.), 1);

  const auto n = static_cast<std::int64_t>(A.m());
  tessera::Vector<double> x(device, n), b(device, n), r(device, n);
  b = 1.;
  dealii::SolverControl control(50, 1e-8 * b.l2_norm());
  dealii::SolverCG<tessera::Vector<double>> solver(control);
  solver.solve(A, x, b, preconditioner);

  A.residual(r, x, b);
  std::cout << control.last_step() << " iterations on " << device.name()
            << ", residual " << r.l2_norm() / b.l2_norm() << std::endl;
  return r.l2_norm() < 2e-8 * b.l2_norm() ? 0 : 1;
}
