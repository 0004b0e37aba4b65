# pmb_add_kept_file(<target> <file> TEST <name> WHAT <what> COMMAND <command>...
#                   [LABELS <label>...])
#
# Keeps what a command prints in a file that is a source, to be committed. Building
# <target>, which is not part of `all`, writes it: the command gets `-o <file>` for
# that. The CTest test <name> fails if it is not what the command prints now, or if
# the command fails, which is said of <what>. The command runs in the current source
# directory, so that what it prints names files without their folder.
function(pmb_add_kept_file target file)
  cmake_parse_arguments(ARG "" "TEST;WHAT" "COMMAND;LABELS" ${ARGN})
  get_filename_component(output "${file}" ABSOLUTE)
  add_custom_target(${target}
    COMMAND ${ARG_COMMAND} -o "${output}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Writing ${file}"
    VERBATIM)
  add_test(NAME "${ARG_TEST}"
           COMMAND "${CMAKE_COMMAND}" "-DFILE=${output}" "-DTARGET=${target}"
                   "-DWHAT=${ARG_WHAT}"
                   -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}" -- ${ARG_COMMAND}
           WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  if(ARG_LABELS)
    set_tests_properties("${ARG_TEST}" PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# The test: cmake -DFILE=<file> -DTARGET=<target> -DWHAT=<what> -P <this file> -- <command>
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
    message(FATAL_ERROR "${WHAT} cannot be read, so ${name} cannot be compared")
  endif()
  if(NOT EXISTS "${FILE}")
    message(FATAL_ERROR "there is no ${name}; build the target ${TARGET}, which writes it")
  endif()
  file(READ "${FILE}" kept)
  if(NOT kept STREQUAL printed)
    # What is quoted in one and not in the other: items in JSON, names in Markdown.
    set(quoted "\"[^\"\n;]*\"|`[^`\n;]*`")
    string(REGEX MATCHALL "${quoted}" keptItems "${kept}")
    string(REGEX MATCHALL "${quoted}" printedItems "${printed}")
    set(gone ${keptItems})
    list(REMOVE_ITEM gone ${printedItems})
    set(new ${printedItems})
    list(REMOVE_ITEM new ${keptItems})
    message(FATAL_ERROR "${name} is out of date; build the target ${TARGET}, which writes "
                        "it again\n  new: ${new}\n  gone: ${gone}")
  endif()
endif()
