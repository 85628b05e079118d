// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/amg/smoothed_aggregation.h>

#include "amg/hierarchy.h"
#include "kernels/block_diagonal.h"
#include "kernels/dispatch.h"
#include "kernels/pattern.h"
#include "kernels/prolongator.h"

#include <cmath>
#include <iomanip>
#include <ostream>

namespace tessera
{
  namespace
  {
    void check_matrix(const BsrMatrix<double> &matrix)
    {
      TESSERA_REQUIRE(matrix.block_height() == matrix.block_width() &&
                        matrix.n_block_rows() == matrix.n_block_columns(),
                      InvalidInput,
                      "SmoothedAggregation was given "
                        << matrix.n_block_rows() << " x "
                        << matrix.n_block_columns() << " blocks of "
                        << matrix.block_height() << " x "
                        << matrix.block_width()
                        << "; the matrix and its blocks must be square.");
      TESSERA_REQUIRE(matrix.n_block_rows() > 0 &&
                        matrix.block_height() <= internal::max_block_size,
                      InvalidInput,
                      "SmoothedAggregation was given "
                        << matrix.n_block_rows() << " block rows of "
                        << matrix.block_height() << " unknowns; expected at "
                        << "least one of at most " << internal::max_block_size
                        << ".");
      const std::int64_t row =
        internal::dispatch(matrix.device(), [&](const auto &queue) {
          return internal::bsr_first_nonfinite_row(queue, matrix.view());
        });
      TESSERA_REQUIRE(row == matrix.n_block_rows(),
                      InvalidInput,
                      "Block row " << row
                                   << " of the matrix has NaN or infinity; "
                                      "check the assembly.");
    }



    /** For an update. */
    void check_pattern(const int block_size,
                       const Array<std::int64_t> &row_offsets,
                       const Array<std::int32_t> &columns,
                       const BsrMatrix<double> &matrix)
    {
      TESSERA_REQUIRE(matrix.device() == row_offsets.device() &&
                        matrix.n_block_rows() == row_offsets.size() - 1 &&
                        matrix.n_block_columns() == matrix.n_block_rows() &&
                        matrix.block_height() == block_size &&
                        matrix.block_width() == block_size,
                      InvalidInput,
                      "SmoothedAggregation::update was given "
                        << matrix.n_block_rows() << " x "
                        << matrix.n_block_columns() << " blocks of "
                        << matrix.block_height() << " x "
                        << matrix.block_width() << " on "
                        << matrix.device().name() << ", but initialize() "
                        << row_offsets.size() - 1 << " block rows of "
                        << block_size << " unknowns on "
                        << row_offsets.device().name()
                        << "; call initialize() for another matrix.");
      const std::int64_t row =
        internal::dispatch(matrix.device(), [&](const auto &queue) {
          return internal::pattern_first_difference(queue,
                                                    row_offsets.view(),
                                                    columns.view(),
                                                    matrix.row_offsets().view(),
                                                    matrix.columns().view());
        });
      TESSERA_REQUIRE(row == matrix.n_block_rows(),
                      InvalidInput,
                      "Block row " << row
                                   << " of the matrix has other columns than "
                                      "that given to initialize(); call "
                                      "initialize() for another pattern.");
    }



    void check_near_null_space(const BsrMatrix<double> &matrix,
                               const std::vector<double> &near_null_space,
                               const int n_modes)
    {
      TESSERA_REQUIRE(n_modes >= 1 && n_modes <= internal::max_block_size,
                      InvalidInput,
                      "SmoothedAggregation was given "
                        << n_modes << " near-null vectors; expected 1 to "
                        << internal::max_block_size
                        << ", such as the one constant vector.");
      TESSERA_REQUIRE(near_null_space.size() == matrix.m() * n_modes,
                      InvalidInput,
                      "SmoothedAggregation was given "
                        << near_null_space.size() << " values of " << n_modes
                        << " near-null vectors; expected "
                        << matrix.m() * n_modes << ", which is " << n_modes
                        << " for each of the " << matrix.m()
                        << " rows of the matrix.");
      for (std::size_t i = 0; i < near_null_space.size(); ++i)
        TESSERA_REQUIRE(std::isfinite(near_null_space[i]),
                        InvalidInput,
                        "Near-null vector " << i % n_modes << " has "
                                            << near_null_space[i] << " in row "
                                            << i / n_modes << ".");
    }



