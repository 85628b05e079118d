// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_dof_map.h>

#include "cellwise/level_checks.h"
#include "dealii/cell_nodes.h"
#include "kernels/dispatch.h"
#include "kernels/dof_copies.h"

#include <algorithm>
#include <limits>

namespace tessera
{
  namespace
  {
    template <typename Number>
    using DistributedVector =
      dealii::LinearAlgebra::distributed::Vector<Number>;

    using Entries = std::shared_ptr<const dealii::Utilities::MPI::Partitioner>;



    /** The entries of @p vector on @p device, copied there if need be. */
    template <typename VectorType>
    class EntriesOnDevice
    {
      using Number = typename VectorType::value_type;

    public:
      EntriesOnDevice(const Device &device,
                      const VectorType &vector,
                      const std::int64_t n)
        : entries(vector.begin())
        , copy(device)
      {
        if (device.is_host())
          return;
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



    /**
     * @p src with the ghost entries of @p partitioner, kept in @p copy; @p src
     * as it is on one rank.
     */
    template <typename Number>
    const DistributedVector<Number> &
    with_ghosts(const DistributedVector<Number> &src,
                const Entries &partitioner,
                DistributedVector<Number> &copy)
    {
      if (partitioner == nullptr)
        return src;
      copy.reinit(partitioner);
      copy.copy_locally_owned_data_from(src);
      copy.update_ghost_values();
      return copy;
    }

    /** This one is never distributed. */
    const dealii::Vector<double> &with_ghosts(const dealii::Vector<double> &src,
                                              const Entries &,
                                              DistributedVector<double> &)
    {
      return src;
    }



    template <typename Number>
    bool is_distributed(const DistributedVector<Number> &)
    {
      return true;
    }

    bool is_distributed(const dealii::Vector<double> &)
    {
      return false;
    }



    /** The caller's vector knows how it is distributed, so it is kept. */
    template <typename Number>
    void resize(DistributedVector<Number> &, const std::size_t)
    {}



    /** The ghost entries are those of @p dofs that another rank owns. */
    Entries make_partitioner(internal::DoFIndices dofs,
                             const dealii::IndexSet &owned_dofs,
                             const MPI_Comm communicator)
    {
      dealii::IndexSet ghosts(owned_dofs.size());
      std::sort(dofs.begin(), dofs.end());
      ghosts.add_indices(dofs.begin(), std::unique(dofs.begin(), dofs.end()));
      return std::make_shared<const dealii::Utilities::MPI::Partitioner>(
        owned_dofs, ghosts, communicator);
    }
  } // namespace



  CellwiseDoFMap::CellwiseDoFMap(
    const dealii::DoFHandler<3> &dof_handler,
    const std::shared_ptr<const CellwiseMesh> &mesh)
    : level_mesh(internal::require_mesh(mesh, "CellwiseDoFMap"))
    , table(mesh->device())
  {
    internal::DoFIndices dofs;
    check_on_all_ranks(mesh->communicator(), [&] {
      dofs = internal::active_dofs_of_nodes(dof_handler, *mesh);
    });
    initialize(dofs,
               dof_handler.locally_owned_dofs(),
               dof_handler.get_communicator());
  }



  CellwiseDoFMap::CellwiseDoFMap(
    const dealii::DoFHandler<3> &dof_handler,
    const std::shared_ptr<const CellwiseMesh> &mesh,
    const unsigned int level)
    : level_mesh(internal::require_mesh(mesh, "CellwiseDoFMap"))
    , table(mesh->device())
  {
    internal::DoFIndices dofs;
    check_on_all_ranks(mesh->communicator(), [&] {
      dofs = internal::level_dofs_of_nodes(dof_handler, *mesh, level);
    });
    initialize(dofs,
               dof_handler.locally_owned_mg_dofs(level),
               dof_handler.get_communicator());
  }



