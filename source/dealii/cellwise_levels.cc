// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/base/exceptions.h>
#include <tessera/dealii/cellwise_levels.h>

#include <deal.II/grid/cell_id.h>
#include <deal.II/grid/tria_accessor.h>
#include <deal.II/grid/tria_iterator.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tessera
{
  namespace
  {
    using Triangulation = dealii::Triangulation<3>;
    using Cell          = Triangulation::cell_iterator;
    using Point         = dealii::Point<3>;

    // Vertices may be off by this part of a side.
    constexpr double tolerance = 1e-10;



    /** The cell for people: `cell 0_2:13 around (0.1, 0.2, 0.3)`. */
    std::string name_of(const Cell &cell)
    {
      std::ostringstream name;
      const Point center = cell->center();
      name << "cell " << cell->id().to_string() << " around (" << center[0]
           << ", " << center[1] << ", " << center[2] << ")";
      return name.str();
    }



    void check_refinement(const Triangulation &triangulation,
                          const unsigned int min_level)
    {
      const unsigned int n_levels = triangulation.n_levels();
      TESSERA_REQUIRE(min_level < n_levels,
                      InvalidInput,
                      "Level " << min_level
                               << " was asked for as the coarsest, but the "
                                  "triangulation has the levels 0 to "
                               << n_levels - 1 << ".");
      for (const Cell &cell : triangulation.active_cell_iterators())
        {
          TESSERA_REQUIRE(cell->level() == static_cast<int>(n_levels) - 1,
                          InvalidInput,
                          "The mesh is refined locally: "
                            << name_of(cell) << " is active on level "
                            << cell->level() << ", but the finest level is "
                            << n_levels - 1
                            << ". Refine all cells equally often.");
          TESSERA_REQUIRE(
            !cell->is_artificial() && cell->is_locally_owned(),
            InvalidInput,
            "The mesh is distributed: "
              << name_of(cell)
              << " belongs to another process. Use a mesh that is wholly "
                 "owned by this process.");
        }
    }



    /** Vertex 7 minus vertex 0. */
    std::array<double, 3> diagonal_of(const Cell &cell)
    {
      const auto difference = cell->vertex(7) - cell->vertex(0);
      return {{difference[0], difference[1], difference[2]}};
    }



    /** Refuses a cell that is not a box with vertices in deal.II's order. */
    void check_shape(const Cell &cell)
    {
      const std::array<double, 3> h = diagonal_of(cell);
      for (unsigned int v = 0; v < 8; ++v)
        for (unsigned int axis = 0; axis < 3; ++axis)
          {
            const double expected =
              cell->vertex(0)[axis] + (v >> axis & 1) * h[axis];
            TESSERA_REQUIRE(
              h[axis] > 0. && std::fabs(cell->vertex(v)[axis] - expected) <=
                                tolerance * h[axis],
              InvalidInput,
              "The edges of "
                << name_of(cell)
                << " are not parallel to the axes in deal.II's order: "
                << "coordinate " << axis << " of its vertex " << v << " is "
                << cell->vertex(v)[axis] << ", expected " << expected
                << " above " << cell->vertex(0)[axis]
                << ". Use an axis-parallel mesh.");
          }
    }



    /** Where the manifold puts the middle, against where a box has it. */
    template <typename Object>
    bool is_curved(const Object &object, const double side)
    {
      return object.manifold_id() != dealii::numbers::flat_manifold_id &&
             object.center(true).distance(object.center()) > tolerance * side;
    }



    void check_manifold(const Cell &cell)
    {
      const std::array<double, 3> h = diagonal_of(cell);
      const double side             = std::fmin(h[0], std::fmin(h[1], h[2]));
      bool curved                   = is_curved(*cell, side);
      for (unsigned int i = 0; i < 6; ++i)
        curved = curved || is_curved(*cell->quad(i), side);
      for (unsigned int i = 0; i < 12; ++i)
        curved = curved || is_curved(*cell->line(i), side);
      TESSERA_REQUIRE(!curved,
                      InvalidInput,
                      "The manifold of "
                        << name_of(cell)
                        << " makes it curved. Use a flat manifold.");
    }



    void check_size(const Cell &cell, const std::array<double, 3> &sides)
    {
      const std::array<double, 3> h = diagonal_of(cell);
      for (unsigned int axis = 0; axis < 3; ++axis)
        TESSERA_REQUIRE(std::fabs(h[axis] - sides[axis]) <=
                          tolerance * sides[axis],
                        InvalidInput,
                        "The cells differ in size: the side of "
                          << name_of(cell) << " along axis " << axis << " is "
                          << h[axis] << ", that of the first cell of level "
                          << cell->level() << " is " << sides[axis] << ".");
    }



    /** The cells around each vertex of a level. */
    class VertexNeighbourhoods
    {
    public:
      explicit VertexNeighbourhoods(const unsigned int n_vertices)
        : cells(8 * static_cast<std::size_t>(n_vertices), -1)
        , on_boundary(n_vertices, false)
      {}

      void add(const Cell &cell, const std::int32_t number)
      {
        // A cell lies opposite to where the vertex is in the cell.
        for (unsigned int v = 0; v < 8; ++v)
          cells[8 * cell->vertex_index(v) + (7 - v)] = number;
        for (const unsigned int f : cell->face_indices())
          if (cell->face(f)->at_boundary())
            for (unsigned int v = 0; v < 4; ++v)
              on_boundary[cell->face(f)->vertex_index(v)] = true;
      }

      bool is_interior(const unsigned int vertex) const
      {
        return !on_boundary[vertex];
      }

      /** The eight cells around @p vertex, x fastest; -1 for none. */
      const std::int32_t *at(const unsigned int vertex) const
      {
        return cells.data() + 8 * static_cast<std::size_t>(vertex);
      }

      /** Those of all vertices, also of the ones without a cell. */
      const std::vector<std::int32_t> &all() const
      {
        return cells;
      }

    private:
      std::vector<std::int32_t> cells;
      std::vector<bool> on_boundary;
    };



    /** The lowest coordinates of the cells. */
    Point lower_corner(const std::vector<Cell> &cells)
    {
      Point corner = cells.front()->vertex(0);
      for (const Cell &cell : cells)
        for (unsigned int axis = 0; axis < 3; ++axis)
          corner[axis] = std::fmin(corner[axis], cell->vertex(0)[axis]);
      return corner;
    }



    /** Colour of the patch around vertex @p v of @p cell. */
    unsigned int colour_of(const Cell &cell,
                           const unsigned int v,
                           const Point &corner,
                           const std::array<double, 3> &sides)
    {
      unsigned int colour = 0;
      for (unsigned int axis = 0; axis < 3; ++axis)
        {
          const double position =
            (cell->vertex(v)[axis] - corner[axis]) / sides[axis];
          const double number = std::round(position);
          TESSERA_REQUIRE(std::fabs(position - number) < 1e-3,
                          InvalidInput,
                          "The cells are not part of one grid: along axis "
                            << axis << ", " << name_of(cell) << " is "
                            << position
                            << " sides away from the lower end of the mesh, "
                               "expected a whole number.");
          if (std::fmod(number, 2.) == 1.)
            colour |= 1u << axis;
        }
      return colour;
    }



    void add_patches(const std::vector<Cell> &cells,
                     const VertexNeighbourhoods &neighbourhoods,
                     CellwiseMesh::Description &mesh)
    {
      const Point corner = lower_corner(cells);
      for (std::size_t number = 0; number < cells.size(); ++number)
        for (unsigned int v = 0; v < 8; ++v)
          {
            const unsigned int vertex = cells[number]->vertex_index(v);
            if (!neighbourhoods.is_interior(vertex))
              continue;
            const std::int32_t *patch = neighbourhoods.at(vertex);
            for (unsigned int c = 0; c < 8; ++c)
              TESSERA_REQUIRE(
                patch[c] >= 0 &&
                  (c + v != 7 || patch[c] == static_cast<int>(number)),
                InvalidInput,
                "Vertex " << v << " of " << name_of(cells[number])
                          << " is inside of the domain, but not the corner "
                             "of eight cells in a 2x2x2 block.");
            // Listed once, by its first cell.
            if (v == 7)
              {
                std::vector<std::int32_t> &patches = mesh.patches[colour_of(
                  cells[number], v, corner, mesh.cell_sides)];
                patches.insert(patches.end(), patch, patch + 8);
              }
          }
    }



    /** What of the surface of @p cell is on the boundary. */
    std::uint32_t boundary_mask(const Cell &cell,
                                const VertexNeighbourhoods &neighbourhoods)
    {
      // Positions of deal.II's faces, lines and vertices in the mask.
      constexpr std::array<unsigned int, 6> faces  = {{12, 14, 10, 16, 4, 22}};
      constexpr std::array<unsigned int, 12> lines = {
        {3, 5, 1, 7, 21, 23, 19, 25, 9, 11, 15, 17}};
      constexpr std::array<unsigned int, 8> vertices = {
        {0, 2, 6, 8, 18, 20, 24, 26}};
      std::uint32_t mask = 0;
      for (unsigned int f = 0; f < faces.size(); ++f)
        if (cell->face(f)->at_boundary())
          mask |= 1u << faces[f];
      for (unsigned int l = 0; l < lines.size(); ++l)
        if (cell->line(l)->at_boundary())
          mask |= 1u << lines[l];
      for (unsigned int v = 0; v < vertices.size(); ++v)
        if (!neighbourhoods.is_interior(cell->vertex_index(v)))
          mask |= 1u << vertices[v];
      return mask;
    }



    CellwiseMesh::Description describe_level(const Triangulation &triangulation,
                                             const unsigned int level,
                                             const bool with_children)
    {
      std::vector<Cell> cells;
      std::vector<std::int32_t> number_of_index(
        triangulation.n_raw_cells(level), -1);
      VertexNeighbourhoods neighbourhoods(triangulation.n_vertices());
      for (const Cell &cell : triangulation.cell_iterators_on_level(level))
        {
          const auto number = static_cast<std::int32_t>(cells.size());
          check_shape(cell);
          check_manifold(cell);
          number_of_index[static_cast<std::size_t>(cell->index())] = number;
          neighbourhoods.add(cell, number);
          cells.push_back(cell);
        }

      CellwiseMesh::Description mesh;
      mesh.n_cells    = static_cast<std::int64_t>(cells.size());
      mesh.cell_sides = diagonal_of(cells.front());
      for (const Cell &cell : cells)
        check_size(cell, mesh.cell_sides);
      add_patches(cells, neighbourhoods, mesh);
      mesh.vertices = neighbourhoods.all();
      for (const Cell &cell : cells)
        mesh.dirichlet.push_back(boundary_mask(cell, neighbourhoods));
      if (with_children)
        for (const Cell &parent :
             triangulation.cell_iterators_on_level(level - 1))
          for (unsigned int c = 0; c < 8; ++c)
            mesh.children.push_back(number_of_index[static_cast<std::size_t>(
              parent->child(c)->index())]);
      return mesh;
    }
  } // namespace



  CellwiseLevels
  make_cellwise_levels(const dealii::Triangulation<3> &triangulation,
                       const Device &device,
                       const unsigned int min_level)
  {
    check_refinement(triangulation, min_level);
    CellwiseLevels levels(min_level, triangulation.n_levels() - 1);
    for (unsigned int level = min_level; level < triangulation.n_levels();
         ++level)
      levels[level] = std::make_shared<const CellwiseMesh>(
        device, describe_level(triangulation, level, level > min_level));
    return levels;
  }
} // namespace tessera