    void check_additional_data(const SmoothedAggregation::AdditionalData &data)
    {
      TESSERA_REQUIRE(
        data.aggregation_threshold >= 0. &&
          data.coarse_aggregation_threshold >= 0. &&
          data.prolongator_damping >= 0. && data.prolongator_damping < 2.,
        InvalidInput,
        "AdditionalData has the aggregation_threshold "
          << data.aggregation_threshold << ", the coarse_aggregation_threshold "
          << data.coarse_aggregation_threshold
          << " and the prolongator_damping " << data.prolongator_damping
          << "; expected at least 0, at least 0, and 0 to less than 2.");
      TESSERA_REQUIRE(data.smoother_degree >= 1 && data.smoothing_range > 1. &&
                        data.max_levels >= 1,
                      InvalidInput,
                      "AdditionalData has the smoother_degree "
                        << data.smoother_degree << ", the smoothing_range "
                        << data.smoothing_range << " and max_levels "
                        << data.max_levels
                        << "; expected at least 1, above 1 and at least 1.");
    }
  } // namespace



  struct SmoothedAggregation::Implementation
  {
    /** x = one V-cycle for b on @p index and below. */
    void
    cycle(const std::size_t index, Vector<double> &x, const Vector<double> &b)
    {
      internal::Level &level = *hierarchy.levels[index];
      if (level.inverse.n_block_rows() > 0)
        {
          level.inverse.vmult(x, b);
          return;
        }
      level.smoother->vmult(x, b);
      if (index + 1 == hierarchy.levels.size())
        return;
      internal::Level &coarse = *hierarchy.levels[index + 1];
      level.matrix->residual(level.residual, x, b);
      level.restriction.vmult(coarse.rhs, level.residual);
      cycle(index + 1, coarse.solution, coarse.rhs);
      level.prolongation.vmult_add(x, coarse.solution);
      level.smoother->step(x, b);
    }

    internal::Hierarchy hierarchy;
    AdditionalData data;

    // The pattern that an update has to have.
    int block_size = 1;
    Array<std::int64_t> row_offsets;
    Array<std::int32_t> columns;
  };



  SmoothedAggregation::SmoothedAggregation()  = default;
  SmoothedAggregation::~SmoothedAggregation() = default;
  SmoothedAggregation::SmoothedAggregation(SmoothedAggregation &&) noexcept =
    default;
  SmoothedAggregation &
  SmoothedAggregation::operator=(SmoothedAggregation &&) noexcept = default;



  void
  SmoothedAggregation::initialize(const BsrMatrix<double> &matrix,
                                  const std::vector<double> &near_null_space,
                                  const int n_modes,
                                  const AdditionalData &additional_data)
  {
    check_matrix(matrix);
    check_near_null_space(matrix, near_null_space, n_modes);
    check_additional_data(additional_data);
    auto result         = std::make_unique<Implementation>();
    result->hierarchy   = internal::build_hierarchy(matrix,
                                                  near_null_space,
                                                  n_modes,
                                                  additional_data);
    result->data        = additional_data;
    result->block_size  = matrix.block_height();
    result->row_offsets = matrix.row_offsets();
    result->columns     = matrix.columns();
    implementation      = std::move(result);
  }



  void
  SmoothedAggregation::initialize(const BsrMatrix<double> &matrix,
                                  const std::vector<double> &near_null_space,
                                  const int n_modes)
  {
    initialize(matrix, near_null_space, n_modes, AdditionalData());
  }



  void SmoothedAggregation::update(const BsrMatrix<double> &matrix)
  {
    TESSERA_REQUIRE(implementation != nullptr,
                    InvalidInput,
                    "SmoothedAggregation::update was called before "
                    "initialize().");
    check_pattern(implementation->block_size,
                  implementation->row_offsets,
                  implementation->columns,
                  matrix);
    check_matrix(matrix);
    try
      {
        internal::update_hierarchy(implementation->hierarchy,
                                   matrix,
                                   implementation->data);
      }
    catch (...)
      {
        if (implementation->hierarchy.levels.empty())
          implementation.reset();
        throw;
      }
  }



