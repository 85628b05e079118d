// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "amg/hierarchy.h"

#include <tessera/amg/smoothers/chebyshev.h>
#include <tessera/bsr/bsr_transpose.h>

#include "amg/aggregation.h"
#include "amg/coarse_inverse.h"
#include "amg/eigenvalue_estimate.h"
#include "amg/prolongator.h"

#include <sstream>
#include <utility>

namespace tessera
{
  namespace internal
  {
    namespace
    {
      using AdditionalData = SmoothedAggregation::AdditionalData;

      /** A coarse level with more than this share of the rows is no use. */
      constexpr double slowest_coarsening = 0.8;

      /** Coarse matrix and near-null vectors on the way to the next level. */
      struct NextLevel
      {
        BsrMatrix<double> matrix;
        Array<double> near_null_space;
      };



      /** Why these aggregates do not make a level; empty if they do. */
      std::string stagnation(const BsrMatrix<double> &A,
                             const Aggregates &aggregates,
                             const int n_modes)
      {
        const double n_coarse_rows =
          static_cast<double>(aggregates.n) * n_modes;
        const double ratio = n_coarse_rows / static_cast<double>(A.m());
        std::ostringstream note;
        if (aggregates.n == 0)
          note << "smoothed only: no block row is coupled to another";
        else if (ratio > slowest_coarsening)
          note << "smoothed only: the next level would have " << ratio
               << " of the rows";
        return note.str();
      }



      BsrMatrix<double> transpose(const BsrMatrix<double> &P)
      {
        const BsrTranspose plan(P);
        BsrMatrix<double> R = plan.make_matrix<double>();
        plan.compute(P, R);
        return R;
      }



      void plan_product(Level &level)
      {
        level.galerkin = std::make_unique<GalerkinProduct>(level.restriction,
                                                           *level.matrix,
                                                           level.prolongation);
      }



      void compute_product(const Level &level, BsrMatrix<double> &coarse)
      {
        level.galerkin->compute(level.restriction,
                                *level.matrix,
                                level.prolongation,
                                level.dropped,
                                coarse);
      }



      NextLevel coarsen(Level &level,
                        const BlockDiagonalInverse<double> &inverse,
                        const double eigenvalue_estimate,
                        const Aggregates &aggregates,
                        const int n_modes,
                        const Array<double> &near_null_space,
                        const AdditionalData &data)
      {
        const BsrMatrix<double> &A     = *level.matrix;
        TentativeProlongator tentative = make_tentative_prolongator(
          aggregates, A.block_height(), n_modes, near_null_space);
        level.prolongation =
          smooth_prolongator(A,
                             inverse,
                             data.prolongator_damping / eigenvalue_estimate,
                             tentative.P);
        level.restriction = transpose(level.prolongation);
        level.dropped     = std::move(tentative.dropped);
        plan_product(level);
        BsrMatrix<double> coarse = level.galerkin->make_matrix();
        compute_product(level, coarse);
        if (!data.keep_products)
          level.galerkin.reset();
        return {std::move(coarse), std::move(tentative.near_null_space)};
      }



      void add_vectors(Level &level, const bool is_finest, const bool is_solved)
      {
        const Device &device = level.matrix->device();
        const auto n         = static_cast<std::int64_t>(level.matrix->m());
        if (!is_solved)
          level.residual = Vector<double>(device, n);
        if (!is_finest)
          {
            level.solution = Vector<double>(device, n);
            level.rhs      = Vector<double>(device, n);
          }
      }



      std::unique_ptr<Smoother>
      make_smoother(const Level &level,
                    BlockDiagonalInverse<double> &&inverse,
                    const AdditionalData &data)
      {
        return std::make_unique<Chebyshev>(*level.matrix,
                                           std::move(inverse),
                                           data.smoother_degree,
                                           level.max_eigenvalue,
                                           data.smoothing_range);
      }



      /** complete_level() for a level that is not solved directly. */
      NextLevel complete_smoothed_level(Hierarchy &hierarchy,
                                        const int n_modes,
                                        const Array<double> &near_null_space,
                                        const AdditionalData &data)
      {
        Level &level               = *hierarchy.levels.back();
        const BsrMatrix<double> &A = *level.matrix;
        BlockDiagonalInverse<double> inverse(A);
        const double estimate = estimate_max_eigenvalue(A, inverse);
        level.max_eigenvalue  = eigenvalue_safety * estimate;

        NextLevel next;
        if (hierarchy.levels.size() == data.max_levels)
          hierarchy.last_level_note =
            "smoothed only: max_levels has been reached";
        else
          {
            const double threshold = hierarchy.levels.size() == 1
                                       ? data.aggregation_threshold
                                       : data.coarse_aggregation_threshold;
            const Aggregates aggregates =
              aggregate(make_strength_graph(A, threshold));
            hierarchy.last_level_note = stagnation(A, aggregates, n_modes);
            if (hierarchy.last_level_note.empty())
              next = coarsen(level,
                             inverse,
                             estimate,
                             aggregates,
                             n_modes,
                             near_null_space,
                             data);
          }
        level.smoother = make_smoother(level, std::move(inverse), data);
        return next;
      }



