// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/bsr_cell_assembler.h>

#include <deal.II/base/function.h>
#include <deal.II/dofs/dof_renumbering.h>
#include <deal.II/dofs/dof_tools.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/dynamic_sparsity_pattern.h>
#include <deal.II/lac/sparse_matrix.h>
#include <deal.II/lac/sparsity_pattern.h>
#include <deal.II/numerics/vector_tools_boundary.h>

#include <devices.h>
#include <gtest/gtest.h>
#include <tolerance.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tessera
{
  namespace
  {
    class BsrCellAssemblerTest : public test::OnEachDevice
    {};

    INSTANTIATE_TEST_SUITE_P(Devices,
                             BsrCellAssemblerTest,
                             test::device_names(),
                             test::device_name);



    /**
     * A locally refined square or cube with hanging nodes, one face clamped
     * with a value that is not zero and one face on rollers.
     */
    template <int dim>
    class Problem
    {
    public:
      explicit Problem(const unsigned int degree)
        : fe(dealii::FE_Q<dim>(degree), dim)
        , dof_handler(triangulation)
      {
        dealii::GridGenerator::hyper_cube(triangulation, 0., 1., true);
        triangulation.refine_global(1);
        triangulation.begin_active()->set_refine_flag();
        triangulation.execute_coarsening_and_refinement();
        dof_handler.distribute_dofs(fe);

        dealii::DoFTools::make_hanging_node_constraints(dof_handler,
                                                        constraints);
        dealii::VectorTools::interpolate_boundary_values(
          dof_handler,
          0,
          dealii::Functions::ConstantFunction<dim>(0.5, dim),
          constraints);
        dealii::ComponentMask second(dim, false);
        second.set(1, true);
        dealii::VectorTools::interpolate_boundary_values(
          dof_handler,
          3,
          dealii::Functions::ZeroFunction<dim>(dim),
          constraints,
          second);
        constraints.close();
      }

      /** Full of different numbers, so that no two entries can be mixed up. */
      dealii::FullMatrix<double> cell_matrix(const unsigned int cell,
                                             const double factor) const
      {
        const unsigned int n = fe.n_dofs_per_cell();
        dealii::FullMatrix<double> matrix(n, n);
        for (unsigned int i = 0; i < n; ++i)
          for (unsigned int j = 0; j < n; ++j)
            matrix(i, j) = factor * std::sin(1. + cell + 17. * i + 0.3 * j);
        // Constrained unknowns then get an average for their diagonal.
        matrix(0, 0) = 0.;
        return matrix;
      }

      dealii::Triangulation<dim> triangulation;
      dealii::FESystem<dim> fe;
      dealii::DoFHandler<dim> dof_handler;
      dealii::AffineConstraints<double> constraints;
    };



    /** deal.II's own assembly. */
    template <int dim>
    dealii::FullMatrix<double> reference(const Problem<dim> &problem,
                                         const double factor)
    {
      const auto &dof_handler = problem.dof_handler;
      dealii::DynamicSparsityPattern dynamic(dof_handler.n_dofs());
      dealii::DoFTools::make_sparsity_pattern(dof_handler,
                                              dynamic,
                                              problem.constraints,
                                              false);
      dealii::SparsityPattern pattern;
      pattern.copy_from(dynamic);
      dealii::SparseMatrix<double> matrix(pattern);
      std::vector<dealii::types::global_dof_index> dofs(
        problem.fe.n_dofs_per_cell());
      for (const auto &cell : dof_handler.active_cell_iterators())
        {
          cell->get_dof_indices(dofs);
          problem.constraints.distribute_local_to_global(
            problem.cell_matrix(cell->active_cell_index(), factor),
            dofs,
            matrix);
        }
      dealii::FullMatrix<double> dense(matrix.m(), matrix.n());
      dense.copy_from(matrix);
      return dense;
    }



    /** Takes the blocks from the dense matrix; what remains must be zero. */
    void expect_equal(const BsrMatrix<double> &matrix,
                      dealii::FullMatrix<double> expected,
                      const double bound)
    {
      const auto offsets = matrix.row_offsets().copy_to_host();
      const auto columns = matrix.columns().copy_to_host();
      const auto values  = matrix.values().copy_to_host();
      const int size     = matrix.block_height();
      ASSERT_EQ(matrix.m(), expected.m());
      ASSERT_EQ(matrix.n(), expected.n());
      for (std::int64_t row = 0; row < matrix.n_block_rows(); ++row)
        for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k)
          for (int r = 0; r < size; ++r)
            for (int c = 0; c < size; ++c)
              expected(row * size + r, columns[k] * size + c) -=
                values[(k * size + r) * size + c];
      for (unsigned int i = 0; i < expected.m(); ++i)
        for (unsigned int j = 0; j < expected.n(); ++j)
          ASSERT_LE(std::fabs(expected(i, j)), bound) << i << ", " << j;
    }



    template <int dim>
    void check_against_reference(const Device &device)
    {
      for (const unsigned int degree : {1, 2})
        {
          const Problem<dim> problem(degree);
          BsrCellAssembler<dim> assembler(device,
                                          problem.dof_handler,
                                          problem.constraints);
          auto matrix = assembler.make_matrix();
          EXPECT_EQ(matrix.device(), device);
          // The second time shows that nothing of the first one is left.
          for (const double factor : {1., -2.})
            {
              for (const auto &cell :
                   problem.dof_handler.active_cell_iterators())
                assembler.add(cell,
                              problem.cell_matrix(cell->active_cell_index(),
                                                  factor));
              assembler.assemble(matrix);
              expect_equal(matrix,
                           reference(problem, factor),
                           test::tolerance<double>(
                             64 * problem.fe.n_dofs_per_cell(), 1., 2.));
            }
        }
    }



    TEST_P(BsrCellAssemblerTest, EqualsSparseMatrixIn2d)
    {
      check_against_reference<2>(device);
    }



    TEST_P(BsrCellAssemblerTest, EqualsSparseMatrixIn3d)
    {
      check_against_reference<3>(device);
    }



    TEST_P(BsrCellAssemblerTest, ConstrainedNodesAreAlone)
    {
      const Problem<2> problem(1);
      BsrCellAssembler<2> assembler(device,
                                    problem.dof_handler,
                                    problem.constraints);
      const auto matrix  = assembler.make_matrix();
      const auto offsets = matrix.row_offsets().copy_to_host();
      const auto columns = matrix.columns().copy_to_host();
      int n_alone        = 0;
      for (std::int64_t node = 0; node < matrix.n_block_rows(); ++node)
        if (problem.constraints.is_constrained(2 * node) &&
            problem.constraints.is_constrained(2 * node + 1))
          {
            ++n_alone;
            EXPECT_EQ(offsets[node + 1] - offsets[node], 1);
            EXPECT_EQ(columns[offsets[node]], node);
          }
      // Four on the clamped side, two hanging.
      EXPECT_EQ(n_alone, 6);
    }



    TEST_P(BsrCellAssemblerTest, RefusesWrongInput)
    {
      Problem<2> problem(1);
      BsrCellAssembler<2> assembler(device,
                                    problem.dof_handler,
                                    problem.constraints);
      auto matrix     = assembler.make_matrix();
      const auto cell = problem.dof_handler.begin_active();

      EXPECT_THROW(assembler.add(cell, dealii::FullMatrix<double>(8, 7)),
                   InvalidInput);
      auto cell_matrix  = problem.cell_matrix(0, 1.);
      cell_matrix(2, 3) = std::numeric_limits<double>::quiet_NaN();
      EXPECT_THROW(assembler.add(cell, cell_matrix), InvalidInput);
      cell_matrix(2, 3) = 1.;
      assembler.add(cell, cell_matrix);
      EXPECT_THROW(assembler.add(cell, cell_matrix), InvalidInput);
      EXPECT_THROW(assembler.assemble(matrix), InvalidInput);

      dealii::AffineConstraints<double> open;
      open.add_line(0);
      EXPECT_THROW(BsrCellAssembler<2>(device, problem.dof_handler, open),
                   InvalidInput);
      dealii::DoFRenumbering::component_wise(problem.dof_handler);
      EXPECT_THROW(BsrCellAssembler<2>(device,
                                       problem.dof_handler,
                                       problem.constraints),
                   InvalidInput);
    }
  } // namespace
} // namespace tessera
