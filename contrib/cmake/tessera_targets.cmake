# The libraries: tessera::core, and where their packages are there,
# tessera::mpi, tessera::dealii and tessera::tpetra.

configure_file(${PROJECT_SOURCE_DIR}/include/tessera/base/config.h.in
  ${PROJECT_BINARY_DIR}/include/tessera/base/config.h)
set(TESSERA_INSTALL_TARGETS)

# Defines target tessera_<name>, alias tessera::<name>, from its sources.
function(tessera_add_library name)
  set(target tessera_${name})
  add_library(${target} ${ARGN})
  add_library(tessera::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
    POSITION_INDEPENDENT_CODE ON)
  # Installed libraries find each other: a consumer's path serves only those
  # that it links itself.
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "$ORIGIN")
  target_compile_features(${target} PUBLIC cxx_std_17)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
           $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/source)
  target_compile_options(${target} PRIVATE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra>)
  set(TESSERA_INSTALL_TARGETS ${TESSERA_INSTALL_TARGETS} ${target} PARENT_SCOPE)
endfunction()

# --- tessera::core
file(GLOB _core CONFIGURE_DEPENDS
  source/base/*.cc source/bsr/*.cc source/amg/*.cc source/amg/smoothers/*.cc
  source/cellwise/*.cc)
file(GLOB _portable CONFIGURE_DEPENDS source/kernels/portable/*.cc)
tessera_add_library(core ${_core} ${_portable})
target_link_libraries(tessera_core PRIVATE ${TESSERA_KOKKOS} ${LAPACK_LIBRARIES})

# Only the host kernels are built for the machine: the flag must not reach a
# file that includes deal.II, whose vector types depend on it.
if(TESSERA_HOST_ARCHITECTURE)
  include(CheckCXXCompilerFlag)
  string(MAKE_C_IDENTIFIER "${TESSERA_HOST_ARCHITECTURE}" _march)
  check_cxx_compiler_flag(-march=${TESSERA_HOST_ARCHITECTURE}
    TESSERA_HAS_MARCH_${_march})
  if(NOT TESSERA_HAS_MARCH_${_march})
    message(FATAL_ERROR "The compiler does not accept "
      "-march=${TESSERA_HOST_ARCHITECTURE}. Set TESSERA_HOST_ARCHITECTURE to "
      "native, to a name that the compiler knows, or to nothing.")
  endif()
  set_source_files_properties(${_portable} PROPERTIES
    COMPILE_OPTIONS "-march=${TESSERA_HOST_ARCHITECTURE}")
endif()

if(TESSERA_HAS_CUDA)
  file(GLOB _cuda CONFIGURE_DEPENDS source/kernels/cuda/*.cu)
  target_sources(tessera_core PRIVATE ${_cuda})
  target_link_libraries(tessera_core PRIVATE CUDA::cudart_static)
  target_compile_options(tessera_core PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:--extended-lambda -Xcompiler=-Wall>)
  set_target_properties(tessera_core PROPERTIES CUDA_RUNTIME_LIBRARY Static)
endif()

# --- tessera::mpi
if(TESSERA_HAS_MPI)
  file(GLOB _mpi CONFIGURE_DEPENDS source/mpi/*.cc)
  tessera_add_library(mpi ${_mpi})
  target_link_libraries(tessera_mpi PUBLIC tessera_core MPI::MPI_CXX)
endif()

# --- tessera::dealii
if(TESSERA_HAS_DEALII)
  file(GLOB _dealii CONFIGURE_DEPENDS source/dealii/*.cc)
  tessera_add_library(dealii ${_dealii})
  target_link_libraries(tessera_dealii tessera_mpi)
  deal_ii_setup_target(tessera_dealii)
endif()

# --- tessera::tpetra
if(TESSERA_HAS_TPETRA)
  file(GLOB _tpetra CONFIGURE_DEPENDS source/tpetra/*.cc)
  tessera_add_library(tpetra ${_tpetra})
  target_link_libraries(tessera_tpetra
    PUBLIC tessera_mpi ${Trilinos_LIBRARIES})
  target_include_directories(tessera_tpetra SYSTEM
    PUBLIC ${Trilinos_INCLUDE_DIRS})
endif()
