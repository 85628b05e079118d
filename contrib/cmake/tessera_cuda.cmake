# Enables CUDA, chooses the architectures, and checks that nvcc works.

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  # What the machine has, and the architectures of current data-centre chips
  # that the toolkit knows; the newest also as PTX for chips to come.
  execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
    OUTPUT_VARIABLE _capabilities ERROR_QUIET RESULT_VARIABLE _no_driver)
  set(_wanted 80 90)
  if(_no_driver EQUAL 0)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" _capabilities "${_capabilities}")
    string(REPLACE "." "" _capabilities "${_capabilities}")
    list(APPEND _wanted ${_capabilities})
  endif()
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-code
    OUTPUT_VARIABLE _known ERROR_QUIET)
  set(_architectures)
  foreach(_architecture ${_wanted})
    if(_known MATCHES "sm_${_architecture}[^0-9a-z]")
      list(APPEND _architectures ${_architecture}-real)
    endif()
  endforeach()
  list(REMOVE_DUPLICATES _architectures)
  if(_known MATCHES "sm_90[^0-9a-z]")
    list(APPEND _architectures 90-virtual)
  endif()
  set(CMAKE_CUDA_ARCHITECTURES "${_architectures}" CACHE STRING
    "CUDA architectures to build for")
endif()
set(CMAKE_CUDA_STANDARD 17)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
enable_language(CUDA)
find_package(CUDAToolkit QUIET)

if(NOT CUDAToolkit_FOUND)
  tessera_missing(CUDA "nvcc was found, but not the toolkit's libraries"
    "Set CUDAToolkit_ROOT.")
elseif(CUDAToolkit_VERSION VERSION_LESS 12.4)
  tessera_missing(CUDA
    "the CUDA toolkit ${CUDAToolkit_VERSION} is too old, 12.4 or later is needed"
    "Install a newer toolkit or configure with -DTESSERA_WITH_CUDA=OFF.")
else()
  set(TESSERA_HAS_CUDA TRUE)
  list(JOIN CMAKE_CUDA_ARCHITECTURES " " _architectures)
  set(TESSERA_WHY_CUDA
    "yes: ${CUDAToolkit_VERSION}, architectures ${_architectures}")
endif()
