// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_source_amg_hierarchy_h
#define tessera_source_amg_hierarchy_h

#include <tessera/amg/smoothed_aggregation.h>
#include <tessera/amg/smoothers/smoother.h>
#include <tessera/bsr/bsr_matrix.h>

#include <memory>
#include <string>
#include <vector>

#include "amg/galerkin_product.h"

namespace tessera
{
  namespace internal
  {
    /** One level, with all the memory that a cycle needs. */
    struct Level
    {
      /** The user's matrix on the finest level, else coarse_matrix. */
      const BsrMatrix<double> *matrix = nullptr;
      BsrMatrix<double> coarse_matrix;

      /** To and from the next level; empty on the coarsest. */
      BsrMatrix<double> prolongation;
      BsrMatrix<double> restriction;

      /** See TentativeProlongator. */
      Array<std::int32_t> dropped;

      /** How the next matrix is made; may be left to the first update. */
      std::unique_ptr<GalerkinProduct> galerkin;

      /** On a coarsest level that is solved directly, else empty. */
      BsrMatrix<double> inverse;

      /** On every other level. */
      std::unique_ptr<Smoother> smoother;

      /** Bound that the smoother uses for that of D^{-1} A; 0 without one. */
      double max_eigenvalue = 0.;

      /** Workspace of the cycle; the finest level needs the first only. */
      Vector<double> residual;
      Vector<double> solution;
      Vector<double> rhs;

      std::size_t memory_consumption() const;
    };

    struct Hierarchy
    {
      std::vector<std::unique_ptr<Level>> levels;

      /** Why there is no further level, for the table of levels. */
      std::string last_level_note;
    };

    /**
     * Makes smoothers, coarse matrices and the inverse anew for a @p matrix of
     * the same pattern, with the prolongations that are there. If the matrix
     * itself is refused, nothing is changed; if a coarse one is, there are no
     * levels any more.
     */
    void update_hierarchy(
      Hierarchy &hierarchy,
      const BsrMatrix<double> &matrix,
      const SmoothedAggregation::AdditionalData &additional_data);

    /** The arguments have been checked. */
    Hierarchy
    build_hierarchy(const BsrMatrix<double> &matrix,
                    const std::vector<double> &near_null_space,
                    const int n_modes,
                    const SmoothedAggregation::AdditionalData &additional_data);
  } // namespace internal
} // namespace tessera

#endif
