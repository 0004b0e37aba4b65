# Makes passmanager/UpstreamPasses.h of the Passes.td files that MLIR installs, and
# <target> wait for it.
function(pmb_generate_tags target)
  find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)
  find_program(PMB_LLVM_TBLGEN NAMES llvm-tblgen
               HINTS "${LLVM_TOOLS_BINARY_DIR}" REQUIRED)

  set(globs)
  set(includes)
  foreach(dir IN LISTS MLIR_INCLUDE_DIRS)
    list(APPEND globs "${dir}/mlir/*Passes.td")
    list(APPEND includes -I "${dir}")
  endforeach()
  file(GLOB_RECURSE files ${globs})
  if(NOT files)
    message(FATAL_ERROR "No Passes.td below ${MLIR_INCLUDE_DIRS}.")
  endif()
  file(GLOB_RECURSE bases "${MLIR_INCLUDE_DIRS}/mlir/Pass/PassBase.td")

  set(script "${CMAKE_CURRENT_SOURCE_DIR}/tags/generate.py")
  set(classes "${PROJECT_SOURCE_DIR}/bundles/catalog/operation-classes.txt")
  set(header "${PROJECT_BINARY_DIR}/include/passmanager/UpstreamPasses.h")
  add_custom_command(
    OUTPUT "${header}"
    COMMAND "${Python3_EXECUTABLE}" "${script}" --tblgen "${PMB_LLVM_TBLGEN}"
            ${includes} -o "${header}" ${files}
    DEPENDS "${script}" "${classes}" ${files} ${bases}
    COMMENT "Generating passmanager/UpstreamPasses.h"
    VERBATIM)
  add_custom_target(pmb-tags DEPENDS "${header}")
  add_dependencies(${target} pmb-tags)
  install(FILES "${header}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/PassManagerBuilder/passmanager")
endfunction()
