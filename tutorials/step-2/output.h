// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_2_output_h
#define step_2_output_h

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping.h>
#include <deal.II/lac/vector.h>

#include <iosfwd>

namespace Step2
{
  // The displacement on the mesh that `mapping` describes, for ParaView or
  // VisIt.
  void write_vtu(const dealii::Mapping<3> &mapping,
                 const dealii::DoFHandler<3> &dof_handler,
                 const dealii::Vector<double> &displacement,
                 std::ostream &out);

  // Its surface for gnuplot: a grid of points x, y, z, |u| for each face, with
  // an empty line after each line of the grid and a second one after the face,
  // as `splot ... with pm3d` wants it.
  void write_surface(const dealii::Mapping<3> &mapping,
                     const dealii::DoFHandler<3> &dof_handler,
                     const dealii::Vector<double> &displacement,
                     std::ostream &out);
} // namespace Step2

#endif
