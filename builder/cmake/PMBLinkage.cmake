# How LLVM and MLIR are linked: one place for the project and for those that find its
# package, after find_package(LLVM) and, for the layer above MLIR, find_package(MLIR).
#
#   PMB_LINKAGE=dylib        libLLVM and libMLIR: the default where both are shared
#                            libraries. Programs can load plugins.
#   PMB_LINKAGE=components   the libraries of MLIR's parts (MLIRPass, MLIRIR, ...), as
#                            most projects with an LLVM of their own link them: the
#                            default where there is no libMLIR. LLVM's parts likewise,
#                            unless its own parts were linked against libLLVM.
#
# Our libraries are the same either way, so who finds the package may choose.
# A process must have one copy of MLIR: do not mix the two in a program.

set(PMB_LINKAGE "" CACHE STRING "How to link LLVM and MLIR: dylib or components")
set_property(CACHE PMB_LINKAGE PROPERTY STRINGS "" dylib components)

# pmb_get_linkage(<variable>)
#
# Sets the variable to `dylib` or `components`, for the layer above MLIR.
function(pmb_get_linkage variable)
  set(missing)
  foreach(target LLVM MLIR)
    if(NOT TARGET ${target})
      list(APPEND missing lib${target})
    endif()
  endforeach()
  set(linkage "${PMB_LINKAGE}")
  if(linkage STREQUAL "")
    set(linkage dylib)
    if(missing)
      set(linkage components)
    endif()
  elseif(linkage STREQUAL "dylib" AND missing)
    list(JOIN missing " and no " text)
    message(FATAL_ERROR "PMB_LINKAGE is dylib, and there is no ${text} in "
                        "${LLVM_LIBRARY_DIRS}. Use -DPMB_LINKAGE=components.")
  endif()
  set(${variable} ${linkage} PARENT_SCOPE)
endfunction()

if(NOT PMB_LINKAGE MATCHES "^(dylib|components)?$")
  message(FATAL_ERROR "PMB_LINKAGE is '${PMB_LINKAGE}'; it may be dylib or components.")
endif()

# What our libraries link. These targets are made where they are used, as those of
# LLVM are: they are no part of what is installed.
if(NOT TARGET PassManagerBuilder::llvm)
  # LLVM's own rule for its parts: where libLLVM has them, a second copy beside it
  # would be wrong.
  if(LLVM_LINK_LLVM_DYLIB OR PMB_LINKAGE STREQUAL "dylib")
    set(_pmb_libraries LLVM)
  else()
    llvm_map_components_to_libnames(_pmb_libraries
                                    binaryformat object support targetparser)
  endif()
  add_library(PassManagerBuilder::llvm INTERFACE IMPORTED GLOBAL)
  set_property(TARGET PassManagerBuilder::llvm PROPERTY
               INTERFACE_LINK_LIBRARIES ${_pmb_libraries})
endif()

if(MLIR_FOUND AND NOT TARGET PassManagerBuilder::mlir)
  pmb_get_linkage(_pmb_linkage)
  if(_pmb_linkage STREQUAL "dylib")
    set(_pmb_libraries MLIR)
    set(_pmb_all)
  else()
    # Slots for patterns rewrite and convert; contents are read off operations of dialects.
    set(_pmb_libraries MLIRFunctionInterfaces MLIRIR MLIRPass MLIRRewrite MLIRSupport
                       MLIRTransformUtils MLIRArithDialect MLIRGPUDialect
                       MLIRLinalgDialect MLIRMemRefDialect MLIRTensorDialect
                       MLIRVectorDialect)
    set(_pmb_all MLIRRegisterAllPasses MLIRRegisterAllDialects
                 MLIRRegisterAllExtensions MLIROptLib MLIRParser
                 MLIRToLLVMIRTranslationRegistration MLIRGPUToLLVMIRTranslation
                 MLIRExecutionEngine)
  endif()
  add_library(PassManagerBuilder::mlir INTERFACE IMPORTED GLOBAL)
  set_property(TARGET PassManagerBuilder::mlir PROPERTY
               INTERFACE_LINK_LIBRARIES ${_pmb_libraries} PassManagerBuilder::llvm)
  # All passes, dialects and translations of MLIR, and what executes programs: for tools
  # such as ours.
  add_library(PassManagerBuilder::all-of-mlir INTERFACE IMPORTED GLOBAL)
  set_property(TARGET PassManagerBuilder::all-of-mlir PROPERTY
               INTERFACE_LINK_LIBRARIES ${_pmb_all} PassManagerBuilder::mlir)
endif()

unset(_pmb_all)
unset(_pmb_libraries)
unset(_pmb_linkage)
