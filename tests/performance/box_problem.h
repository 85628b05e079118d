// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_box_problem_h
#define tessera_tests_performance_box_problem_h

#include <tessera/base/device.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>
#include <tessera/cellwise/copies.h>

#include "performance/cell_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

namespace benchmark
{
  /**
   * -Laplace u = 3 pi^2 u on the unit cube for u = sin(pi x) sin(pi y)
   * sin(pi z), without deal.II: levels of boxes, and a right-hand side by the
   * Gauss-Lobatto rule of the nodes.
   */
  class BoxProblem
  {
  public:
    /** Levels with 2 to 2^level cells an axis. */
    BoxProblem(const tessera::Device &device,
               const unsigned int level,
               const CellOrder order = CellOrder::lexicographic)
      : n_axis(std::int64_t(1) << level)
      , numbers(number_cells(order, 1))
    {
      for (unsigned int l = 1; l <= level; ++l)
        {
          const std::int64_t n = std::int64_t(1) << l;
          const double h       = 1. / static_cast<double>(n);
          auto description =
            tessera::CellwiseMesh::describe_box({{n, n, n}}, {{h, h, h}});
          const auto parents = numbers;
          numbers            = number_cells(order, n);
          if (order != CellOrder::lexicographic)
            reorder(numbers, parents, description);
          meshes.push_back(
            std::make_shared<tessera::CellwiseMesh>(device, description));
        }
    }

    std::int64_t n_unknowns() const
    {
      const std::int64_t n = 3 * n_axis + 1;
      return n * n * n;
    }

    tessera::CellwiseVector<double> right_hand_side() const
    {
      const double weights[] = {1. / 12., 5. / 12., 5. / 12., 1. / 12.};
      std::vector<double> line(sines());
      for (std::size_t i = 0; i < line.size(); ++i)
        line[i] *= weights[i % 4] / static_cast<double>(n_axis);
      return product(line, 3. * pi * pi);
    }

    /**
     * Largest difference between a copy of a node and the average of its
     * copies, relative to the largest value.
     */
    double jump(const tessera::CellwiseVector<double> &solution) const
    {
      tessera::CellwiseVector<double> difference(solution);
      tessera::average_copies(*meshes.back(), difference);
      difference -= solution;
      return difference.linfty_norm() / solution.linfty_norm();
    }

    /** Largest error in a node. */
    double error(const tessera::CellwiseVector<double> &solution) const
    {
      auto difference = product(sines(), 1.);
      difference -= solution;
      return difference.linfty_norm();
    }

    std::vector<std::shared_ptr<const tessera::CellwiseMesh>> meshes;

  private:
    static constexpr double pi = 3.14159265358979323846;

    /** The sine in the four nodes of each cell of an axis. */
    std::vector<double> sines() const
    {
      const double nodes[] = {0.,
                              0.5 - 0.5 / std::sqrt(5.),
                              0.5 + 0.5 / std::sqrt(5.),
                              1.};
      std::vector<double> values;
      for (std::int64_t i = 0; i < 4 * n_axis; ++i)
        values.push_back(
          std::sin(pi * (static_cast<double>(i / 4) + nodes[i % 4]) /
                   static_cast<double>(n_axis)));
      return values;
    }

    /** factor line x line x line on the device. */
    tessera::CellwiseVector<double> product(const std::vector<double> &line,
                                            const double factor) const
    {
      std::vector<double> values(
        static_cast<std::size_t>(64 * n_axis * n_axis * n_axis));
      std::size_t cell = 0;
      for (std::int64_t k = 0; k < n_axis; ++k)
        for (std::int64_t j = 0; j < n_axis; ++j)
          for (std::int64_t i = 0; i < n_axis; ++i, ++cell)
            {
              std::size_t n = 64 * static_cast<std::size_t>(numbers[cell]);
              for (int z = 0; z < 4; ++z)
                for (int y = 0; y < 4; ++y)
                  for (int x = 0; x < 4; ++x, ++n)
                    values[n] = factor *
                                line[static_cast<std::size_t>(4 * i + x)] *
                                line[static_cast<std::size_t>(4 * j + y)] *
                                line[static_cast<std::size_t>(4 * k + z)];
            }
      tessera::CellwiseVector<double> result;
      meshes.back()->initialize_vector(result, true);
      result.copy_from_host(values);
      return result;
    }

    std::int64_t n_axis;
    /** Those of the cells of the finest level, by position. */
    std::vector<std::int32_t> numbers;
  };
} // namespace benchmark

#endif
