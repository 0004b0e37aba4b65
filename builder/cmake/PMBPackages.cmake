# Debian packages and a source archive, by CPack:
#
#   cpack --config build/CPackConfig.cmake -G DEB     one .deb for each component
#   cpack --config build/CPackSourceConfig.cmake      PassManagerBuilder-<version>.tar.gz
#
# | package | what is in it |
# | --- | --- |
# | passmanagerbuilder-tools | pmb-check; with MLIR pmb-opt and pmb-lsp-server |
# | libpassmanagerbuilder-dev | headers, archives, CMake files, schemas, pages, examples |
# | libpmb-c1 | libpmb-c, the library with the C interface |
# | python3-pmb | the Python package, with that library in it |
#
# What is installed without a component of its own is for developers: see
# CMAKE_INSTALL_DEFAULT_COMPONENT_NAME.

set(CPACK_PACKAGE_NAME PassManagerBuilder)
set(CPACK_PACKAGE_VENDOR PassManagerBuilder)
set(CPACK_PACKAGE_CONTACT PassManagerBuilder)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Composes, edits and checks pass pipelines of MLIR")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)

set(CPACK_COMPONENTS_ALL tools dev)
if(TARGET pmb-c)
  list(APPEND CPACK_COMPONENTS_ALL library python)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME passmanagerbuilder-tools)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libpassmanagerbuilder-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "llvm-${LLVM_VERSION_MAJOR}-dev, nlohmann-json3-dev")
if(PMB_ENABLE_MLIR)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", libmlir-${LLVM_VERSION_MAJOR}-dev")
endif()
# Its CMake files name the tools and libpmb-c, and ask whether they are there.
foreach(package passmanagerbuilder-tools libpmb-c1)
  string(APPEND CPACK_DEBIAN_DEV_PACKAGE_DEPENDS ", ${package} (= ${PROJECT_VERSION})")
endforeach()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libpmb-c1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-pmb)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.9)")

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME "PassManagerBuilder-${PROJECT_VERSION}")
set(CPACK_SOURCE_IGNORE_FILES "/\\\\.git/" "/build(-[^/]*)?/" "__pycache__")

include(CPack)
