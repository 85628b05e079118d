// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <tessera/cellwise/global_fast_diagonalization.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "bsr_helpers.h"
#include "devices.h"
#include "reference/box_solve.h"
#include "reference/random.h"
#include "tolerance.h"

using namespace tessera;

namespace
{
  using Box         = reference::Box;
  using Description = CellwiseMesh::Description;
  using Values      = std::vector<double>;

  class GlobalFastDiagonalizationOn : public test::OnEachDevice
  {
  protected:
    Values solve(const Description &description, const Values &rhs) const
    {
      const auto mesh = std::make_shared<CellwiseMesh>(device, description);
      const GlobalFastDiagonalization solver(mesh);
      const CellwiseVector<double> src(device, rhs);
      CellwiseVector<double> dst(src);
      solver.vmult(dst, src);
      return dst.copy_to_host();
    }

    void check_box(const Box &n,
                   const std::array<bool, 6> &free_faces,
                   const double reaction) const;
  };



  Description describe(const Box &n,
                       const std::array<bool, 6> &free_faces,
                       const double reaction)
  {
    Description mesh =
      CellwiseMesh::describe_box(n, {{.5, .3, .8}}, free_faces);
    mesh.diffusion = {{1., .2, 3.}};
    mesh.reaction  = reaction;
    mesh.coefficients.assign(static_cast<std::size_t>(mesh.n_cells), 1.7);
    return mesh;
  }



  Values apply(const Description &mesh, const Values &u)
  {
    return reference::apply_cell_matrix(
      [&](const reference::Sides &, const int i, const int j) {
        return reference::cell_entry(mesh, i, j);
      },
      mesh.cell_sides,
      u);
  }



  double sum(const Values &values)
  {
    return std::accumulate(values.begin(), values.end(), 0.);
  }



  /** int phi_i of every node of every cell. */
  Values integrals(const Description &mesh)
  {
    return reference::apply_cell_matrix(
      reference::mass_entry,
      mesh.cell_sides,
      Values(static_cast<std::size_t>(64 * mesh.n_cells), 1.));
  }



  /**
   * The assembled residual of a random right-hand side is zero up to rounding,
   * apart from its mean value if the problem is singular.
   */
  void
  GlobalFastDiagonalizationOn::check_box(const Box &n,
                                         const std::array<bool, 6> &free_faces,
                                         const double reaction) const
  {
    SCOPED_TRACE(testing::Message()
                 << n[0] << " x " << n[1] << " x " << n[2] << ", free faces "
                 << testing::PrintToString(free_faces) << ", c = " << reaction);
    const Description mesh = describe(n, free_faces, reaction);
    const Values rhs       = reference::random_vector<double>(
      static_cast<std::size_t>(64 * mesh.n_cells), 3);
    const Values u = solve(mesh, rhs);
    EXPECT_EQ(reference::n_unequal_copies(n, u), 0u);

    const Values weights = integrals(mesh);
    const bool is_singular =
      reaction == 0. &&
      std::count(free_faces.begin(), free_faces.end(), true) == 6;
    Values residual     = rhs;
    const Values Au     = apply(mesh, u);
    const double excess = is_singular ? sum(rhs) / sum(weights) : 0.;
    for (std::size_t i = 0; i < u.size(); ++i)
      residual[i] -= Au[i] + excess * weights[i];
    // A row of A has entries of up to eight cells; as many roundings again, a
    // few times, come from the transforms, whose condition is some ten.
    double largest_entry = 0.;
    for (int i = 0; i < 64; ++i)
      largest_entry =
        std::max(largest_entry, std::fabs(reference::cell_entry(mesh, i, i)));
    const double bound =
      test::tolerance<double>(8 * 64, 10. * largest_entry, test::max_abs(u));
    const Values sums  = reference::assemble(n, residual);
    const Values nodes = reference::assemble(n, u);
    for (std::size_t p = 0; p < sums.size(); ++p)
      if (reference::is_dirichlet(n, free_faces, static_cast<std::int64_t>(p)))
        EXPECT_EQ(nodes[p], 0.);
      else
        ASSERT_LE(std::fabs(sums[p]), bound) << "at lattice point " << p;
    if (is_singular)
      {
        const double mean =
          std::inner_product(u.begin(), u.end(), weights.begin(), 0.);
        EXPECT_LE(std::fabs(mean), bound);
      }
  }
} // namespace



TEST_P(GlobalFastDiagonalizationOn, SolvesForAllBoundaryConditions)
{
  for (unsigned int mask = 0; mask < 64; ++mask)
    for (const double reaction : {0., .7})
      {
        std::array<bool, 6> free_faces;
        for (std::size_t face = 0; face < 6; ++face)
          free_faces[face] = (mask >> face & 1) != 0;
        check_box({{2, 1, 3}}, free_faces, reaction);
      }
}



TEST_P(GlobalFastDiagonalizationOn, SolvesOnBoxesOfAnySize)
{
  for (const Box &n : {Box{{1, 1, 1}},
                       Box{{2, 2, 2}},
                       Box{{7, 1, 1}},
                       Box{{1, 5, 2}},
                       Box{{3, 2, 9}},
                       Box{{8, 11, 5}}})
    {
      check_box(n, {}, 0.);
      check_box(n, {{true, false, true, true, false, false}}, 0.);
    }
}



