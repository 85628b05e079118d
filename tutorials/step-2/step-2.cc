// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The usual headers of a deal.II program for elasticity ...
#include <deal.II/base/mpi.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/timer.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/solver_cg.h>
#include <deal.II/lac/vector.h>
#include <deal.II/numerics/vector_tools.h>

// ... and those of Tessera: the hierarchy, and what connects it with deal.II.
#include <tessera/amg/smoothed_aggregation.h>
#include <tessera/dealii/bsr_cell_assembler.h>
#include <tessera/dealii/rigid_body_modes.h>

#include "options.h"
#include "output.h"
#include "peer_muelu.h"
#include "report.h"

#include <iostream>
#include <optional>
#include <stdexcept>

namespace Step2
{
  using namespace dealii;

  // @sect3{The <code>ElasticBeam</code> class}
  //
  // A beam of 4 x 1 x 1 is clamped at x = 0 and pulled down by a traction on
  // its other end. The class is that of many tutorials; what is different is
  // the type of the matrix and of the vectors that the solver works with.
  class ElasticBeam
  {
  public:
    ElasticBeam(const Parameters &parameters, const unsigned int degree);

    void run(Report &report);

  private:
    void make_grid(const unsigned int cycle);
    void setup_system();
    void assemble_system();
    void assemble_cell(const FEValues<3> &fe_values,
                       FullMatrix<double> &cell_matrix) const;
    Measurement solve();
    Measurement solve_with_peer() const;
    double relative_residual(const tessera::Vector<double> &x) const;
    double deflection(const Vector<double> &displacement) const;
    void assemble_load(const DoFHandler<3>::active_cell_iterator &cell,
                       FEFaceValues<3> &fe_face_values,
                       Vector<double> &cell_rhs) const;

    static constexpr double length   = 4.;
    static constexpr double lambda   = 0.3 / (1.3 * 0.4);
    static constexpr double mu       = 1. / (2. * 1.3);
    static constexpr double traction = -0.002;

    static constexpr double tolerance = 1e-8;

    const Parameters parameters;
    const tessera::Device device;

    Triangulation<3> triangulation;
    const FESystem<3> fe;
    DoFHandler<3> dof_handler;
    AffineConstraints<double> constraints;

    std::vector<double> rigid_body_modes;
    tessera::BsrMatrix<double> system_matrix;
    tessera::Vector<double> system_rhs;
    Vector<double> solution;
  };



  // The only place where it is said where to compute. A name that this machine
  // cannot serve is an error, so that no one measures the wrong device.
  ElasticBeam::ElasticBeam(const Parameters &parameters,
                           const unsigned int degree)
    : parameters(parameters)
    , device(tessera::Device::from_name(parameters.device))
    , fe(FE_Q<3>(degree), 3)
    , dof_handler(triangulation)
  {}



  // Quadratic elements start from a mesh that is twice as coarse, which gives
  // both degrees the same numbers of unknowns.
  void ElasticBeam::make_grid(const unsigned int cycle)
  {
    if (cycle > 0)
      {
        triangulation.refine_global();
        return;
      }
    GridGenerator::subdivided_hyper_rectangle(triangulation,
                                              {4, 1, 1},
                                              Point<3>(),
                                              Point<3>(length, 1., 1.),
                                              /*colorize*/ true);
    triangulation.refine_global(3 - fe.degree);
  }



  // @sect4{Unknowns grouped by node}
  //
  // A block of our matrix couples two nodes, and so the three displacements of
  // a node have to be numbered one after the other. That is how deal.II numbers
  // an FESystem of linear or quadratic elements. For cubic ones we would call
  // <code>DoFRenumbering::support_point_wise()</code> here; if we forgot it,
  // the functions of Tessera would refuse the DoFHandler and say so.
  //
  // Smoothed aggregation has to know what a smoother cannot reduce: the motions
  // of a rigid body, which cost no energy. With them the number of iterations
  // hardly depends on the mesh. The six vectors are zero on the clamped nodes.
  void ElasticBeam::setup_system()
  {
    dof_handler.distribute_dofs(fe);

    constraints.clear();
    DoFTools::make_zero_boundary_constraints(dof_handler, 0, constraints);
    constraints.close();

    solution.reinit(dof_handler.n_dofs());
    rigid_body_modes = tessera::rigid_body_modes(dof_handler, constraints);
  }



