# Installs libraries, headers and the package configuration, so that
# find_package(tessera) works downstream.

include(CMakePackageConfigHelpers)
set(_config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)

install(TARGETS ${TESSERA_INSTALL_TARGETS} EXPORT tesseraTargets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT tesseraTargets NAMESPACE tessera:: DESTINATION ${_config_dir})

install(DIRECTORY include/tessera DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h"
  PATTERN mpi EXCLUDE PATTERN dealii EXCLUDE PATTERN tpetra EXCLUDE)
install(FILES ${PROJECT_BINARY_DIR}/include/tessera/base/config.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera/base)
foreach(_adapter mpi dealii tpetra)
  string(TOUPPER ${_adapter} _package)
  if(TESSERA_HAS_${_package})
    install(DIRECTORY include/tessera/${_adapter}
      DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tessera)
  endif()
endforeach()

configure_package_config_file(contrib/cmake/tesseraConfig.cmake.in
  ${PROJECT_BINARY_DIR}/tesseraConfig.cmake INSTALL_DESTINATION ${_config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tesseraConfig.cmake
  ${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake DESTINATION ${_config_dir})
