// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_performance_patch_variants_h
#define tessera_tests_performance_patch_variants_h

#include <tessera/base/array.h>
#include <tessera/cellwise/cell_basis.h>

#include "kernels/vertex_patch_update.h"

#include <cstdint>
#include <string>

namespace benchmark
{
  /**
   * Ways to compute a patch update on the GPU, each with one more idea of
   * section 6 of "Mixed-Precision Coalesced Matrix-Free Multigrid with
   * Vertex-Patch Smoothing" than the one before. They move the same cells in
   * the same way.
   */
  enum class PatchVariant
  {
    /** No patch solve: u = u + factor rhs. */
    traffic,
    /**
     * Residual by seven contractions with M and K, transforms over the three
     * inner nodes and three modes of both cells of an axis; sums of the parts
     * that come from different matrices or cells are added at their end.
     */
    plain,
    /** The same, each sum one chain of multiply-adds into one accumulator. */
    chains,
    /** Residual by six contractions and the diagonal in the cell eigenbasis. */
    cell_modes,
    /**
     * rhs in the cell eigenbasis; from there to patch modes by one transform,
     * the nodal residual is never formed.
     */
    merged,
    /** Sums and differences of mirror images, half the products. */
    symmetry,
    /** Merged, with u in the eigenbasis as well: all transforms are 4 to 3. */
    eigen_storage,
    /** Both: what the library does. */
    library
  };

  /** Factors that the tables of the library do not have. */
  struct VariantTables
  {
    /** The matrices of a cell along each axis, row by row. */
    float mass[16];
    float stiffness[3][16];

    /**
     * For the nodal basis and the eigenbasis, entry 3 c + m for the lower and
     * the upper lane of an axis: the value of mode m of the lane (own), or of
     * the other one, in function c of the lane's cell. Of the nodes there are
     * the three that are not at the end of the patch, the shared one last.
     */
    float own[2][12][2];
    float other[2][12][2];

    /** Of PatchVariant::traffic. */
    float factor;
  };

  /** What a block of a kernel takes. */
  struct KernelResources
  {
    int registers;
    int local_bytes;
    int shared_bytes;
  };

  /** FP32 instructions and shuffles of a visited cell. */
  struct InstructionCounts
  {
    int arithmetic;
    int shuffles;
  };

  /** A variant and how it wants its vectors. */
  struct VariantFacts
  {
    PatchVariant variant;
    std::string name;
    tessera::CellBasis u_basis;
    tessera::CellBasis rhs_basis;
  };

  /**
   * One colour of complete patches, like vertex_patch_update(). @p transform is
   * that of the eigenbasis for all variants.
   *
   * @return false if the device has no bulk copies, and nothing was done.
   */
  bool update_patches(const tessera::internal::CudaQueue &queue,
                      const PatchVariant variant,
                      const tessera::internal::PatchTransform<float> &transform,
                      const VariantTables &tables,
                      tessera::ArrayView<const std::int32_t> patches,
                      tessera::ArrayView<const float> rhs,
                      tessera::ArrayView<float> u);

  KernelResources variant_resources(const PatchVariant variant);

  /**
   * u = u + factor rhs in all cells of the patches of two colours, moved like
   * vertex_patch_march() does; once for each colour that a cell is in.
   *
   * @return false if the device has no bulk copies, and nothing was done.
   */
  bool march_traffic(const tessera::internal::CudaQueue &queue,
                     const tessera::internal::PatchTransform<float> &transform,
                     const tessera::internal::PatchRuns &runs,
                     const float factor,
                     tessera::ArrayView<const float> rhs,
                     tessera::ArrayView<float> u);

  KernelResources march_traffic_resources();
} // namespace benchmark

#endif
