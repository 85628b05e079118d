# Finds what Tessera is built on. Sets TESSERA_HAS_{CUDA,MPI,DEALII,TPETRA} and,
# for the summary, TESSERA_WHY_{CUDA,MPI,DEALII,TPETRA}.

# Ends an optional search that failed: fatal if the package was required.
function(tessera_missing package reason advice)
  if(TESSERA_WITH_${package} STREQUAL "AUTO")
    set(TESSERA_HAS_${package} FALSE PARENT_SCOPE)
    set(TESSERA_WHY_${package} "no: ${reason}" PARENT_SCOPE)
  else()
    message(FATAL_ERROR
      "TESSERA_WITH_${package}=${TESSERA_WITH_${package}}, but ${reason}. "
      "${advice}")
  endif()
endfunction()

foreach(package CUDA MPI DEALII TPETRA)
  set(TESSERA_HAS_${package} FALSE)
  set(TESSERA_WHY_${package} "no: switched off")
endforeach()

# --- Kokkos: the host backend; Debian ships it with Trilinos or by itself
find_package(Kokkos CONFIG QUIET)
if(NOT Kokkos_FOUND)
  message(FATAL_ERROR "Kokkos was not found, which the host kernels need. "
    "Install libtrilinos-kokkos-dev or libkokkos-dev, or set Kokkos_DIR.")
endif()
if(Kokkos_INCLUDE_DIRS)
  # Debian's Kokkos inside Trilinos: its Kokkos::kokkos names a folder that does
  # not exist, the variables are right.
  add_library(tessera_kokkos INTERFACE)
  target_link_libraries(tessera_kokkos INTERFACE ${Kokkos_LIBRARIES})
  target_include_directories(tessera_kokkos SYSTEM INTERFACE
    ${Kokkos_INCLUDE_DIRS})
  set(TESSERA_KOKKOS $<BUILD_INTERFACE:tessera_kokkos>)
else()
  set(TESSERA_KOKKOS Kokkos::kokkos)
endif()

# --- LAPACK: dense coarse solves
find_package(LAPACK QUIET)
if(NOT LAPACK_FOUND)
  message(FATAL_ERROR "LAPACK was not found, which dense coarse solves need. "
    "Install liblapack-dev.")
endif()

# --- CUDA
if(TESSERA_WITH_CUDA)
  include(CheckLanguage)
  check_language(CUDA)
  if(NOT CMAKE_CUDA_COMPILER)
    tessera_missing(CUDA "no working nvcc was found"
      "Install the CUDA toolkit (12.4 or later), add its bin folder to PATH or set CMAKE_CUDA_COMPILER, or configure with -DTESSERA_WITH_CUDA=OFF.")
  else()
    include(tessera_cuda)
  endif()
endif()

# --- MPI: several ranks; deal.II and Tpetra come with it
if(TESSERA_WITH_MPI)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(TESSERA_HAS_MPI TRUE)
    set(TESSERA_WHY_MPI "yes: ${MPI_CXX_VERSION}")
  else()
    tessera_missing(MPI "MPI was not found"
      "Install libopenmpi-dev or configure with -DTESSERA_WITH_MPI=OFF.")
  endif()
endif()
set(_no_mpi "there is no MPI (${TESSERA_WHY_MPI})")
set(_no_mpi_advice "Install libopenmpi-dev and leave TESSERA_WITH_MPI on.")

# --- deal.II
if(TESSERA_WITH_DEALII)
  find_package(deal.II 9.4 QUIET HINTS ${DEAL_II_DIR} $ENV{DEAL_II_DIR})
  # deal.II 9.4 overwrites this with nothing.
  unset(CMAKE_CUDA_ARCHITECTURES)
  if(NOT TESSERA_HAS_MPI)
    tessera_missing(DEALII "${_no_mpi}" "${_no_mpi_advice}")
  elseif(deal.II_FOUND)
    include(tessera_dealii)
  elseif(deal.II_CONSIDERED_VERSIONS)
    tessera_missing(DEALII
      "deal.II ${deal.II_CONSIDERED_VERSIONS} is too old, 9.4 or later is needed"
      "Install a newer libdeal.ii-dev or set DEAL_II_DIR.")
  else()
    tessera_missing(DEALII "deal.II was not found"
      "Install libdeal.ii-dev or set DEAL_II_DIR, or configure with -DTESSERA_WITH_DEALII=OFF.")
  endif()
endif()

# --- Tpetra
if(TESSERA_WITH_TPETRA)
  find_package(Trilinos QUIET COMPONENTS Tpetra)
  if(NOT TESSERA_HAS_MPI)
    tessera_missing(TPETRA "${_no_mpi}" "${_no_mpi_advice}")
  elseif(NOT Trilinos_FOUND)
    tessera_missing(TPETRA "Trilinos with Tpetra was not found"
      "Install libtrilinos-tpetra-dev or set Trilinos_DIR, or configure with -DTESSERA_WITH_TPETRA=OFF.")
  elseif(Trilinos_VERSION VERSION_LESS 13.2)
    tessera_missing(TPETRA
      "Trilinos ${Trilinos_VERSION} is too old, 13.2 or later is needed"
      "Install a newer libtrilinos-tpetra-dev.")
  else()
    set(TESSERA_HAS_TPETRA TRUE)
    set(TESSERA_WHY_TPETRA "yes: Trilinos ${Trilinos_VERSION}")
  endif()
endif()