  // @sect4{Assembly}
  //
  // The bilinear form is that of step-8. We integrate the upper triangle and
  // mirror it.
  void ElasticBeam::assemble_cell(const FEValues<3> &fe_values,
                                  FullMatrix<double> &cell_matrix) const
  {
    cell_matrix = 0.;
    for (const unsigned int i : fe_values.dof_indices())
      for (unsigned int j = i; j < fe.n_dofs_per_cell(); ++j)
        {
          const unsigned int a = fe.system_to_component_index(i).first;
          const unsigned int b = fe.system_to_component_index(j).first;
          for (const unsigned int q : fe_values.quadrature_point_indices())
            {
              const Tensor<1, 3> &grad_i = fe_values.shape_grad(i, q);
              const Tensor<1, 3> &grad_j = fe_values.shape_grad(j, q);
              cell_matrix(i, j) +=
                (lambda * grad_i[a] * grad_j[b] + mu * grad_i[b] * grad_j[a] +
                 (a == b ? mu * (grad_i * grad_j) : 0.)) *
                fe_values.JxW(q);
            }
          cell_matrix(j, i) = cell_matrix(i, j);
        }
  }



  void
  ElasticBeam::assemble_load(const DoFHandler<3>::active_cell_iterator &cell,
                             FEFaceValues<3> &fe_face_values,
                             Vector<double> &cell_rhs) const
  {
    cell_rhs = 0.;
    for (const auto &face : cell->face_iterators())
      if (face->at_boundary() && face->boundary_id() == 1)
        {
          fe_face_values.reinit(cell, face);
          for (unsigned int i = 0; i < cell_rhs.size(); ++i)
            if (fe.system_to_component_index(i).first == 2)
              for (const auto q : fe_face_values.quadrature_point_indices())
                cell_rhs(i) += traction * fe_face_values.shape_value(i, q) *
                               fe_face_values.JxW(q);
        }
  }



  // There is no sparsity pattern to make. The assembler goes over the mesh once
  // to learn which cell contributes to which block, constraints included. After
  // that it takes the cell matrices, in any order, carries them to the device
  // in one piece and sums them up there. The right-hand side is deal.II's
  // business, and is copied to the device when it is complete.
  void ElasticBeam::assemble_system()
  {
    tessera::BsrCellAssembler<3> assembler(device, dof_handler, constraints);
    system_matrix = assembler.make_matrix();

    FEValues<3> fe_values(fe,
                          QGauss<3>(fe.degree + 1),
                          update_gradients | update_JxW_values);
    FEFaceValues<3> fe_face_values(fe,
                                   QGauss<2>(fe.degree + 1),
                                   update_values | update_JxW_values);

    const unsigned int n_dofs = fe.n_dofs_per_cell();
    FullMatrix<double> cell_matrix(n_dofs, n_dofs);
    Vector<double> cell_rhs(n_dofs);
    Vector<double> rhs(dof_handler.n_dofs());
    std::vector<types::global_dof_index> dof_indices(n_dofs);

    for (const auto &cell : dof_handler.active_cell_iterators())
      {
        fe_values.reinit(cell);
        assemble_cell(fe_values, cell_matrix);
        assembler.add(cell, cell_matrix);

        assemble_load(cell, fe_face_values, cell_rhs);
        cell->get_dof_indices(dof_indices);
        constraints.distribute_local_to_global(cell_rhs,
                                               dof_indices,
                                               rhs,
                                               cell_matrix);
      }
    assembler.assemble(system_matrix);
    system_rhs =
      tessera::Vector<double>(device,
                              std::vector<double>(rhs.begin(), rhs.end()));
  }



  // @sect4{Solver}
  //
  // The solver is deal.II's, and the preconditioner is given to it like any
  // other. All vectors are on the device: what comes back in an iteration are
  // the scalar products only.
  Measurement ElasticBeam::solve()
  {
    Timer timer;
    tessera::SmoothedAggregation preconditioner;
    preconditioner.initialize(system_matrix,
                              rigid_body_modes,
                              tessera::n_rigid_body_modes<3>);
    device.synchronize();
    const double setup_seconds = timer.wall_time();

    tessera::Vector<double> x(device, system_matrix.n());
    SolverControl control(500, tolerance * system_rhs.l2_norm());
    SolverCG<tessera::Vector<double>> solver(control);
    timer.restart();
    solver.solve(system_matrix, x, system_rhs, preconditioner);
    const double solve_seconds = timer.wall_time();

    const std::vector<double> values = x.copy_to_host();
    std::copy(values.begin(), values.end(), solution.begin());
    constraints.distribute(solution);
    return {preconditioner.n_levels(),
            preconditioner.operator_complexity(),
            control.last_step(),
            setup_seconds,
            solve_seconds,
            relative_residual(x),
            deflection(solution)};
  }



