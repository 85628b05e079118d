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



    /**
     * Refuses a vector @p name that does not belong to @p mesh. Without
     * messages: ranks agree about vectors of another mesh, whose number of
     * entries differs for all of them, also for ranks without a cell of both.
     */
    template <typename Number>
    inline void require_level_vector(const CellwiseMesh &mesh,
                                     const CellwiseVector<Number> &vector,
                                     const char *name)
    {
      const std::int64_t n_values = n_cell_values * mesh.n_global_cells();
      TESSERA_REQUIRE(static_cast<std::int64_t>(vector.size()) == n_values &&
                        static_cast<std::int64_t>(
                          vector.locally_owned_size()) == mesh.n_values() &&
                        static_cast<std::int64_t>(vector.n_ghost_entries()) ==
                          mesh.n_local_values() - mesh.n_values() &&
                        (vector.partitioner() == nullptr) ==
                          (mesh.communicator() == nullptr) &&
                        vector.device() == mesh.device(),
                      InvalidInput,
                      "The vector `"
                        << name << "' has " << vector.size() << " entries, "
                        << vector.locally_owned_size()
                        << " of them on this process, on "
                        << vector.device().name() << ", but the mesh of "
                        << mesh.n_global_cells() << " cells needs " << n_values
                        << ", " << mesh.n_values()
                        << " of them on this process, on "
                        << mesh.device().name()
                        << "; call mesh.initialize_vector().");
    }



    /**
     * Refuses, on all ranks if on one, vectors @p dst and @p src that do not
     * belong to @p mesh. For functions that come from outside; within a cycle
     * the message would cost more than some kernels. Collective.
     */
    template <typename Number>
    inline void
    require_level_vectors_on_all_ranks(const CellwiseMesh &mesh,
                                       const CellwiseVector<Number> &dst,
                                       const CellwiseVector<Number> &src)
    {
      check_on_all_ranks(mesh.communicator(), [&] {
        require_level_vector(mesh, src, "src");
        require_level_vector(mesh, dst, "dst");
      });
    }
  } // namespace internal
} // namespace tessera

#endif