  void SmoothedAggregation::clear()
  {
    implementation.reset();
  }



  void SmoothedAggregation::vmult(Vector<double> &dst,
                                  const Vector<double> &src) const
  {
    TESSERA_REQUIRE(implementation != nullptr,
                    InvalidInput,
                    "SmoothedAggregation::vmult was called before "
                    "initialize().");
    const BsrMatrix<double> &matrix =
      *implementation->hierarchy.levels[0]->matrix;
    TESSERA_REQUIRE(dst.size() == matrix.m() && src.size() == matrix.m() &&
                      dst.device() == matrix.device() &&
                      src.device() == matrix.device() && &dst != &src,
                    InvalidInput,
                    "SmoothedAggregation::vmult was given a dst of "
                      << dst.size() << " entries on " << dst.device().name()
                      << " and a src of " << src.size() << " on "
                      << src.device().name() << "; expected two vectors of "
                      << matrix.m() << " on " << matrix.device().name() << ".");
    implementation->cycle(0, dst, src);
  }



  void SmoothedAggregation::Tvmult(Vector<double> &dst,
                                   const Vector<double> &src) const
  {
    vmult(dst, src);
  }



  unsigned int SmoothedAggregation::n_levels() const
  {
    return implementation == nullptr
             ? 0
             : static_cast<unsigned int>(
                 implementation->hierarchy.levels.size());
  }



  SmoothedAggregation::LevelStatistics
  SmoothedAggregation::level_statistics(const unsigned int level) const
  {
    TESSERA_REQUIRE(level < n_levels(),
                    InvalidInput,
                    "Level " << level << " was asked for, but there are "
                             << n_levels() << " levels.");
    const internal::Level &data = *implementation->hierarchy.levels[level];
    return {static_cast<std::int64_t>(data.matrix->m()),
            data.matrix->n_block_rows(),
            data.matrix->n_blocks(),
            data.matrix->block_height(),
            data.max_eigenvalue,
            data.memory_consumption()};
  }



  double SmoothedAggregation::operator_complexity() const
  {
    double n_all = 0., n_finest = 0.;
    for (unsigned int level = 0; level < n_levels(); ++level)
      {
        const LevelStatistics data = level_statistics(level);
        const double n = static_cast<double>(data.n_blocks) * data.block_size *
                         data.block_size;
        n_all += n;
        if (level == 0)
          n_finest = n;
      }
    return n_finest > 0. ? n_all / n_finest : 0.;
  }



  void SmoothedAggregation::print_levels(std::ostream &out) const
  {
    std::ostringstream table;
    table << "level      rows  block rows      blocks  size  blocks/row  "
             "eigenvalue       MiB\n";
    for (unsigned int level = 0; level < n_levels(); ++level)
      {
        const LevelStatistics data = level_statistics(level);
        table << std::fixed << std::setw(5) << level << std::setw(10)
              << data.n_rows << std::setw(12) << data.n_block_rows
              << std::setw(12) << data.n_blocks << std::setw(6)
              << data.block_size << std::setw(12) << std::setprecision(1)
              << static_cast<double>(data.n_blocks) / data.n_block_rows
              << std::setw(12) << std::setprecision(3) << data.max_eigenvalue
              << std::setw(10) << std::setprecision(1)
              << static_cast<double>(data.bytes) / (1 << 20) << '\n';
      }
    if (n_levels() > 0)
      table << "operator complexity " << std::setprecision(3)
            << operator_complexity() << ", last level "
            << implementation->hierarchy.last_level_note << '\n';
    out << table.str();
  }



  std::size_t SmoothedAggregation::memory_consumption() const
  {
    std::size_t bytes = 0;
    for (unsigned int level = 0; level < n_levels(); ++level)
      bytes += level_statistics(level).bytes;
    return bytes;
  }
} // namespace tessera