  // CG knows its residual from a recurrence. We do not rely on it and compute
  // the residual once more from its definition.
  double ElasticBeam::relative_residual(const tessera::Vector<double> &x) const
  {
    tessera::Vector<double> residual(device, system_matrix.m());
    system_matrix.residual(residual, x, system_rhs);
    return residual.l2_norm() / system_rhs.l2_norm();
  }



  // The theory of beams knows how far the loaded end goes down, see the
  // introduction.
  double ElasticBeam::deflection(const Vector<double> &displacement) const
  {
    Vector<double> value(3);
    VectorTools::point_value(dof_handler,
                             displacement,
                             Point<3>(length, 0.5, 0.5),
                             value);
    return -value(2);
  }



  // The same matrix goes to MueLu, as a scalar Tpetra matrix on the host.
  Measurement ElasticBeam::solve_with_peer() const
  {
    const MueLuResult result = solve_with_muelu(system_matrix,
                                                system_rhs.copy_to_host(),
                                                rigid_body_modes,
                                                tolerance);
    Vector<double> displacement(result.solution.begin(), result.solution.end());
    constraints.distribute(displacement);
    return {result.n_levels,
            result.operator_complexity,
            result.n_iterations,
            result.setup_seconds,
            result.solve_seconds,
            relative_residual(tessera::Vector<double>(device, result.solution)),
            deflection(displacement)};
  }



  // @sect4{Putting it together}
  void ElasticBeam::run(Report &report)
  {
    for (unsigned int cycle = 0; cycle < parameters.n_refinements; ++cycle)
      {
        make_grid(cycle);
        setup_system();
        std::cout << "Q" << fe.degree << " elements, " << dof_handler.n_dofs()
                  << " unknowns ..." << std::endl;
        assemble_system();
        const Problem problem  = {fe.degree,
                                  triangulation.n_active_cells(),
                                  dof_handler.n_dofs()};
        const Measurement ours = solve();
        std::optional<Measurement> muelu;
        if (muelu_is_available() && !parameters.no_muelu)
          muelu = solve_with_peer();
        report.add(problem, ours, muelu);
      }
    write_pictures(parameters.output, dof_handler, solution);
  }



  void run(const Parameters &parameters)
  {
    const auto device = tessera::Device::from_name(parameters.device);
    std::cout << "Solving on " << device.description() << ".\n";
    if (!muelu_is_available())
      std::cout << "Built without MueLu: its column is absent.\n";

    std::filesystem::create_directories(parameters.output);
    Report report(device.name());
    for (const unsigned int degree : {1, 2})
      if (parameters.degree == "both" ||
          parameters.degree == std::to_string(degree))
        ElasticBeam(parameters, degree).run(report);

    std::cout << '\n';
    report.print(std::cout);
    if (!parameters.json.empty())
      report.write_json(parameters.json);
  }
} // namespace Step2



// @sect3{The <code>main</code> function}
//
// Bad options, a device that is not there, and a solver that does not converge
// all end here with one sentence and a non-zero exit.
int main(int argc, char **argv)
{
  Step2::Parameters parameters;
  CLI::App app("An elastic beam, solved with smoothed aggregation on "
               "blocks by Tessera.",
               "step-2");
  Step2::declare_options(app, parameters);
  try
    {
      app.parse(argc, argv);
      // Kokkos would take our options for its own.
      int n_arguments = 1;
      dealii::Utilities::MPI::MPI_InitFinalize mpi(n_arguments, argv, 1);
      if (dealii::Utilities::MPI::n_mpi_processes(MPI_COMM_WORLD) > 1)
        throw std::runtime_error("This program runs on one process only.");
      Step2::run(parameters);
    }
  catch (const CLI::Success &help)
    {
      return app.exit(help);
    }
  catch (const std::exception &error)
    {
      std::cerr << "step-2: " << error.what() << '\n';
      return 1;
    }
}
