# pmb_add_pass_contracts(<target> <Passes.td> [OUTPUT <file>] [REGISTRATION <file>]
#                        [PAGE <file> [PREFIX <prefix>] [LABELS <label>...]]
#                        [INCLUDES <folder>...])
#
# Makes a file of contracts, for pmb-check and pmb::readContractsFile, of the passes
# in a Passes.td that have the class PassContract (bundles/contracts/PassContract.td):
#
#   find_package(PassManagerBuilder REQUIRED COMPONENTS bundles)
#   pmb_add_pass_contracts(acme-contracts AcmePasses.td OUTPUT acme.contracts.json
#                          REGISTRATION AcmePasses.contracts.inc PAGE AcmePasses.md)
#   pmb_add_pipeline_check(cpu.pipeline CONTRACTS "${CMAKE_CURRENT_BINARY_DIR}/acme.contracts.json")
#
# <target> is part of `all`; the file is made again when the Passes.td or a file that
# it includes has changed. OUTPUT is relative to the current binary directory;
# Default: <Passes>.contracts.json. INCLUDES are searched for included files, besides
# the current source directory and those of LLVM, MLIR and this project.
#
# REGISTRATION is C++ that registers the contracts with every program that links it. It
# is made beside OUTPUT, to be included in the source file that has the passes; the
# library of that file depends on <target> (add_dependencies). It needs no library of
# this project.
#
# PAGE is a page in Markdown about all passes of the Passes.td, with contracts or
# without. It is a source, to be committed, relative to the current source directory.
# Building <target>-page, which is not part of `all`, writes it; a CTest test,
# `page.<Passes.td>` or `<prefix><Passes.td>`, fails if it is not what would be written
# now.
function(pmb_add_pass_contracts target file)
  cmake_parse_arguments(ARG "" "OUTPUT;REGISTRATION;PAGE;PREFIX" "INCLUDES;LABELS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_pass_contracts: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(path "${file}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "pmb_add_pass_contracts: there is no file ${path}")
  endif()
  if((ARG_REGISTRATION OR ARG_PAGE) AND NOT TARGET PassManagerBuilder::pmb-check)
    message(FATAL_ERROR "pmb_add_pass_contracts: REGISTRATION and PAGE need pmb-check, and "
                        "this PassManagerBuilder was built without its tools "
                        "(PMB_ENABLE_TOOLS)")
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
  set(outputs "${output}")
  if(ARG_REGISTRATION)
    get_filename_component(registration "${ARG_REGISTRATION}" ABSOLUTE
                           BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
    add_custom_command(
      OUTPUT "${registration}"
      COMMAND $<TARGET_FILE:PassManagerBuilder::pmb-check> "--print-registration=${output}"
              -o "${registration}"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      DEPENDS "${output}" PassManagerBuilder::pmb-check
      COMMENT "Generating ${ARG_REGISTRATION}"
      VERBATIM)
    list(APPEND outputs "${registration}")
  endif()
  add_custom_target(${target} ALL DEPENDS ${outputs})
  if(ARG_PAGE)
    if(NOT DEFINED ARG_PREFIX)
      set(ARG_PREFIX "page.")
    endif()
    pmb_add_kept_file(${target}-page "${ARG_PAGE}"
      TEST "${ARG_PREFIX}${file}" WHAT "${file}" LABELS ${ARG_LABELS}
      COMMAND $<TARGET_FILE:PassManagerBuilder::pmb-check> "--print-page=${output}")
    add_dependencies(${target}-page ${target})
  endif()
endfunction()
