# Checks that deal.II has what Tessera needs and that the compiler flags fit it.

deal_ii_initialize_cached_variables()

if(NOT DEAL_II_WITH_MPI OR NOT DEAL_II_WITH_P4EST)
  tessera_missing(DEALII "deal.II ${DEAL_II_PACKAGE_VERSION} has no MPI or no p4est"
    "Install the distribution's libdeal.ii-dev, which has both.")
  return()
endif()

# Flags such as -march=native or -mno-avx must not change the width of deal.II's
# vector types against the library. deal.II's own header says so in an #error.
set(_source ${CMAKE_BINARY_DIR}/CMakeFiles/tessera_vectorization.cc)
file(WRITE ${_source}
  "#include <deal.II/base/vectorization.h>\nint main() { return 0; }\n")
separate_arguments(_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${DEAL_II_CXX_FLAGS}")
set(_includes ${DEAL_II_INCLUDE_DIRS})
list(TRANSFORM _includes PREPEND -I)
execute_process(
  COMMAND ${CMAKE_CXX_COMPILER} -std=c++17 ${_flags} ${_includes}
    -fsyntax-only ${_source}
  OUTPUT_QUIET ERROR_VARIABLE _error RESULT_VARIABLE _failed)
if(_failed AND _error MATCHES "[Mm]ismatch in vectorization")
  message(FATAL_ERROR "CMAKE_CXX_FLAGS (${CMAKE_CXX_FLAGS}) change the width of "
    "deal.II's vector types, which must be the one that the installed "
    "deal.II was built with. Remove the -m flags; Tessera's own kernels get "
    "theirs from TESSERA_HOST_ARCHITECTURE.")
endif()

set(TESSERA_HAS_DEALII TRUE)
set(TESSERA_WHY_DEALII "yes: ${DEAL_II_PACKAGE_VERSION}")
