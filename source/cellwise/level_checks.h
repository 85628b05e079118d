// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_level_checks_h
#define tessera_cellwise_level_checks_h

#include <tessera/base/exceptions.h>
#include <tessera/cellwise/cellwise_mesh.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <memory>

namespace tessera
{
  namespace internal
  {
    /** Refuses a null pointer that was given to @p user. */
    inline const std::shared_ptr<const CellwiseMesh> &
    require_mesh(const std::shared_ptr<const CellwiseMesh> &mesh,
                 const char *user)
    {
      TESSERA_REQUIRE(mesh != nullptr,
                      InvalidInput,
                      user << " was given a null pointer, expected a mesh.");
      return mesh;
    }



    /** Refuses a vector @p name that does not belong to @p mesh. */
    template <typename Number>
    inline void require_level_vector(const CellwiseMesh &mesh,
                                     const CellwiseVector<Number> &vector,
                                     const char *name)
    {
      TESSERA_REQUIRE(static_cast<std::int64_t>(vector.locally_owned_size()) ==
                          mesh.n_values() &&
                        static_cast<std::int64_t>(vector.n_ghost_entries()) ==
                          mesh.n_local_values() - mesh.n_values() &&
                        (vector.partitioner() == nullptr) ==
                          (mesh.communicator() == nullptr) &&
                        vector.device() == mesh.device(),
                      InvalidInput,
                      "The vector `"
                        << name << "' has " << vector.locally_owned_size()
                        << " entries on " << vector.device().name()
                        << ", but the mesh of " << mesh.n_cells()
                        << " cells needs " << mesh.n_values() << " entries on "
                        << mesh.device().name()
                        << "; call mesh.initialize_vector().");
    }
  } // namespace internal
} // namespace tessera

#endif
