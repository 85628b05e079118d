// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_2_output_h
#define step_2_output_h

#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/vector.h>

#include <filesystem>

namespace Step2
{
  // Writes two files with the deformed body to `folder`: step-2-q<degree>.vtu
  // for ParaView or VisIt, and its surface, step-2-surface.gpl, for gnuplot.
  // That one has a grid of points x, y, z, |u| for each face, with an empty
  // line after each line of the grid and a second one after the face, as
  // `splot ... with pm3d` wants it.
  void write_pictures(const std::filesystem::path &folder,
                      const dealii::DoFHandler<3> &dof_handler,
                      const dealii::Vector<double> &displacement);
} // namespace Step2

#endif
