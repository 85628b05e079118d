// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/node_blocks.h>

#include <deal.II/dofs/dof_renumbering.h>
#include <deal.II/fe/fe_dgp.h>
#include <deal.II/fe/fe_q.h>
#include <deal.II/fe/fe_raviart_thomas.h>
#include <deal.II/fe/fe_system.h>
#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>

#include <gtest/gtest.h>

#include <string>

namespace tessera
{
  namespace
  {
    /** What require_grouped_by_node() says; empty if it is content. */
    template <int dim>
    std::string complaint(const dealii::DoFHandler<dim> &dof_handler)
    {
      try
        {
          require_grouped_by_node(dof_handler);
        }
      catch (const InvalidInput &error)
        {
          return error.what();
        }
      return "";
    }



    template <int dim>
    void check_numberings()
    {
      dealii::Triangulation<dim> triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      triangulation.refine_global(1);
      triangulation.begin_active()->set_refine_flag();
      triangulation.execute_coarsening_and_refinement();
      dealii::DoFHandler<dim> dof_handler(triangulation);
      EXPECT_NE(complaint(dof_handler).find("distribute_dofs()"),
                std::string::npos);

      for (const unsigned int degree : {1, 2, 3})
        {
          const dealii::FESystem<dim> fe(dealii::FE_Q<dim>(degree), dim);
          dof_handler.distribute_dofs(fe);
          if (degree < 3)
            EXPECT_EQ(complaint(dof_handler), "");
          else
            EXPECT_NE(complaint(dof_handler).find("support_point_wise"),
                      std::string::npos);

          dealii::DoFRenumbering::component_wise(dof_handler);
          EXPECT_NE(complaint(dof_handler).find("support_point_wise"),
                    std::string::npos);
          dealii::DoFRenumbering::support_point_wise(dof_handler);
          EXPECT_EQ(complaint(dof_handler), "");
        }
    }



    TEST(NodeBlocks, NumberingsIn2d)
    {
      check_numberings<2>();
    }



    TEST(NodeBlocks, NumberingsIn3d)
    {
      check_numberings<3>();
    }



    TEST(NodeBlocks, RefusesElementsWithoutCommonNodes)
    {
      dealii::Triangulation<2> triangulation;
      dealii::GridGenerator::hyper_cube(triangulation);
      dealii::DoFHandler<2> dof_handler(triangulation);

      const dealii::FESystem<2> taylor_hood(dealii::FE_Q<2>(2),
                                            2,
                                            dealii::FE_Q<2>(1),
                                            1);
      dof_handler.distribute_dofs(taylor_hood);
      EXPECT_NE(complaint(dof_handler).find("FE_Q<2>(2)^2-FE_Q<2>(1)"),
                std::string::npos);

      dof_handler.distribute_dofs(dealii::FE_RaviartThomas<2>(1));
      EXPECT_NE(complaint(dof_handler), "");

      const dealii::FESystem<2> no_nodes(dealii::FE_DGP<2>(1), 2);
      dof_handler.distribute_dofs(no_nodes);
      EXPECT_NE(complaint(dof_handler), "");
    }
  } // namespace
} // namespace tessera
