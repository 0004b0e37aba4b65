# pmb_add_contents(<target> <input> [OUTPUT <file>] [ARGUMENTS <argument>...]
#                  [PREFIX <prefix>] [LABELS <label>...])
#
# Keeps a file that says what an input of a pipeline contains, for checks that have no
# MLIR:
#
#   find_package(PassManagerBuilder REQUIRED COMPONENTS bundles passmanager)
#   enable_testing()
#   pmb_add_contents(matmul-contents matmul.mlir)
#   pmb_add_pipeline_check(cpu.pipeline CONTENTS @matmul.contents.json EXPECT llvm)
#
# The file is a source, to be committed. Building <target>, which is not part of `all`,
# writes it; a CTest test, `contents.<input>` or `<prefix><input>`, fails if it is not
# what pmb-opt --print-contents prints now. OUTPUT is relative to the current source
# directory; Default: <input>.contents.json, without the extension of the input.
# ARGUMENTS are further options of pmb-opt: those that say how the input is read.
function(pmb_add_contents target input)
  cmake_parse_arguments(ARG "" "OUTPUT;PREFIX" "ARGUMENTS;LABELS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_contents: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET PassManagerBuilder::pmb-opt)
    message(FATAL_ERROR "pmb_add_contents: this PassManagerBuilder was built without "
                        "pmb-opt (PMB_ENABLE_MLIR, PMB_ENABLE_TOOLS)")
  endif()
  get_filename_component(path "${input}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "pmb_add_contents: there is no file ${path}")
  endif()
  if(NOT ARG_OUTPUT)
    get_filename_component(folder "${input}" DIRECTORY)
    get_filename_component(name "${input}" NAME_WLE)
    set(ARG_OUTPUT "${name}.contents.json")
    if(folder)
      set(ARG_OUTPUT "${folder}/${ARG_OUTPUT}")
    endif()
  endif()
  get_filename_component(output "${ARG_OUTPUT}" ABSOLUTE)
  if(NOT DEFINED ARG_PREFIX)
    set(ARG_PREFIX "contents.")
  endif()

  pmb_add_kept_file(${target} "${ARG_OUTPUT}"
    TEST "${ARG_PREFIX}${input}" WHAT "the input" LABELS ${ARG_LABELS}
    COMMAND $<TARGET_FILE:PassManagerBuilder::pmb-opt> --print-contents
            ${ARG_ARGUMENTS} "${input}")
endfunction()
