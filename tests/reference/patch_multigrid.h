// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_patch_multigrid_h
#define tessera_tests_reference_patch_multigrid_h

#include <array>

namespace reference
{
  /**
   * @file
   * Results of an independent sequential FP64 program for the method of
   * "Mixed-Precision Coalesced Matrix-Free Multigrid with Vertex-Patch
   * Smoothing": unit cube, 2^L cells an axis, cubic elements, homogeneous
   * Dirichlet values, levels 1 to L with level 1 solved by its one patch, one
   * forward sweep before the coarse correction and one after it (forward, or
   * reversed for the symmetric cycle). The patch at vertex (i,j,k) has colour
   * (i%2,j%2,k%2). The right-hand side is the mass matrix times the nodal
   * values of f = 3 pi^2 sin(pi x) sin(pi y) sin(pi z).
   */

  /** mu in K s = mu M s on a cell of side 1; the first one is zero. */
  constexpr std::array<double, 4> cell_eigenvalues = {
    {0.0, 9.87509750395949, 60.00000000000007, 170.12490249604033}};

  /** lambda in K5 v = lambda M5 v on two cells of side 1. */
  constexpr std::array<double, 5> patch_eigenvalues = {{2.467738162524582,
                                                        9.999999999999995,
                                                        23.3912545079383,
                                                        41.99999999999989,
                                                        109.14100732953699}};

  /** Ratio of the singular values of the matrix of cell eigenvectors. */
  constexpr double cell_eigenbasis_condition = 2.9413404625614374;

  /**
   * Monitor sqrt(|r.z|) of the first eight cycles over its first value, and
   * that value; z is one V-cycle applied to the residual r.
   */
  struct History
  {
    double first;
    std::array<double, 8> values;
  };

  struct PatchMultigridResult
  {
    unsigned int level;
    unsigned int n_unknowns;
    /** Post-smoothing forward, stationary iteration. */
    History stationary;
    /** Post-smoothing reversed, stationary iteration. */
    History symmetric;
    /** Post-smoothing reversed, conjugate gradients. */
    History cg;
    /** Distance of the discrete solution to sin(pi x) sin(pi y) sin(pi z). */
    double l2_error;
  };

  constexpr std::array<PatchMultigridResult, 3> patch_multigrid_results = {{
    {2,
     1331,
     {1.9221716491461043,
      {{1.0,
        0.0020292810238028013,
        2.8614148019008094e-06,
        4.685823576746222e-09,
        1.0460625052858525e-11,
        2.7535121133779923e-14,
        8.617753891723636e-16,
        6.807997996787573e-16}}},
     {1.9229602775235632,
      {{1.0,
        0.0014600249907511882,
        1.2402810971651047e-05,
        1.9986899415045466e-07,
        4.007430099863941e-09,
        8.927845461420709e-11,
        2.159777715593834e-12,
        5.56978210870266e-14}}},
     {1.9229602775235632,
      {{1.0,
        0.0011617027763130092,
        6.664573841406456e-06,
        4.921869522666335e-08,
        4.507879791352125e-10,
        2.2412467566805284e-12,
        9.749205835786191e-15,
        3.988813743746159e-17}}},
     7.7324e-05},
    {3,
     12167,
     {1.9212301665626168,
      {{1.0,
        0.0030052902542085126,
        9.324568330149732e-06,
        5.381927980625287e-08,
        4.210444784580036e-10,
        3.42714713910756e-12,
        2.8052317560432e-14,
        1.798717047714857e-15}}},
     {1.9224859133982506,
      {{1.0,
        0.0019504323508240781,
        2.679805579121855e-05,
        7.512268526580064e-07,
        2.524213266016147e-08,
        9.40806500180993e-10,
        3.887246256361911e-11,
        1.7552777419030528e-12}}},
     {1.9224859133982506,
      {{1.0,
        0.0013708820371460223,
        1.4113471100725792e-05,
        1.6786806512259828e-07,
        2.8718784776335186e-09,
        2.1388030881786518e-11,
        1.2391440305075674e-13,
        1.1382152363023473e-15}}},
     4.8343e-06},
    {4,
     103823,
     {1.9209389798235204,
      {{1.0,
        0.00311222377206906,
        1.0118140170138741e-05,
        5.784300939132308e-08,
        5.462827989665378e-10,
        5.630913333880899e-12,
        5.855626216890261e-14,
        3.50366255963352e-15}}},
     {1.9223650931088987,
      {{1.0,
        0.0017438927994114341,
        1.897282426188041e-05,
        5.952235640772461e-07,
        2.2394772378385516e-08,
        9.323424618100018e-10,
        4.316012596962634e-11,
        2.2016013037727758e-12}}},
     {1.9223650931088987,
      {{1.0,
        0.0008630275420603288,
        1.0138064789206057e-05,
        1.3661746771189838e-07,
        2.5100131271362525e-09,
        2.3429648951497468e-11,
        1.12658300525643e-13,
        1.1438631175570513e-15}}},
     3.0218e-07},
  }};
} // namespace reference

#endif