      /**
       * Completes the last of the @p levels, whose matrix is set, and returns
       * the next one. If there is none, says why in the note.
       */
      NextLevel complete_level(Hierarchy &hierarchy,
                               const int n_modes,
                               const Array<double> &near_null_space,
                               const AdditionalData &data)
      {
        Level &level               = *hierarchy.levels.back();
        const BsrMatrix<double> &A = *level.matrix;
        const bool is_finest       = hierarchy.levels.size() == 1;
        const bool is_small        = A.m() <= data.max_coarse_size;
        add_vectors(level, is_finest, is_small);
        if (is_small)
          {
            hierarchy.last_level_note = "solved directly";
            level.inverse             = make_dense_inverse(A);
            return NextLevel();
          }

        return complete_smoothed_level(hierarchy,
                                       n_modes,
                                       near_null_space,
                                       data);
      }



      /** Block rows in messages about coarse levels are not the user's. */
      NextLevel complete_and_name_level(Hierarchy &hierarchy,
                                        const int n_modes,
                                        const Array<double> &near_null_space,
                                        const AdditionalData &data)
      {
        const std::size_t level = hierarchy.levels.size() - 1;
        try
          {
            return complete_level(hierarchy, n_modes, near_null_space, data);
          }
        catch (const InvalidInput &error)
          {
            throw InvalidInput(
              "On level " + std::to_string(level) +
              " of the hierarchy (0 is the given matrix): " + error.what());
          }
      }
      /** For the matrix @p A of level @p l; makes that of the next one. */
      void update_level(Hierarchy &hierarchy,
                        const std::size_t l,
                        const BsrMatrix<double> &A,
                        const AdditionalData &data)
      {
        Level &level = *hierarchy.levels[l];
        if (level.smoother == nullptr)
          {
            level.inverse = make_dense_inverse(A);
            level.matrix  = &A;
            return;
          }
        BlockDiagonalInverse<double> inverse(A);
        if (data.update_eigenvalues)
          level.max_eigenvalue =
            eigenvalue_safety * estimate_max_eigenvalue(A, inverse);
        level.matrix   = &A;
        level.smoother = make_smoother(level, std::move(inverse), data);
        if (l + 1 == hierarchy.levels.size())
          return;
        if (level.galerkin == nullptr)
          plan_product(level);
        compute_product(level, hierarchy.levels[l + 1]->coarse_matrix);
      }
    } // namespace



    void update_hierarchy(Hierarchy &hierarchy,
                          const BsrMatrix<double> &matrix,
                          const AdditionalData &data)
    {
      update_level(hierarchy, 0, matrix, data);
      try
        {
          for (std::size_t l = 1; l < hierarchy.levels.size(); ++l)
            update_level(hierarchy,
                         l,
                         hierarchy.levels[l]->coarse_matrix,
                         data);
        }
      catch (...)
        {
          hierarchy.levels.clear();
          throw;
        }
    }



    std::size_t Level::memory_consumption() const
    {
      return coarse_matrix.memory_consumption() +
             prolongation.memory_consumption() +
             restriction.memory_consumption() + inverse.memory_consumption() +
             dropped.memory_consumption() +
             (galerkin == nullptr ? 0 : galerkin->memory_consumption()) +
             (smoother == nullptr ? 0 : smoother->memory_consumption()) +
             residual.memory_consumption() + solution.memory_consumption() +
             rhs.memory_consumption();
    }



    Hierarchy build_hierarchy(const BsrMatrix<double> &matrix,
                              const std::vector<double> &near_null_space,
                              const int n_modes,
                              const AdditionalData &data)
    {
      Hierarchy hierarchy;
      hierarchy.levels.push_back(std::make_unique<Level>());
      hierarchy.levels.back()->matrix = &matrix;
      Array<double> modes(matrix.device(), near_null_space);
      while (true)
        {
          NextLevel next =
            complete_and_name_level(hierarchy, n_modes, modes, data);
          if (next.matrix.n_block_rows() == 0)
            return hierarchy;
          auto level           = std::make_unique<Level>();
          level->coarse_matrix = std::move(next.matrix);
          level->matrix        = &level->coarse_matrix;
          hierarchy.levels.push_back(std::move(level));
          modes = std::move(next.near_null_space);
        }
    }
  } // namespace internal
} // namespace tessera
