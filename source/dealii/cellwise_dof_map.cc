// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_dof_map.h>

#include "cellwise/level_checks.h"
#include "dealii/cell_nodes.h"
#include "kernels/dispatch.h"
#include "kernels/dof_copies.h"

#include <limits>

namespace tessera
{
  namespace
  {
    template <typename Number>
    using DistributedVector =
      dealii::LinearAlgebra::distributed::Vector<Number>;



    /** The entries of @p vector on @p device, copied there if need be. */
    template <typename VectorType>
    class EntriesOnDevice
    {
      using Number = typename VectorType::value_type;

    public:
      EntriesOnDevice(const Device &device, const VectorType &vector)
        : entries(vector.begin())
        , copy(device)
      {
        if (device.is_host())
          return;
        const auto n = static_cast<std::int64_t>(vector.size());
        copy.reinit(n);
        internal::copy_bytes(device,
                             copy.data(),
                             Device::host(),
                             entries,
                             n * static_cast<std::int64_t>(sizeof(Number)));
        entries = copy.data();
      }

      const Number *data() const
      {
        return entries;
      }

    private:
      const Number *entries;
      Array<Number> copy;
    };



    void resize(dealii::Vector<double> &vector, const std::size_t n)
    {
      vector.reinit(n, true);
    }



    /** The caller's vector knows how it is distributed, so it is kept. */
    template <typename Number>
    void resize(DistributedVector<Number> &, const std::size_t)
    {}
  } // namespace



