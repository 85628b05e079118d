# Options of the build. ON means required, OFF means not searched for, AUTO
# means used if found; tessera_summary.cmake says what became of each.

foreach(package CUDA MPI DEALII TPETRA)
  set(TESSERA_WITH_${package} AUTO CACHE STRING "AUTO, ON (required) or OFF")
  set_property(CACHE TESSERA_WITH_${package} PROPERTY STRINGS AUTO ON OFF)
  string(TOUPPER "${TESSERA_WITH_${package}}" TESSERA_WITH_${package})
  if(NOT TESSERA_WITH_${package} MATCHES "^(AUTO|ON|OFF|TRUE|FALSE|YES|NO|1|0)$")
    message(FATAL_ERROR "TESSERA_WITH_${package} is "
      "'${TESSERA_WITH_${package}}'; expected AUTO, ON or OFF.")
  endif()
endforeach()

option(BUILD_SHARED_LIBS "Build shared libraries" ON)
option(TESSERA_BUILD_TESTS "Build the tests; run them with ctest" ON)
option(TESSERA_BUILD_BENCHMARKS "Build the benchmarks in tests/performance" OFF)
option(TESSERA_BUILD_TUTORIALS "Build the tutorial programs" ON)
set(TESSERA_HOST_ARCHITECTURE native CACHE STRING
  "Value of -march for the host kernels; empty for the compiler's default")

# A misspelt option would otherwise be ignored without a word.
get_cmake_property(_cache_variables CACHE_VARIABLES)
foreach(_variable ${_cache_variables})
  if(_variable MATCHES "^TESSERA_" AND NOT _variable MATCHES
     "^TESSERA_(WITH_(CUDA|MPI|DEALII|TPETRA)|BUILD_(TESTS|BENCHMARKS|TUTORIALS)|HOST_ARCHITECTURE|HAS_.*)$")
    message(FATAL_ERROR "Unknown option ${_variable}. The options are "
      "TESSERA_WITH_{CUDA,MPI,DEALII,TPETRA}, "
      "TESSERA_BUILD_{TESTS,BENCHMARKS,TUTORIALS} and "
      "TESSERA_HOST_ARCHITECTURE.")
  endif()
endforeach()

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug or RelWithDebInfo"
    FORCE)
endif()

if(NOT DEFINED CMAKE_CXX_STANDARD)
  set(CMAKE_CXX_STANDARD 17)
endif()
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
