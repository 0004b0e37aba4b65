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

  # In the folder of the source, so that messages name the input without its folder.
  set(command $<TARGET_FILE:PassManagerBuilder::pmb-opt> --print-contents
              ${ARG_ARGUMENTS} "${input}")
  add_custom_target(${target}
    COMMAND ${command} -o "${output}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Writing ${ARG_OUTPUT}"
    VERBATIM)
  add_test(NAME "${ARG_PREFIX}${input}"
           COMMAND "${CMAKE_COMMAND}" "-DFILE=${output}" "-DTARGET=${target}"
                   -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" -- ${command}
           WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  if(ARG_LABELS)
    set_tests_properties("${ARG_PREFIX}${input}" PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# The test: cmake -DFILE=<file> -DTARGET=<target> -P <this file> -- <command>
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  set(command)
  set(isCommand OFF)
  math(EXPR last "${CMAKE_ARGC} - 1")
  foreach(i RANGE ${last})
    if(isCommand)
      list(APPEND command "${CMAKE_ARGV${i}}")
    elseif(CMAKE_ARGV${i} STREQUAL "--")
      set(isCommand ON)
    endif()
  endforeach()
  get_filename_component(name "${FILE}" NAME)
  execute_process(COMMAND ${command} OUTPUT_VARIABLE printed RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "the input cannot be read, so ${name} cannot be compared")
  endif()
  if(NOT EXISTS "${FILE}")
    message(FATAL_ERROR "there is no ${name}; build the target ${TARGET}, which writes it")
  endif()
  file(READ "${FILE}" kept)
  if(NOT kept STREQUAL printed)
    # The lines of one that the other does not have.
    string(REGEX MATCHALL "\"[^\"\n]*\"" keptItems "${kept}")
    string(REGEX MATCHALL "\"[^\"\n]*\"" printedItems "${printed}")
    set(gone ${keptItems})
    list(REMOVE_ITEM gone ${printedItems})
    set(new ${printedItems})
    list(REMOVE_ITEM new ${keptItems})
    message(FATAL_ERROR "${name} is out of date; build the target ${TARGET}, which writes "
                        "it again\n  new: ${new}\n  gone: ${gone}")
  endif()
endif()
