// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/rigid_body_modes.h>

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/dofs/dof_renumbering.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q1.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/grid_tools.h>
#include <deal.II/grid/tria.h>
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/vector.h>

#include <gtest/gtest.h>
#include <tolerance.h>

#include <vector>

namespace tessera
{
  namespace
  {
    /** Plain elasticity with lambda = mu = 1 on one cell. */
    template <int dim>
    dealii::FullMatrix<double>
    elasticity_cell_matrix(const dealii::FEValues<dim> &fe_values)
    {
      const auto &fe       = fe_values.get_fe();
      const unsigned int n = fe.n_dofs_per_cell();
      dealii::FullMatrix<double> matrix(n, n);
      for (const unsigned int q : fe_values.quadrature_point_indices())
        for (unsigned int i = 0; i < n; ++i)
          for (unsigned int j = 0; j < n; ++j)
            {
              const unsigned int a = fe.system_to_component_index(i).first;
              const unsigned int b = fe.system_to_component_index(j).first;
              const auto gi        = fe_values.shape_grad(i, q);
              const auto gj        = fe_values.shape_grad(j, q);
              matrix(i, j) +=
                (gi[a] * gj[b] + gi[b] * gj[a] + (a == b ? gi * gj : 0.)) *
                fe_values.JxW(q);
            }
      return matrix;
    }



    /** Largest entry of the cell matrices times the modes, over all cells. */
    template <int dim>
    void expect_in_kernel(const dealii::DoFHandler<dim> &dof_handler,
                          const std::vector<double> &modes)
    {
      const auto &fe = dof_handler.get_fe();
      dealii::FEValues<dim> fe_values(fe,
                                      dealii::QGauss<dim>(fe.degree + 2),
                                      dealii::update_gradients |
                                        dealii::update_JxW_values);
      const unsigned int n       = fe.n_dofs_per_cell();
      const unsigned int n_modes = n_rigid_body_modes<dim>;
      dealii::Vector<double> x(n), Ax(n);
      std::vector<dealii::types::global_dof_index> dofs(n);
      for (const auto &cell : dof_handler.active_cell_iterators())
        {
          fe_values.reinit(cell);
          cell->get_dof_indices(dofs);
          const auto matrix = elasticity_cell_matrix(fe_values);
          for (unsigned int mode = 0; mode < n_modes; ++mode)
            {
              for (unsigned int i = 0; i < n; ++i)
                x(i) = modes[dofs[i] * n_modes + mode];
              matrix.vmult(Ax, x);
              EXPECT_GT(x.linfty_norm(), 0.05) << "mode " << mode;
              EXPECT_LT(Ax.linfty_norm(),
                        test::tolerance<double>(8 * n,
                                                matrix.linfty_norm(),
                                                1.))
                << "mode " << mode << " on cell " << cell->id();
            }
        }
    }



    template <int dim>
    class RigidBody
    {
    public:
      RigidBody(const unsigned int degree, const double scale)
        : fe(dealii::FE_Q<dim>(degree), dim)
        , dof_handler(triangulation)
      {
        dealii::Point<dim> corner;
        for (unsigned int d = 0; d < dim; ++d)
          corner[d] = 2. + d;
        dealii::GridGenerator::hyper_rectangle(triangulation,
                                               dealii::Point<dim>(),
                                               corner);
        triangulation.refine_global(1);
        dealii::GridTools::distort_random(0.2, triangulation, true, 7);
        dealii::GridTools::scale(scale, triangulation);
        dof_handler.distribute_dofs(fe);
      }

      dealii::Triangulation<dim> triangulation;
      dealii::FESystem<dim> fe;
      dealii::DoFHandler<dim> dof_handler;
    };



    template <int dim>
    void check_kernel()
    {
      const dealii::AffineConstraints<double> none;
      for (const unsigned int degree : {1, 2})
        {
          RigidBody<dim> body(degree, 1.);
          expect_in_kernel(body.dof_handler,
                           rigid_body_modes(body.dof_handler, none));
        }
    }



    TEST(RigidBodyModes, AreInTheKernelOfElasticityIn2d)
    {
      check_kernel<2>();
    }



    TEST(RigidBodyModes, AreInTheKernelOfElasticityIn3d)
    {
      check_kernel<3>();
    }



    TEST(RigidBodyModes, ValuesAtACorner)
    {
      RigidBody<3> body(1, 1.);
      const auto modes =
        rigid_body_modes(body.dof_handler, dealii::AffineConstraints<double>());
      // Unknowns 0, 1, 2 are those of the corner (0,0,0); the centre is
      // (1, 1.5, 2) and half the diagonal of the box is sqrt(29) / 2.
      const double l                     = std::sqrt(29.) / 2.;
      const std::vector<double> expected = {1.,
                                            0.,
                                            0.,
                                            0.,
                                            -2. / l,
                                            1.5 / l,
                                            0.,
                                            1.,
                                            0.,
                                            2. / l,
                                            0.,
                                            -1. / l,
                                            0.,
                                            0.,
                                            1.,
                                            -1.5 / l,
                                            1. / l,
                                            0.};
      test::expect_near(std::vector<double>(modes.begin(), modes.begin() + 18),
                        expected,
                        test::tolerance<double>(4, 1., 1.));
    }



    TEST(RigidBodyModes, DoNotDependOnTheUnitOfLength)
    {
      const dealii::AffineConstraints<double> none;
      RigidBody<3> metres(2, 1.);
      RigidBody<3> millimetres(2, 1000.);
      test::expect_near(rigid_body_modes(millimetres.dof_handler, none),
                        rigid_body_modes(metres.dof_handler, none),
                        test::tolerance<double>(10, 1., 1.));
    }



    TEST(RigidBodyModes, AreZeroOnConstrainedUnknownsOnly)
    {
      RigidBody<3> body(1, 1.);
      dealii::AffineConstraints<double> constraints;
      constraints.add_line(4);
      constraints.add_line(9);
      constraints.close();
      auto expected =
        rigid_body_modes(body.dof_handler, dealii::AffineConstraints<double>());
      for (const unsigned int dof : {4, 9})
        for (unsigned int mode = 0; mode < 6; ++mode)
          expected[dof * 6 + mode] = 0.;
      EXPECT_EQ(rigid_body_modes(dealii::MappingQ1<3>(),
                                 body.dof_handler,
                                 constraints),
                expected);
    }



    TEST(RigidBodyModes, RefusesOtherNumberingsAndElements)
    {
      RigidBody<3> body(1, 1.);
      const dealii::AffineConstraints<double> none;
      dealii::DoFRenumbering::component_wise(body.dof_handler);
      EXPECT_THROW(rigid_body_modes(body.dof_handler, none), InvalidInput);

      const dealii::FESystem<3> two_components(dealii::FE_Q<3>(1), 2);
      body.dof_handler.distribute_dofs(two_components);
      EXPECT_THROW(rigid_body_modes(body.dof_handler, none), InvalidInput);
    }
  } // namespace
} // namespace tessera
