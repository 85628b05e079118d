// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_dealii_domains_h
#define tessera_tests_dealii_domains_h

#include <deal.II/grid/grid_generator.h>
#include <deal.II/grid/tria.h>

#include <functional>
#include <string>
#include <vector>

namespace tessera
{
  namespace test
  {
    using Triangulation = dealii::Triangulation<3>;

    /** A triangulation for degrees of freedom on levels. */
    class LevelTriangulation : public Triangulation
    {
    public:
      LevelTriangulation()
        : Triangulation(Triangulation::limit_level_difference_at_vertices)
      {}
    };

    /** Boundary ids 0 to 5 on a box, as GridGenerator colours it. */
    inline void make_stretched_box(Triangulation &triangulation)
    {
      dealii::GridGenerator::subdivided_hyper_rectangle(
        triangulation,
        {3, 1, 2},
        dealii::Point<3>(-1., 2., 0.5),
        dealii::Point<3>(2., 3., 4.5),
        true);
    }

    /** The square [0,2]^2 without its first quarter, times [0,1]. */
    inline void make_l_shape(Triangulation &triangulation)
    {
      dealii::GridGenerator::subdivided_hyper_L(triangulation,
                                                {2, 2, 1},
                                                dealii::Point<3>(0., 0., 0.),
                                                dealii::Point<3>(2., 2., 1.),
                                                {1, 1, 1});
    }

    /** The cube [0,2]^3 without its first octant. */
    inline void make_fichera_corner(Triangulation &triangulation)
    {
      dealii::GridGenerator::subdivided_hyper_L(triangulation,
                                                {2, 2, 2},
                                                dealii::Point<3>(0., 0., 0.),
                                                dealii::Point<3>(2., 2., 2.),
                                                {1, 1, 1});
    }

    /** The plate [0,3]^2 x [0,1] without [1,2]^2. */
    inline void make_plate_with_hole(Triangulation &triangulation)
    {
      dealii::Triangulation<2> plate;
      dealii::GridGenerator::cheese(plate, {1, 1});
      dealii::GridGenerator::extrude_triangulation(plate, 2, 1., triangulation);
    }

    /** [0,1]^3 and [x,x+1] x [0,1]^2. */
    inline void make_two_parts(Triangulation &triangulation, const double x)
    {
      Triangulation first, second;
      dealii::GridGenerator::hyper_cube(first);
      dealii::GridGenerator::hyper_rectangle(second,
                                             dealii::Point<3>(x, 0., 0.),
                                             dealii::Point<3>(x + 1., 1., 1.));
      dealii::GridGenerator::merge_triangulations(first, second, triangulation);
    }

    /** Two cubes on a diagonal that touch along one edge. */
    inline void make_cubes_at_an_edge(Triangulation &triangulation)
    {
      Triangulation first, second;
      dealii::GridGenerator::hyper_cube(first);
      dealii::GridGenerator::hyper_rectangle(second,
                                             dealii::Point<3>(1., 1., 0.),
                                             dealii::Point<3>(2., 2., 1.));
      dealii::GridGenerator::merge_triangulations(first, second, triangulation);
    }



    struct Domain
    {
      std::string name;
      std::function<void(Triangulation &)> make;
    };

    inline std::vector<Domain> domains()
    {
      return {{"stretched box", make_stretched_box},
              {"L shape", make_l_shape},
              {"Fichera corner", make_fichera_corner},
              {"plate with hole", make_plate_with_hole},
              {"two parts", [](Triangulation &t) { make_two_parts(t, 3.); }},
              {"cubes at an edge", make_cubes_at_an_edge}};
    }



    /** Gives the boundary faces that look along @p axis the id @p id. */
    inline void set_ids_along(Triangulation &triangulation,
                              const unsigned int axis,
                              const dealii::types::boundary_id id)
    {
      for (const auto &cell : triangulation.active_cell_iterators())
        for (unsigned int side = 0; side < 2; ++side)
          if (cell->face(2 * axis + side)->at_boundary())
            cell->face(2 * axis + side)->set_boundary_id(id);
    }
  } // namespace test
} // namespace tessera

#endif
