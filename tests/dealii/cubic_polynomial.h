// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_dealii_cubic_polynomial_h
#define tessera_tests_dealii_cubic_polynomial_h

#include <tessera/dealii/diffusion_equation.h>

#include <deal.II/base/function.h>
#include <deal.II/base/point.h>
#include <deal.II/base/tensor.h>

namespace tessera
{
  namespace test
  {
    /** A polynomial that cubic elements hold, with its data. */
    class Cubic : public dealii::Function<3>
    {
    public:
      double value(const dealii::Point<3> &p,
                   const unsigned int = 0) const override
      {
        const double x = p[0], y = p[1], z = p[2];
        return x * x * x - 2. * x * y * y * z + y * z * z * z +
               0.5 * y * y * y + 1.;
      }

      dealii::Tensor<1, 3> gradient(const dealii::Point<3> &p,
                                    const unsigned int = 0) const override
      {
        const double x = p[0], y = p[1], z = p[2];
        dealii::Tensor<1, 3> result;
        result[0] = 3. * x * x - 2. * y * y * z;
        result[1] = -4. * x * y * z + z * z * z + 1.5 * y * y;
        result[2] = -2. * x * y * y + 3. * y * z * z;
        return result;
      }

      /** Second derivatives along the axes. */
      static dealii::Tensor<1, 3> curvature(const dealii::Point<3> &p)
      {
        const double x = p[0], y = p[1], z = p[2];
        dealii::Tensor<1, 3> result;
        result[0] = 6. * x;
        result[1] = -4. * x * z + 3. * y;
        result[2] = 6. * y * z;
        return result;
      }
    };



    /** f, or the flux D du/dn through a face of a box. */
    class CubicData : public dealii::Function<3>
    {
    public:
      /** @p face is a face number of a box, or -1 for f. */
      CubicData(const DiffusionEquation &equation, const int face)
        : equation(equation)
        , face(face)
      {}

      double value(const dealii::Point<3> &p,
                   const unsigned int = 0) const override
      {
        const Cubic u;
        if (face >= 0)
          {
            const auto axis = static_cast<unsigned int>(face / 2);
            return (face % 2 == 0 ? -1. : 1.) * equation.diffusion[axis] *
                   u.gradient(p)[axis];
          }
        double f = equation.reaction * u.value(p);
        for (unsigned int axis = 0; axis < 3; ++axis)
          f -= equation.diffusion[axis] * Cubic::curvature(p)[axis];
        return f;
      }

    private:
      const DiffusionEquation equation;
      const int face;
    };
  } // namespace test
} // namespace tessera

#endif
