// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_1_exact_solution_h
#define step_1_exact_solution_h

#include <deal.II/base/function.h>
#include <deal.II/base/numbers.h>

#include <cmath>

namespace Step1
{
  using namespace dealii;

  // With the factor one this is the solution, with $3\pi^2$ the right-hand
  // side.
  class ProductOfSines : public Function<3>
  {
  public:
    explicit ProductOfSines(const double factor)
      : factor(factor)
    {}

    double value(const Point<3> &p,
                 const unsigned int /*component*/ = 0) const override
    {
      return factor * std::sin(numbers::PI * p[0]) *
             std::sin(numbers::PI * p[1]) * std::sin(numbers::PI * p[2]);
    }

  private:
    const double factor;
  };
} // namespace Step1

#endif
