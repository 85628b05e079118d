// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_matrix_free_laplace_h
#define tessera_tests_performance_matrix_free_laplace_h

#include <deal.II/base/aligned_vector.h>
#include <deal.II/base/partitioner.h>
#include <deal.II/base/quadrature_lib.h>
#include <deal.II/base/subscriptor.h>
#include <deal.II/base/vectorization.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/fe/mapping_q1.h>
#include <deal.II/lac/affine_constraints.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/matrix_free/fe_evaluation.h>
#include <deal.II/matrix_free/matrix_free.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace benchmark
{
  /**
   * The Laplacian on the active cells or on one level, the identity on
   * constrained unknowns.
   */
  template <typename Number>
  class MatrixFreeLaplace : public dealii::Subscriptor
  {
  public:
    static constexpr int degree = 3;

    using value_type = Number;
    using VectorType = dealii::LinearAlgebra::distributed::Vector<Number>;
    using Evaluation = dealii::FEEvaluation<3, degree, degree + 1, 1, Number>;

    void
    initialize(const dealii::DoFHandler<3> &dof_handler,
               const dealii::AffineConstraints<double> &constraints,
               const unsigned int level = dealii::numbers::invalid_unsigned_int)
    {
      typename dealii::MatrixFree<3, Number>::AdditionalData data;
      data.tasks_parallel_scheme =
        dealii::MatrixFree<3, Number>::AdditionalData::none;
      data.mg_level = level;
      matrix_free.reinit(dealii::MappingQ1<3>(),
                         dof_handler,
                         constraints,
                         dealii::QGauss<1>(degree + 1),
                         data);
    }

    dealii::types::global_dof_index m() const
    {
      return matrix_free.get_vector_partitioner()->size();
    }

    /** Only asked for by a preconditioner without a diagonal. */
    Number el(const unsigned int, const unsigned int) const
    {
      AssertThrow(false, dealii::ExcNotImplemented());
      return 0;
    }

    void initialize_dof_vector(VectorType &vector) const
    {
      matrix_free.initialize_dof_vector(vector);
    }

    /** How its vectors are distributed. */
    std::shared_ptr<const dealii::Utilities::MPI::Partitioner>
    partitioner() const
    {
      return matrix_free.get_vector_partitioner();
    }

    void vmult(VectorType &dst, const VectorType &src) const
    {
      matrix_free.cell_loop(
        &MatrixFreeLaplace::apply_to_cells, this, dst, src, true);
      for (const unsigned int i : matrix_free.get_constrained_dofs())
        dst.local_element(i) = src.local_element(i);
    }

    void Tvmult(VectorType &dst, const VectorType &src) const
    {
      vmult(dst, src);
    }

    /**
     * The same with the updates of a solver merged into the loop over cells.
     * The loop leaves constrained entries alone, which are therefore set as
     * soon as @p before has been called on them.
     */
    void
    vmult(VectorType &dst,
          const VectorType &src,
          const std::function<void(unsigned int, unsigned int)> &before,
          const std::function<void(unsigned int, unsigned int)> &after) const
    {
      const std::vector<unsigned int> &constrained =
        matrix_free.get_constrained_dofs();
      matrix_free.cell_loop(
        &MatrixFreeLaplace::apply_to_cells,
        this,
        dst,
        src,
        [&](const unsigned int begin, const unsigned int end) {
          before(begin, end);
          for (auto i = std::lower_bound(constrained.begin(),
                                         constrained.end(),
                                         begin);
               i != constrained.end() && *i < end;
               ++i)
            dst.local_element(*i) = src.local_element(*i);
        },
        after);
    }

    /** 1 / a_ii. */
    void compute_inverse_diagonal(VectorType &diagonal) const
    {
      initialize_dof_vector(diagonal);
      unsigned int dummy = 0;
      matrix_free.template cell_loop<VectorType, unsigned int>(
        [](const auto &data, auto &dst, const auto &, const auto &range) {
          add_diagonal(data, dst, range);
        },
        diagonal,
        dummy);
      for (const unsigned int i : matrix_free.get_constrained_dofs())
        diagonal.local_element(i) = 1.;
      for (Number &entry : diagonal)
        entry = Number(1.) / entry;
    }

  private:
    using Range = std::pair<unsigned int, unsigned int>;

    static void apply_to_cell(Evaluation &phi)
    {
      for (unsigned int q = 0; q < phi.n_q_points; ++q)
        phi.submit_gradient(phi.get_gradient(q), q);
    }

    void apply_to_cells(const dealii::MatrixFree<3, Number> &data,
                        VectorType &dst,
                        const VectorType &src,
                        const Range &cells) const
    {
      Evaluation phi(data);
      for (unsigned int cell = cells.first; cell < cells.second; ++cell)
        {
          phi.reinit(cell);
          phi.gather_evaluate(src, dealii::EvaluationFlags::gradients);
          apply_to_cell(phi);
          phi.integrate_scatter(dealii::EvaluationFlags::gradients, dst);
        }
    }

    static void add_diagonal(const dealii::MatrixFree<3, Number> &data,
                             VectorType &dst,
                             const Range &cells)
    {
      Evaluation phi(data);
      dealii::AlignedVector<dealii::VectorizedArray<Number>> diagonal(
        phi.dofs_per_cell);
      for (unsigned int cell = cells.first; cell < cells.second; ++cell)
        {
          phi.reinit(cell);
          for (unsigned int i = 0; i < phi.dofs_per_cell; ++i)
            {
              for (unsigned int j = 0; j < phi.dofs_per_cell; ++j)
                phi.begin_dof_values()[j] = Number(i == j);
              phi.evaluate(dealii::EvaluationFlags::gradients);
              apply_to_cell(phi);
              phi.integrate(dealii::EvaluationFlags::gradients);
              diagonal[i] = phi.begin_dof_values()[i];
            }
          std::copy(diagonal.begin(), diagonal.end(), phi.begin_dof_values());
          phi.distribute_local_to_global(dst);
        }
    }

    dealii::MatrixFree<3, Number> matrix_free;
  };
} // namespace benchmark

#endif
