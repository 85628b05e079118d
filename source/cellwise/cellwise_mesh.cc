// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include "cellwise/level_exchange.h"
#include "cellwise/mesh_checks.h"
#include "kernels/vertex_patch_update.h"

#include <algorithm>

namespace tessera
{
  CellwiseMesh::CellwiseMesh(const Device &device,
                             const Description &description)
    : cells(description.n_cells)
    , ghost_cells(description.ghosts.n_cells)
    , sides(description.cell_sides)
    , diffusion_diagonal(description.diffusion)
    , reaction_factor(description.reaction)
  {
    check_on_all_ranks(description.ghosts.communicator,
                       [&] { internal::check_description(description); });
    patch_cells       = Array<std::int32_t>(device);
    dirichlet_masks   = Array<std::uint32_t>(device, description.dirichlet);
    cell_coefficients = Array<double>(device, description.coefficients);
    child_cells       = Array<std::int32_t>(device, description.children);
    set_patches(description);
    set_runs(description);
    set_vertices(description);
    for (const std::uint32_t mask : description.dirichlet)
      has_dirichlet = has_dirichlet || mask != 0;
    one_patch = cells == 8 && n_patches() == 1 && coefficients().size == 0;
    if (description.ghosts.communicator != nullptr)
      connect_ranks(description);
  }



  void CellwiseMesh::connect_ranks(const Description &description)
  {
    const auto &ranks = description.ghosts.communicator;
    partitioner =
      std::make_shared<const Partitioner>(n_values(),
                                          n_cell_values * ghost_cells,
                                          ranks);
    float_exchange =
      std::make_shared<internal::LevelExchange<float>>(device(),
                                                       partitioner,
                                                       description.ghosts);
    double_exchange =
      std::make_shared<internal::LevelExchange<double>>(device(),
                                                        partitioner,
                                                        description.ghosts);
    const auto largest = [&](const std::int64_t value) {
      return ranks->max(value);
    };
    has_dirichlet = largest(has_dirichlet) != 0;
    // A patch of all eight cells is seen by each rank that owns one of them,
    // and so is any other patch.
    const std::int64_t n_most_patches = largest(n_patches());
    const bool is_one_complete =
      n_patches() == 1 &&
      std::any_of(colours.begin(), colours.end(), [](const Colour &colour) {
        return colour.n_complete > 0;
      });
    const bool has_complete_patch = largest(is_one_complete) != 0;
    const bool has_coefficients   = largest(coefficients().size) != 0;
    one_patch = n_global_cells() == 8 && n_most_patches == 1 &&
                has_complete_patch && !has_coefficients;
  }



  std::int64_t CellwiseMesh::n_cells() const
  {
    return cells;
  }



  std::int64_t CellwiseMesh::n_ghost_cells() const
  {
    return ghost_cells;
  }



  std::int64_t CellwiseMesh::n_global_cells() const
  {
    return partitioner == nullptr ? cells : partitioner->size() / n_cell_values;
  }



  std::int64_t CellwiseMesh::n_values() const
  {
    return n_cell_values * cells;
  }



  std::int64_t CellwiseMesh::n_local_values() const
  {
    return n_cell_values * (cells + ghost_cells);
  }



  const std::shared_ptr<const Communicator> &CellwiseMesh::communicator() const
  {
    static const std::shared_ptr<const Communicator> none;
    return partitioner == nullptr ? none : partitioner->communicator();
  }



  template <typename Number>
  void CellwiseMesh::initialize_vector(CellwiseVector<Number> &vector,
                                       const bool) const
  {
    if (partitioner == nullptr)
      vector.reinit(device(), n_values());
    else
      vector.reinit(device(), partitioner);
  }



  const std::array<double, 3> &CellwiseMesh::cell_sides() const
  {
    return sides;
  }



  const std::array<double, 3> &CellwiseMesh::diffusion() const
  {
    return diffusion_diagonal;
  }



  double CellwiseMesh::reaction() const
  {
    return reaction_factor;
  }



  ArrayView<const double> CellwiseMesh::coefficients() const
  {
    return cell_coefficients.view();
  }



  std::int64_t CellwiseMesh::n_patches() const
  {
    return patch_cells.size() / 8;
  }



  const CellwiseMesh::Colour &CellwiseMesh::find_colour(const int colour) const
  {
    TESSERA_REQUIRE(colour >= 0 && colour < n_colours,
                    InvalidInput,
                    "Colour " << colour << " was asked for, expected 0 to "
                              << n_colours - 1 << ".");
    return colours[static_cast<std::size_t>(colour)];
  }



  ArrayView<const std::int32_t> CellwiseMesh::patches(const int colour) const
  {
    const Colour &c = find_colour(colour);
    return {patch_cells.data() + c.first, c.n_complete};
  }



  ArrayView<const std::int32_t>
  CellwiseMesh::incomplete_patches(const int colour) const
  {
    const Colour &c = find_colour(colour);
    return {patch_cells.data() + c.first + c.n_complete, c.n_incomplete};
  }



  std::array<std::int64_t, 2>
  CellwiseMesh::n_interior_entries(const int colour) const
  {
    return find_colour(colour).n_interior;
  }



  internal::PatchRuns CellwiseMesh::patch_runs(const int pair) const
  {
    const Runs &own = runs[static_cast<std::size_t>(pair)];
    return {own.runs.view(),
            own.slabs.view(),
            own.unvisited.view(),
            own.longest};
  }



  ArrayView<const std::int32_t> CellwiseMesh::vertices() const
  {
    return vertex_cells.view();
  }



  std::int64_t CellwiseMesh::n_interior_vertex_entries() const
  {
    return n_interior_vertices;
  }



  ArrayView<const std::uint32_t> CellwiseMesh::dirichlet() const
  {
    return dirichlet_masks.view();
  }



  bool CellwiseMesh::is_singular() const
  {
    return !has_dirichlet && reaction_factor == 0.;
  }



  bool CellwiseMesh::is_one_patch() const
  {
    return one_patch;
  }



  bool CellwiseMesh::has_children() const
  {
    return !child_cells.empty();
  }



  ArrayView<const std::int32_t> CellwiseMesh::children() const
  {
    return child_cells.view();
  }



  const Device &CellwiseMesh::device() const
  {
    return patch_cells.device();
  }



  template <>
  internal::LevelExchange<float> *CellwiseMesh::exchange() const
  {
    return float_exchange.get();
  }



  template <>
  internal::LevelExchange<double> *CellwiseMesh::exchange() const
  {
    return double_exchange.get();
  }



  std::size_t CellwiseMesh::memory_consumption() const
  {
    std::size_t exchanges = 0;
    if (partitioner != nullptr)
      exchanges = float_exchange->memory_consumption() +
                  double_exchange->memory_consumption();
    std::size_t rows = 0;
    for (const Runs &own : runs)
      rows += own.runs.memory_consumption() + own.slabs.memory_consumption() +
              own.unvisited.memory_consumption();
    return exchanges + rows + patch_cells.memory_consumption() +
           vertex_cells.memory_consumption() +
           dirichlet_masks.memory_consumption() +
           cell_coefficients.memory_consumption() +
           child_cells.memory_consumption();
  }

  template void CellwiseMesh::initialize_vector(CellwiseVector<float> &,
                                                const bool) const;
  template void CellwiseMesh::initialize_vector(CellwiseVector<double> &,
                                                const bool) const;
} // namespace tessera
