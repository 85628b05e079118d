// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef tessera_tests_reference_conjugate_gradients_h
#define tessera_tests_reference_conjugate_gradients_h

namespace reference
{
  /**
   * Conjugate gradients from x = 0 until the residual is @p tolerance times
   * the right-hand side; returns the number of iterations, -1 after 500 or when
   * a scalar product shows that matrix or preconditioner are not positive.
   */
  template <typename Matrix, typename Preconditioner, typename Vector>
  int conjugate_gradients(const Matrix &A,
                          const Preconditioner &M,
                          Vector &x,
                          const Vector &b,
                          const double tolerance)
  {
    Vector r = b, z = b, p = b, Ap = b;
    x = 0.;
    M.vmult(z, r);
    p         = z;
    double rz = r * z;
    for (int iteration = 1; iteration <= 500; ++iteration)
      {
        A.vmult(Ap, p);
        const double curvature = p * Ap;
        if (!(curvature > 0. && rz > 0.))
          return -1;
        x.add(rz / curvature, p);
        r.add(-rz / curvature, Ap);
        if (r.l2_norm() <= tolerance * b.l2_norm())
          return iteration;
        M.vmult(z, r);
        const double new_rz = r * z;
        p.sadd(new_rz / rz, z);
        rz = new_rz;
      }
    return -1;
  }
} // namespace reference

#endif
