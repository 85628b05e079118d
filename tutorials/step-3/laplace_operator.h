// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_3_laplace_operator_h
#define step_3_laplace_operator_h

#include <deal.II/base/vectorization.h>
#include <deal.II/lac/diagonal_matrix.h>
#include <deal.II/lac/la_parallel_vector.h>
#include <deal.II/matrix_free/fe_evaluation.h>
#include <deal.II/matrix_free/matrix_free.h>
#include <deal.II/matrix_free/operators.h>
#include <deal.II/matrix_free/tools.h>

#include <functional>
#include <memory>
#include <utility>

namespace Step3
{
  using namespace dealii;

  constexpr unsigned int degree = 3;

  template <typename Number>
  using VectorType = LinearAlgebra::distributed::Vector<Number>;



  // @sect3{The matrix-free operator}
  //
  // The same class serves the finest mesh, in double, and the levels, in float.
  // What deal.II asks of a matrix is in the base class; we say what happens on
  // one batch of cells, and how the diagonal is found.
  template <typename Number>
  class LaplaceOperator
    : public MatrixFreeOperators::Base<3, VectorType<Number>>
  {
  public:
    using Evaluation = FEEvaluation<3, degree, degree + 1, 1, Number>;

    void compute_diagonal() override;

  private:
    void apply_add(VectorType<Number> &dst,
                   const VectorType<Number> &src) const override;

    static void integrate(Evaluation &phi);
  };



  template <typename Number>
  void LaplaceOperator<Number>::integrate(Evaluation &phi)
  {
    phi.evaluate(EvaluationFlags::gradients);
    for (unsigned int q = 0; q < phi.n_q_points; ++q)
      phi.submit_gradient(phi.get_gradient(q), q);
    phi.integrate(EvaluationFlags::gradients);
  }



  template <typename Number>
  void LaplaceOperator<Number>::apply_add(VectorType<Number> &dst,
                                          const VectorType<Number> &src) const
  {
    const std::function<void(const MatrixFree<3, Number> &,
                             VectorType<Number> &,
                             const VectorType<Number> &,
                             const std::pair<unsigned int, unsigned int> &)>
      apply_to_cells = [](const auto &matrix_free,
                          auto &dst,
                          const auto &src,
                          const auto &batches) {
        Evaluation phi(matrix_free);
        for (unsigned int batch = batches.first; batch < batches.second;
             ++batch)
          {
            phi.reinit(batch);
            phi.read_dof_values(src);
            integrate(phi);
            phi.distribute_local_to_global(dst);
          }
      };
    this->data->cell_loop(apply_to_cells, dst, src);
  }



  // Only the Chebyshev smoother needs the diagonal.
  template <typename Number>
  void LaplaceOperator<Number>::compute_diagonal()
  {
    this->inverse_diagonal_entries =
      std::make_shared<DiagonalMatrix<VectorType<Number>>>();
    VectorType<Number> &diagonal = this->inverse_diagonal_entries->get_vector();
    this->data->initialize_dof_vector(diagonal);
    MatrixFreeTools::compute_diagonal<3,
                                      degree,
                                      degree + 1,
                                      1,
                                      Number,
                                      VectorizedArray<Number>>(
      *this->data, diagonal, [](Evaluation &phi) { integrate(phi); });
    this->set_constrained_entries_to_one(diagonal);
    for (Number &entry : diagonal)
      entry = Number(1.) / entry;
  }
} // namespace Step3

#endif
