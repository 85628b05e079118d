// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef step_3_smoothers_h
#define step_3_smoothers_h

#include <deal.II/base/mg_level_object.h>
#include <deal.II/dofs/dof_handler.h>
#include <deal.II/lac/precondition.h>
#include <deal.II/multigrid/mg_smoother.h>

// Tessera's part is one header.
#include <tessera/dealii/mg_vertex_patch_smoother_matrix_free.h>

#include "laplace_operator.h"

namespace Step3
{
  // @sect3{Two smoothers}
  //
  // This is the place where the two programs differ. The first type is what a
  // deal.II program usually has: Chebyshev polynomials of degree five in the
  // level operator and its diagonal.
  using LevelVector = VectorType<float>;
  using LevelMatrix = LaplaceOperator<float>;
  using Chebyshev   = PreconditionChebyshev<LevelMatrix,
                                          LevelVector,
                                          DiagonalMatrix<LevelVector>>;

  using ChebyshevSmoother =
    MGSmootherPrecondition<LevelMatrix, Chebyshev, LevelVector>;

  // The second one is Tessera's vertex-patch smoother, a class for the same
  // vectors.
  using VertexPatchSmoother = tessera::MGVertexPatchSmootherMatrixFree<float>;



  // They are set up in different ways. Chebyshev polynomials have parameters,
  // and estimates of the spectrum are made when they are first used.
  inline void initialize_smoother(ChebyshevSmoother &smoother,
                                  MGLevelObject<LevelMatrix> &matrices,
                                  const DoFHandler<3> & /*dof_handler*/,
                                  const tessera::Device & /*device*/)
  {
    MGLevelObject<Chebyshev::AdditionalData> data(matrices.min_level(),
                                                  matrices.max_level());
    for (unsigned int level = matrices.min_level();
         level <= matrices.max_level();
         ++level)
      {
        matrices[level].compute_diagonal();
        data[level].degree              = 5;
        data[level].smoothing_range     = 15.;
        data[level].eig_cg_n_iterations = 10;
        data[level].preconditioner =
          matrices[level].get_matrix_diagonal_inverse();
      }
    smoother.initialize(matrices, data);
  }

  // The patch smoother solves small problems exactly instead, and there is
  // nothing to choose. It does not even look at the level matrices: it knows
  // the Laplacian. What it wants to see is the mesh and the numbers of the
  // unknowns on the levels. The sweep after the coarse correction runs in the
  // reversed order of the one before it, so that the cycle is symmetric.
  inline void initialize_smoother(VertexPatchSmoother &smoother,
                                  MGLevelObject<LevelMatrix> & /*matrices*/,
                                  const DoFHandler<3> &dof_handler,
                                  const tessera::Device &device)
  {
    smoother.initialize(dof_handler,
                        tessera::DiffusionEquation(),
                        VertexPatchSmoother::AdditionalData(device));
  }
} // namespace Step3

#endif
