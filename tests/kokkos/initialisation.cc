// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tessera uses the Kokkos that a program has initialised, and initialises and
// finalises it where the program does not. Kokkos can be started only once in a
// process, so that each case is a run of its own.
//
//   kokkos_initialisation user|library

#include <tessera/base/vector.h>

#include <Kokkos_Core.hpp>

#include <iostream>
#include <string>

namespace
{
  // Destroyed after the end of main(), when Kokkos may be gone already.
  tessera::Vector<double> &long_lived_vector()
  {
    static tessera::Vector<double> vector(tessera::Device::host(), 100);
    return vector;
  }



  bool check(const bool condition, const char *what)
  {
    std::cout << (condition ? "ok: " : "FAILED: ") << what << std::endl;
    return condition;
  }



  bool sum_is_right()
  {
    long_lived_vector() = 2.;
    return check(long_lived_vector().l1_norm() == 200., "a sum on the host");
  }
} // namespace



int main(int argc, char **argv)
{
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "user")
    {
      Kokkos::initialize(argc, argv);
      bool ok = sum_is_right();
      ok      = check(Kokkos::is_initialized(), "Kokkos is left running") && ok;
      Kokkos::finalize();
      return check(!Kokkos::is_initialized(), "the user finalises it") && ok
               ? 0
               : 1;
    }
  if (mode == "library")
    {
      bool ok = check(!Kokkos::is_initialized(), "nothing runs at first");
      ok      = sum_is_right() && ok;
      return check(Kokkos::is_initialized(), "the library starts Kokkos") && ok
               ? 0
               : 1;
    }
  std::cerr << "usage: kokkos_initialisation user|library\n";
  return 2;
}