  CellwiseDoFMap::CellwiseDoFMap(
    const dealii::DoFHandler<3> &dof_handler,
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : level_mesh(internal::require_mesh(mesh, "CellwiseDoFMap"))
    , table(mesh->device())
  {
    const auto dofs = internal::active_dofs_of_nodes(dof_handler, *mesh);
    initialize(dofs, dof_handler.n_dofs());
  }



  CellwiseDoFMap::CellwiseDoFMap(
    const dealii::DoFHandler<3> &dof_handler,
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const unsigned int level)
    : level_mesh(internal::require_mesh(mesh, "CellwiseDoFMap"))
    , table(mesh->device())
  {
    const auto dofs = internal::level_dofs_of_nodes(dof_handler, *mesh, level);
    initialize(dofs, dof_handler.n_dofs(level));
  }



  void CellwiseDoFMap::initialize(const internal::DoFIndices &dofs_of_nodes,
                                  const dealii::types::global_dof_index n_dofs)
  {
    number_of_dofs         = n_dofs;
    constexpr auto largest = std::numeric_limits<std::int32_t>::max();
    TESSERA_REQUIRE(number_of_dofs <= largest,
                    InvalidInput,
                    "The DoFHandler has "
                      << number_of_dofs
                      << " degrees of freedom, expected at most " << largest
                      << " on a process.");
    std::vector<bool> seen(number_of_dofs, false);
    std::vector<std::int32_t> entries;
    entries.reserve(dofs_of_nodes.size());
    for (const auto dof : dofs_of_nodes)
      {
        const auto d = static_cast<std::int32_t>(dof);
        entries.push_back(seen[dof] ? -1 - d : d);
        seen[dof] = true;
      }
    table.reinit(static_cast<std::int64_t>(entries.size()));
    table.copy_from_host(entries);
    fixed_dofs = internal::dirichlet_dofs(*level_mesh, dofs_of_nodes);
  }



  template <typename VectorType>
  void CellwiseDoFMap::require_size(const VectorType &vector,
                                    const char *name) const
  {
    TESSERA_REQUIRE(vector.size() == number_of_dofs,
                    InvalidInput,
                    "The vector " << name << " has " << vector.size()
                                  << " entries, but the DoFHandler "
                                  << number_of_dofs << " degrees of freedom.");
    TESSERA_REQUIRE(vector.locally_owned_size() == number_of_dofs,
                    InvalidInput,
                    "The vector " << name << " has "
                                  << vector.locally_owned_size() << " of its "
                                  << number_of_dofs
                                  << " entries on this process, expected all "
                                     "of them.");
  }



  template <typename VectorType>
  void CellwiseDoFMap::copy_to_cellwise(
    CellwiseVector<typename VectorType::value_type> &dst,
    const VectorType &src) const
  {
    require_size(src, "src");
    level_mesh->initialize_vector(dst, true);
    const EntriesOnDevice<VectorType> entries(level_mesh->device(), src);
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::copy_values_to_cells(queue,
                                     table.view(),
                                     entries.data(),
                                     dst.data());
    });
  }



  template <typename VectorType>
  void CellwiseDoFMap::copy_dual_to_cellwise(
    CellwiseVector<typename VectorType::value_type> &dst,
    const VectorType &src) const
  {
    require_size(src, "src");
    level_mesh->initialize_vector(dst, true);
    const EntriesOnDevice<VectorType> entries(level_mesh->device(), src);
    internal::dispatch(level_mesh->device(), [&](const auto &queue) {
      internal::copy_sums_to_cells(queue,
                                   table.view(),
                                   entries.data(),
                                   dst.data());
    });
  }



  template <typename VectorType>
  void CellwiseDoFMap::copy_from_cellwise(
    VectorType &dst,
    const CellwiseVector<typename VectorType::value_type> &src) const
  {
    using Number = typename VectorType::value_type;
    internal::require_level_vector(*level_mesh, src, "src");
    resize(dst, number_of_dofs);
    require_size(dst, "dst");
    const Device &device = level_mesh->device();
    const auto n         = static_cast<std::int64_t>(number_of_dofs);
    Array<Number> copy(device);
    if (!device.is_host())
      copy.reinit(n);
    Number *entries = device.is_host() ? dst.begin() : copy.data();
    internal::dispatch(device, [&](const auto &queue) {
      internal::copy_values_from_cells(queue,
                                       table.view(),
                                       src.data(),
                                       entries);
    });
    if (!device.is_host())
      internal::copy_bytes(Device::host(),
                           dst.begin(),
                           device,
                           entries,
                           n * static_cast<std::int64_t>(sizeof(Number)));
  }



  const std::shared_ptr<const CellwiseMesh> &CellwiseDoFMap::mesh() const
  {
    return level_mesh;
  }



  dealii::types::global_dof_index CellwiseDoFMap::n_dofs() const
  {
    return number_of_dofs;
  }



  const std::vector<std::int32_t> &CellwiseDoFMap::dirichlet_dofs() const
  {
    return fixed_dofs;
  }



  std::size_t CellwiseDoFMap::memory_consumption() const
  {
    return table.memory_consumption() +
           fixed_dofs.capacity() * sizeof(fixed_dofs.front());
  }



  dealii::MGLevelObject<std::shared_ptr<const CellwiseDoFMap>>
  make_cellwise_dof_maps(const dealii::DoFHandler<3> &dof_handler,
                         const Device &device,
                         const unsigned int min_level,
                         const DiffusionEquation &equation)
  {
    const CellwiseLevels levels = make_cellwise_levels(
      dof_handler.get_triangulation(), device, min_level, equation);
    dealii::MGLevelObject<std::shared_ptr<const CellwiseDoFMap>> maps(
      levels.min_level(), levels.max_level());
    for (unsigned int level = levels.min_level(); level <= levels.max_level();
         ++level)
      maps[level] = std::make_shared<const CellwiseDoFMap>(dof_handler,
                                                           levels[level],
                                                           level);
    return maps;
  }



  template void
  CellwiseDoFMap::copy_to_cellwise(CellwiseVector<double> &,
                                   const dealii::Vector<double> &) const;
  template void
  CellwiseDoFMap::copy_to_cellwise(CellwiseVector<float> &,
                                   const DistributedVector<float> &) const;
  template void
  CellwiseDoFMap::copy_to_cellwise(CellwiseVector<double> &,
                                   const DistributedVector<double> &) const;
  template void
  CellwiseDoFMap::copy_dual_to_cellwise(CellwiseVector<double> &,
                                        const dealii::Vector<double> &) const;
  template void
  CellwiseDoFMap::copy_dual_to_cellwise(CellwiseVector<float> &,
                                        const DistributedVector<float> &) const;
  template void CellwiseDoFMap::copy_dual_to_cellwise(
    CellwiseVector<double> &,
    const DistributedVector<double> &) const;
  template void
  CellwiseDoFMap::copy_from_cellwise(dealii::Vector<double> &,
                                     const CellwiseVector<double> &) const;
  template void
  CellwiseDoFMap::copy_from_cellwise(DistributedVector<float> &,
                                     const CellwiseVector<float> &) const;
  template void
  CellwiseDoFMap::copy_from_cellwise(DistributedVector<double> &,
                                     const CellwiseVector<double> &) const;
} // namespace tessera
