# pmb_add_pass_contracts(<target> <Passes.td> [OUTPUT <file>] [INCLUDES <folder>...])
#
# Makes a file of contracts, for pmb-check and pmb::readContractsFile, of the passes
# in a Passes.td that have the class PassContract (bundles/contracts/PassContract.td):
#
#   find_package(PassManagerBuilder REQUIRED COMPONENTS bundles)
#   pmb_add_pass_contracts(acme-contracts AcmePasses.td OUTPUT acme.contracts.json)
#   pmb_add_pipeline_check(cpu.pipeline CONTRACTS "${CMAKE_CURRENT_BINARY_DIR}/acme.contracts.json")
#
# <target> is part of `all`; the file is made again when the Passes.td or a file that
# it includes has changed. OUTPUT is relative to the current binary directory;
# Default: <Passes>.contracts.json. INCLUDES are searched for included files, besides
# the current source directory and those of LLVM, MLIR and this project.
function(pmb_add_pass_contracts target file)
  cmake_parse_arguments(ARG "" "OUTPUT" "INCLUDES" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_pass_contracts: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(path "${file}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "pmb_add_pass_contracts: there is no file ${path}")
  endif()
  if(NOT ARG_OUTPUT)
    get_filename_component(ARG_OUTPUT "${file}" NAME_WE)
    string(APPEND ARG_OUTPUT ".contracts.json")
  endif()
  get_filename_component(output "${ARG_OUTPUT}" ABSOLUTE
                         BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  find_program(PMB_LLVM_TBLGEN NAMES llvm-tblgen
               HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH
               DOC "The llvm-tblgen of the LLVM that is used" REQUIRED)

  set(includes ${ARG_INCLUDES} "${CMAKE_CURRENT_SOURCE_DIR}"
      "$<TARGET_PROPERTY:PassManagerBuilder::bundles,INTERFACE_INCLUDE_DIRECTORIES>"
      ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
  # In the folder of the source, so that messages name it without its folder.
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${PMB_LLVM_TBLGEN}" --dump-json "-I$<JOIN:${includes},;-I>" "${file}"
            -o "${output}" -d "${output}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    DEPENDS "${path}"
    DEPFILE "${output}.d"
    COMMENT "Generating ${ARG_OUTPUT}"
    COMMAND_EXPAND_LISTS
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS "${output}")
endfunction()