  void CellwiseDoFMap::initialize(internal::DoFIndices dofs_of_nodes,
                                  const dealii::IndexSet &owned_dofs,
                                  const MPI_Comm communicator)
  {
    number_of_dofs       = owned_dofs.size();
    number_of_owned_dofs = owned_dofs.n_elements();
    if (level_mesh->communicator() != nullptr)
      {
        partitioner = make_partitioner(dofs_of_nodes, owned_dofs, communicator);
        for (auto &dof : dofs_of_nodes)
          dof = partitioner->global_to_local(dof);
      }
    check_on_all_ranks(level_mesh->communicator(), [&] {
      constexpr auto largest = std::numeric_limits<std::int32_t>::max();
      TESSERA_REQUIRE(n_local_dofs() <= largest,
                      InvalidInput,
                      "The DoFHandler has "
                        << n_local_dofs()
                        << " degrees of freedom, expected at most " << largest
                        << " on a process.");
    });
    table.reinit(static_cast<std::int64_t>(dofs_of_nodes.size()));
    table.copy_from_host(internal::table_of_copies(dofs_of_nodes,
                                                   number_of_owned_dofs,
                                                   n_local_dofs()));
    for (const std::int32_t dof :
         internal::dirichlet_dofs(*level_mesh, dofs_of_nodes))
      if (static_cast<dealii::types::global_dof_index>(dof) <
          number_of_owned_dofs)
        fixed_dofs.push_back(dof);
  }



  std::int64_t CellwiseDoFMap::n_local_dofs() const
  {
    return static_cast<std::int64_t>(number_of_owned_dofs) +
           (partitioner == nullptr ? 0 : partitioner->n_ghost_indices());
  }



  template <typename VectorType>
  void CellwiseDoFMap::require_size(const VectorType &vector,
                                    const char *name) const
  {
    TESSERA_REQUIRE(partitioner == nullptr || is_distributed(vector),
                    InvalidInput,
                    "The vector " << name
                                  << " is on this process alone, but the "
                                     "DoFHandler is distributed; use a "
                                     "LinearAlgebra::distributed::Vector.");
    TESSERA_REQUIRE(vector.size() == number_of_dofs &&
                      vector.locally_owned_size() == number_of_owned_dofs,
                    InvalidInput,
                    "The vector "
                      << name << " has " << vector.locally_owned_size()
                      << " of its " << vector.size()
                      << " entries on this process, but the "
                         "DoFHandler has "
                      << number_of_owned_dofs << " of its " << number_of_dofs
                      << " degrees of freedom here.");
  }



  template <typename VectorType>
  void CellwiseDoFMap::copy_to_cellwise(
    CellwiseVector<typename VectorType::value_type> &dst,
    const VectorType &src) const
  {
    check_on_all_ranks(level_mesh->communicator(),
                       [&] { require_size(src, "src"); });
    level_mesh->initialize_vector(dst, true);
    DistributedVector<typename VectorType::value_type> copy;
    const EntriesOnDevice<VectorType> entries(level_mesh->device(),
                                              with_ghosts(src,
                                                          partitioner,
                                                          copy),
                                              n_local_dofs());
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
    check_on_all_ranks(level_mesh->communicator(),
                       [&] { require_size(src, "src"); });
    level_mesh->initialize_vector(dst, true);
    const EntriesOnDevice<VectorType> entries(level_mesh->device(),
                                              src,
                                              static_cast<std::int64_t>(
                                                number_of_owned_dofs));
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
    check_on_all_ranks(level_mesh->communicator(), [&] {
      internal::require_level_vector(*level_mesh, src, "src");
      // One that is resized fits afterwards.
      if (partitioner != nullptr || is_distributed(dst))
        require_size(dst, "dst");
    });
    resize(dst, number_of_dofs);
    const Device &device = level_mesh->device();
    const auto n         = static_cast<std::int64_t>(number_of_owned_dofs);
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



  dealii::types::global_dof_index CellwiseDoFMap::n_locally_owned_dofs() const
  {
    return number_of_owned_dofs;
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
