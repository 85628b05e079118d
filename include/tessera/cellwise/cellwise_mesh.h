// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_cellwise_cellwise_mesh_h
#define tessera_cellwise_cellwise_mesh_h

#include <tessera/base/array.h>
#include <tessera/base/communicator.h>
#include <tessera/base/ghost_exchange.h>
#include <tessera/base/partitioner.h>
#include <tessera/cellwise/cellwise_vector.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace tessera
{
  namespace internal
  {
    template <typename Number>
    struct LevelExchange;
    struct PatchRuns;
  } // namespace internal



  /**
   * One level of the discrete problem -div(k D grad u) + c u = f as the kernels
   * see it: axis-parallel hexahedra of equal size with their coefficients, the
   * vertex patches by colour, the copies of shared nodes, the nodes with
   * Dirichlet values, and the children of the cells of the next coarser level.
   *
   * A *patch* is the 2x2x2 cells around a vertex that touches no Dirichlet
   * face, listed with x fastest. Patches of one *colour* share no cell, so that
   * they can be worked on at the same time. Around a vertex on a free boundary
   * (natural boundary condition) some of the eight cells are missing.
   *
   * Over several ranks each cell is owned by one of them. A rank also knows
   * *ghost cells* of others, which are numbered after its own: those around the
   * vertices of its cells, and the parents of its cells of the next finer
   * level. It works on every patch with a cell that it owns, at the seams
   * together with others, so that it needs messages only for what happens to
   * its ghost cells in patches that have none of its cells, and only before it
   * works on these cells again.
   */
  class CellwiseMesh
  {
  public:
    static constexpr int n_colours = 8;

    /**
     * What a rank shares with others. The unit of the lists is a cell, unless
     * another one is named.
     */
    struct Ghosts
    {
      /** Null if this process works alone: there are no ghosts then. */
      std::shared_ptr<const Communicator> communicator;

      /** Ghost cells of this rank. */
      std::int64_t n_cells = 0;

      /** The ghost cells around the vertices of owned cells. */
      std::vector<GhostNeighbour> around_vertices;

      /**
       * The nodes of these cells that lie on owned cells: what copies are
       * averaged with. Unit 32 c + k are the entries 2 k and 2 k + 1 of cell c.
       */
      std::vector<GhostNeighbour> shared_nodes;

      /** The ghost cells that are parents of cells of the finer level. */
      std::vector<GhostNeighbour> parents;

      /** Those of #around_vertices that a sweep fetches, and when. */
      struct Sweep
      {
        /**
         * Before the first colour, unless the sweep begins with zeros: cells
         * that this rank has in a patch before others change them.
         */
        std::vector<GhostNeighbour> start;

        /**
         * Before each colour: cells that others have changed, and that this
         * rank has in a patch before others change them again.
         */
        std::array<std::vector<GhostNeighbour>, n_colours> colours;
      };

      /** Of the sweeps over the colours 0 to 7 and 7 to 0. */
      std::array<Sweep, 2> sweeps;
    };

    /** Plain data that a mesh is made from. */
    struct Description
    {
      /** Cells that this rank owns. Ghost cells are numbered after them. */
      std::int64_t n_cells = 0;

      Ghosts ghosts;

      /** Side of every cell along x, y and z. */
      std::array<double, 3> cell_sides{{1., 1., 1.}};

      /** The diagonal of the diffusion tensor D. */
      std::array<double, 3> diffusion{{1., 1., 1.}};

      /** The factor c >= 0 of the reaction term. */
      double reaction = 0.;

      /** k > 0, one number a cell; 1 everywhere if empty on all ranks. */
      std::vector<double> coefficients;

      /**
       * For each colour the cells of its patches, eight after eight. Colour
       * x + 2 y + 4 z has the patches of the vertices whose numbers along the
       * axes have parity x, y, z, counted from the lower end of the domain.
       *
       * Where a cell is missing, there is -1 - s instead. With s = 0 all its
       * values are taken as zero. Otherwise the bits of s are the axes (1: x,
       * 2: y, 4: z) along which it is the mirror image of the cell at position
       * p ^ s of the patch, where p is its own position; that cell exists.
       *
       * A patch at a flat free boundary is solved exactly in this way: the
       * even modes of two cells are those of one cell with a free end. At a
       * re-entrant free edge, where cells are taken as zero, the patch solve is
       * that of eight cells, used on those that exist.
       */
      std::array<std::vector<std::int32_t>, n_colours> patches;

      /**
       * For each vertex of an owned cell the up to eight cells around it, x
       * fastest, -1 where there is none; every vertex once. This is how copies
       * of nodes are found.
       */
      std::vector<std::int32_t> vertices;

      /**
       * What of the boundary of each cell has Dirichlet values: bit
       * x + 3 y + 9 z stands for the vertex, edge or face at position (x,y,z),
       * with 0, 1, 2 for the lower end, the inside and the upper end of an
       * axis. None anywhere if empty. Of ghost cells, only what touches an
       * owned cell has to be right.
       */
      std::vector<std::uint32_t> dirichlet;

      /**
       * The children of cell 0 of the next coarser level, eight with x
       * fastest, then those of cell 1 and so on, ghost cells included; -1 for
       * children that another rank owns. Empty on the coarsest level.
       */
      std::vector<std::int32_t> children;
    };

    /**
     * A box of @p n cells an axis, numbered with x fastest. The faces with an
     * entry in @p free_faces (lower and upper end of x, of y, of z) have
     * natural boundary conditions, the others Dirichlet values. If all three
     * numbers are even, the children refer to the box with half as many cells
     * an axis.
     *
     * @throws InvalidInput if a number is negative or if there are more than
     * 2^31 - 1 cells.
     */
    static Description describe_box(const std::array<std::int64_t, 3> &n,
                                    const std::array<double, 3> &cell_sides,
                                    const std::array<bool, 6> &free_faces = {});

    /**
     * Checks @p description and copies it to @p device. Collective over the
     * ranks of the description.
     *
     * @throws InvalidInput on all ranks, naming the cell or the patch, if a
     * side or a coefficient is out of range, if a cell number is out of range,
     * if a cell is in two patches of a colour, if a missing cell mirrors one
     * that does not exist, if the vertices do not have each corner of each cell
     * once, if the children are not each cell once, or if the lists of what is
     * shared have numbers out of range or twice, lack a ghost cell around a
     * vertex, or are not those of the other ranks.
     */
    CellwiseMesh(const Device &device, const Description &description);

    /** Number of cells that this rank owns. */
    std::int64_t n_cells() const;

    std::int64_t n_ghost_cells() const;

    /** Number of cells of all ranks. */
    std::int64_t n_global_cells() const;

    /** Number of owned entries of a CellwiseVector: 64 n_cells(). */
    std::int64_t n_values() const;

    /** Number of its entries in memory: n_values() and the ghost entries. */
    std::int64_t n_local_values() const;

    /** Null if this process works alone. */
    const std::shared_ptr<const Communicator> &communicator() const;

    /** Makes @p vector a vector of this mesh; zero unless told otherwise. */
    template <typename Number>
    void initialize_vector(CellwiseVector<Number> &vector,
                           const bool omit_zeroing_entries = false) const;

    const std::array<double, 3> &cell_sides() const;

    const std::array<double, 3> &diffusion() const;

    double reaction() const;

    /** k of every cell; empty if it is 1 everywhere. */
    ArrayView<const double> coefficients() const;

    std::int64_t n_patches() const;

    /** The patches of @p colour that have all eight cells. */
    ArrayView<const std::int32_t> patches(const int colour) const;

    /** Those with missing cells, see Description::patches. */
    ArrayView<const std::int32_t> incomplete_patches(const int colour) const;

    /**
     * How many entries of patches() and of incomplete_patches() belong to
     * patches without ghost cells. They come first.
     */
    std::array<std::int64_t, 2> n_interior_entries(const int colour) const;

    /**
     * The complete patches of the colours 2 @p pair and 2 @p pair + 1 in rows
     * along x. Empty unless the mesh is on a GPU, has no coefficients, and this
     * process works alone.
     */
    internal::PatchRuns patch_runs(const int pair) const;

    /** The table of Description::vertices. */
    ArrayView<const std::int32_t> vertices() const;

    /** How many entries are those of vertices without ghost cells; the first.
     */
    std::int64_t n_interior_vertex_entries() const;

    /** One mask a cell, see Description::dirichlet; empty if there are none. */
    ArrayView<const std::uint32_t> dirichlet() const;

    /**
     * Whether the operator has the constant functions in its kernel: no
     * Dirichlet values and no reaction term.
     */
    bool is_singular() const;

    /**
     * Whether all free unknowns are those of one patch of eight cells with a
     * constant coefficient.
     */
    bool is_one_patch() const;

    /** Whether there is a coarser level. */
    bool has_children() const;

    /** The table of Description::children. */
    ArrayView<const std::int32_t> children() const;

    const Device &device() const;

    /** Messages to other ranks; null if this process works alone. */
    template <typename Number>
    internal::LevelExchange<Number> *exchange() const;

    /**
     * Bytes owned on device(): 32 a patch and a vertex, 8 a cell, 8 more with
     * coefficients; and in host memory the buffers of the messages that were
     * sent so far, since they are made when they are needed.
     */
    std::size_t memory_consumption() const;

  private:
    /** Where the patches of a colour are listed, complete ones first. */
    struct Colour
    {
      std::int64_t first        = 0;
      std::int64_t n_complete   = 0;
      std::int64_t n_incomplete = 0;
      std::array<std::int64_t, 2> n_interior{{0, 0}};
    };

    /** See internal::PatchRuns. */
    struct Runs
    {
      Array<std::int32_t> runs;
      Array<std::int32_t> slabs;
      Array<std::int32_t> unvisited;
      int longest = 0;
    };

    const Colour &find_colour(const int colour) const;

    void set_patches(const Description &description);

    void set_runs(const Description &description);

    void set_vertices(const Description &description);

    /** What all ranks have to agree on. Collective. */
    void connect_ranks(const Description &description);

    std::int64_t cells;
    std::int64_t ghost_cells;
    std::array<double, 3> sides;
    std::array<double, 3> diffusion_diagonal;
    double reaction_factor;
    bool has_dirichlet = false;
    bool one_patch     = false;
    std::array<Colour, n_colours> colours;
    Array<std::int32_t> patch_cells;
    std::array<Runs, n_colours / 2> runs;
    Array<std::int32_t> vertex_cells;
    std::int64_t n_interior_vertices = 0;
    Array<std::uint32_t> dirichlet_masks;
    Array<double> cell_coefficients;
    Array<std::int32_t> child_cells;

    // Null without other ranks.
    std::shared_ptr<const Partitioner> partitioner;
    std::shared_ptr<internal::LevelExchange<float>> float_exchange;
    std::shared_ptr<internal::LevelExchange<double>> double_exchange;
  };
} // namespace tessera

#endif
