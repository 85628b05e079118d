// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "output.h"

#include <deal.II/base/quadrature_lib.h>
#include <deal.II/fe/fe_values.h>
#include <deal.II/fe/mapping_q_eulerian.h>
#include <deal.II/numerics/data_out.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace Step2
{
  using namespace dealii;

  namespace
  {
    void write_vtu(const Mapping<3> &mapping,
                   const DoFHandler<3> &dof_handler,
                   const Vector<double> &displacement,
                   std::ostream &out)
    {
      DataOutBase::VtkFlags flags;
      flags.write_higher_order_cells = true;
      DataOut<3> data_out;
      data_out.set_flags(flags);
      data_out.add_data_vector(
        dof_handler,
        displacement,
        std::vector<std::string>(3, "displacement"),
        std::vector<DataComponentInterpretation::DataComponentInterpretation>(
          3, DataComponentInterpretation::component_is_part_of_vector));
      data_out.build_patches(mapping,
                             dof_handler.get_fe().degree,
                             DataOut<3>::curved_inner_cells);
      data_out.write_vtu(out);
    }



    void write_surface(const Mapping<3> &mapping,
                       const DoFHandler<3> &dof_handler,
                       const Vector<double> &displacement,
                       std::ostream &out)
    {
      const auto &fe = dof_handler.get_fe();
      const QIterated<2> points(QTrapezoid<1>(), fe.degree);
      FEFaceValues<3> fe_face_values(mapping,
                                     fe,
                                     points,
                                     update_values | update_quadrature_points);
      std::vector<Vector<double>> values(points.size(), Vector<double>(3));
      for (const auto &cell : dof_handler.active_cell_iterators())
        for (const auto &face : cell->face_iterators())
          if (face->at_boundary())
            {
              fe_face_values.reinit(cell, face);
              fe_face_values.get_function_values(displacement, values);
              for (const auto q : fe_face_values.quadrature_point_indices())
                {
                  out << fe_face_values.quadrature_point(q) << ' '
                      << values[q].l2_norm() << '\n';
                  if ((q + 1) % (fe.degree + 1) == 0)
                    out << '\n';
                }
              out << '\n';
            }
    }
  } // namespace



  // MappingQEulerian adds the displacement to the vertices of the mesh.
  void write_pictures(const std::filesystem::path &folder,
                      const DoFHandler<3> &dof_handler,
                      const Vector<double> &displacement)
  {
    const unsigned int degree = dof_handler.get_fe().degree;
    const MappingQEulerian<3, Vector<double>> mapping(degree,
                                                      dof_handler,
                                                      displacement);
    std::ofstream vtu(folder / ("step-2-q" + std::to_string(degree) + ".vtu"));
    write_vtu(mapping, dof_handler, displacement, vtu);
    std::ofstream surface(folder / "step-2-surface.gpl");
    write_surface(mapping, dof_handler, displacement, surface);
    if (!vtu.flush() || !surface.flush())
      throw std::runtime_error("The pictures cannot be written to " +
                               folder.string() + ".");
  }
} // namespace Step2