TEST_P(GlobalFastDiagonalizationOn, FindsTheCellsInAnyOrder)
{
  const Box n            = {{3, 4, 2}};
  const Description mesh = describe(n, {{false, true}}, 0.);
  std::vector<std::int32_t> number(static_cast<std::size_t>(mesh.n_cells));
  for (std::size_t i = 0; i < number.size(); ++i)
    number[i] = static_cast<std::int32_t>(7 * i % number.size());
  Description renumbered = mesh;
  for (auto &colour : renumbered.patches)
    for (std::int32_t &cell : colour)
      if (cell >= 0)
        cell = number[static_cast<std::size_t>(cell)];
  for (std::int32_t &cell : renumbered.vertices)
    if (cell >= 0)
      cell = number[static_cast<std::size_t>(cell)];
  const Values rhs = reference::random_vector<double>(
    static_cast<std::size_t>(64 * mesh.n_cells), 5);
  Values renumbered_rhs(rhs.size());
  for (std::size_t cell = 0; cell < number.size(); ++cell)
    {
      const auto to            = static_cast<std::size_t>(number[cell]);
      renumbered.dirichlet[to] = mesh.dirichlet[cell];
      for (std::size_t i = 0; i < 64; ++i)
        renumbered_rhs[64 * to + i] = rhs[64 * cell + i];
    }
  const Values u = solve(mesh, rhs), v = solve(renumbered, renumbered_rhs);
  for (std::size_t cell = 0; cell < number.size(); ++cell)
    for (std::size_t i = 0; i < 64; ++i)
      EXPECT_EQ(v[64 * static_cast<std::size_t>(number[cell]) + i],
                u[64 * cell + i]);
}



TEST_P(GlobalFastDiagonalizationOn, WorksInPlaceAndRepeatably)
{
  const Description description = describe({{3, 2, 4}}, {}, 0.);
  const Values rhs              = reference::random_vector<double>(
    static_cast<std::size_t>(64 * description.n_cells), 7);
  const auto mesh = std::make_shared<CellwiseMesh>(device, description);
  const GlobalFastDiagonalization solver(mesh);
  CellwiseVector<double> u(device, rhs);
  solver.vmult(u, u);
  EXPECT_EQ(u.copy_to_host(), solve(description, rhs));
  EXPECT_EQ(solver.mesh(), mesh);
  EXPECT_GT(solver.memory_consumption(), 2u * 8u * 10 * 7 * 13);
}



TEST_P(GlobalFastDiagonalizationOn, RefusesWhatIsNotABox)
{
  const auto refuses = [&](const Description &description,
                           const std::string &message) {
    test::expect_error<InvalidInput>(
      [&] {
        GlobalFastDiagonalization(
          std::make_shared<CellwiseMesh>(device, description));
      },
      message);
  };
  test::expect_error<InvalidInput>([] { GlobalFastDiagonalization(nullptr); },
                                   "null pointer");
  refuses(CellwiseMesh::describe_box({{0, 2, 2}}, {{1., 1., 1.}}),
          "has no cells");

  Description mesh     = describe({{2, 2, 2}}, {}, 0.);
  mesh.coefficients[5] = 2.;
  refuses(mesh, "Cell 5 has the coefficient 2");

  mesh = describe({{2, 2, 2}}, {{true, true, true, true, true, true}}, 0.);
  mesh.dirichlet.assign(8, 0);
  mesh.dirichlet[3] = 1u << 14;
  refuses(mesh, "Cell 3 has Dirichlet values on another part");

  // The last of four cells is missing, and two cells that do not touch.
  mesh         = CellwiseMesh::describe_box({{2, 2, 1}}, {{1., 1., 1.}});
  mesh.n_cells = 3;
  mesh.dirichlet.resize(3);
  mesh.patches = {};
  std::replace(mesh.vertices.begin(), mesh.vertices.end(), 3, -1);
  for (std::size_t first = 0; first < mesh.vertices.size();)
    if (std::all_of(mesh.vertices.begin() + first,
                    mesh.vertices.begin() + first + 8,
                    [](const std::int32_t cell) { return cell < 0; }))
      mesh.vertices.erase(mesh.vertices.begin() + first,
                          mesh.vertices.begin() + first + 8);
    else
      first += 8;
  refuses(mesh, "2 x 2 x 1 cells along the axes, but the mesh has 3 cells");
}



TEST_P(GlobalFastDiagonalizationOn, RefusesForeignVectors)
{
  const GlobalFastDiagonalization solver(
    std::make_shared<CellwiseMesh>(device, describe({{1, 1, 1}}, {}, 0.)));
  CellwiseVector<double> right(device, 64), wrong(device, 65);
  test::expect_error<InvalidInput>([&] { solver.vmult(wrong, right); },
                                   "`dst' has 65 entries");
  test::expect_error<InvalidInput>([&] { solver.vmult(right, wrong); },
                                   "`src' has 65 entries");
}



INSTANTIATE_TEST_SUITE_P(Devices,
                         GlobalFastDiagonalizationOn,
                         test::device_names(),
                         test::device_name);
