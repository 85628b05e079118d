// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/vertex_patch_relaxation.h>

#include <utility>

namespace tessera
{
  template <typename Number>
  void VertexPatchRelaxation<Number>::initialize(
    const AdditionalData &additional_data)
  {
    TESSERA_REQUIRE(additional_data.dof_map != nullptr,
                    InvalidInput,
                    "VertexPatchRelaxation got no level; set "
                    "AdditionalData::dof_map to an entry of "
                    "make_cellwise_dof_maps().");
    TESSERA_REQUIRE(additional_data.n_sweeps > 0,
                    InvalidInput,
                    "The number of sweeps is 0, expected at least 1.");
    const auto &mesh = additional_data.dof_map->mesh();
    smoother = std::make_unique<const VertexPatchSmoother<Number>>(mesh);
    mesh->initialize_vector(cellwise_u);
    mesh->initialize_vector(cellwise_rhs);
    data = additional_data;
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::clear()
  {
    data = AdditionalData();
    smoother.reset();
    cellwise_u.reinit(Device::host(), 0);
    cellwise_rhs.reinit(Device::host(), 0);
  }



  template <typename Number>
  void
  VertexPatchRelaxation<Number>::require_rows(const std::size_t n_rows) const
  {
    TESSERA_REQUIRE(n_rows == m(),
                    InvalidInput,
                    "The matrix has " << n_rows << " rows, but the level "
                                      << m() << " degrees of freedom.");
  }



  template <typename Number>
  void
  VertexPatchRelaxation<Number>::require_vectors(const VectorType &u,
                                                 const VectorType &rhs) const
  {
    // Refuses an object without a level.
    const std::size_t n_dofs = m();
    const auto n_owned       = data.dof_map->n_locally_owned_dofs();
    check_on_all_ranks(data.dof_map->mesh()->communicator(), [&] {
      for (const VectorType *vector : {&u, &rhs})
        TESSERA_REQUIRE(vector->size() == n_dofs &&
                          vector->locally_owned_size() == n_owned,
                        InvalidInput,
                        "The vector "
                          << (vector == &u ? "u" : "rhs") << " has "
                          << vector->locally_owned_size() << " of its "
                          << vector->size()
                          << " entries on this process, but the level has "
                          << n_dofs << " degrees of freedom, " << n_owned
                          << " of them on this process.");
    });
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::sweep(const Direction direction,
                                            VectorType &u,
                                            const VectorType &rhs) const
  {
    data.dof_map->copy_dual_to_cellwise(cellwise_rhs, rhs);
    for (unsigned int i = 0; i < data.n_sweeps; ++i)
      if (direction == Direction::forward)
        smoother->step(cellwise_u, cellwise_rhs, i > 0);
      else
        smoother->Tstep(cellwise_u, cellwise_rhs, i > 0);
    data.dof_map->copy_from_cellwise(u, cellwise_u);
    for (const std::int32_t i : data.dof_map->dirichlet_dofs())
      u.local_element(i) = rhs.local_element(i);
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::step_from_u(const Direction direction,
                                                  VectorType &u,
                                                  const VectorType &rhs) const
  {
    require_vectors(u, rhs);
    // What is on the Dirichlet boundary must not be seen by the others.
    for (const std::int32_t i : data.dof_map->dirichlet_dofs())
      u.local_element(i) = Number();
    data.dof_map->copy_to_cellwise(cellwise_u, u);
    sweep(direction, u, rhs);
  }



  template <typename Number>
  void
  VertexPatchRelaxation<Number>::step_from_zero(const Direction direction,
                                                VectorType &dst,
                                                const VectorType &src) const
  {
    require_vectors(dst, src);
    data.dof_map->mesh()->initialize_vector(cellwise_u);
    sweep(direction, dst, src);
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::step(VectorType &u,
                                           const VectorType &rhs) const
  {
    step_from_u(Direction::forward, u, rhs);
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::Tstep(VectorType &u,
                                            const VectorType &rhs) const
  {
    step_from_u(Direction::reversed, u, rhs);
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::vmult(VectorType &dst,
                                            const VectorType &src) const
  {
    step_from_zero(Direction::forward, dst, src);
  }



  template <typename Number>
  void VertexPatchRelaxation<Number>::Tvmult(VectorType &dst,
                                             const VectorType &src) const
  {
    step_from_zero(Direction::reversed, dst, src);
  }



  template <typename Number>
  std::size_t VertexPatchRelaxation<Number>::m() const
  {
    TESSERA_REQUIRE(data.dof_map != nullptr,
                    InvalidInput,
                    "The VertexPatchRelaxation has no level; call "
                    "initialize() first.");
    return data.dof_map->n_dofs();
  }



  template <typename Number>
  std::size_t VertexPatchRelaxation<Number>::n() const
  {
    return m();
  }



  template <typename Number>
  std::size_t VertexPatchRelaxation<Number>::memory_consumption() const
  {
    return cellwise_u.memory_consumption() + cellwise_rhs.memory_consumption() +
           (smoother ? smoother->memory_consumption() : 0);
  }



  template class VertexPatchRelaxation<float>;
  template class VertexPatchRelaxation<double>;
} // namespace tessera
