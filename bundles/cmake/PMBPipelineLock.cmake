# pmb_add_pipeline_lock(<target> <file> LOCK <lock>
#                       [CONTRACTS <file>...] [ARGUMENTS <argument>...]
#                       [PREFIX <prefix>] [LABELS <label>...])
#
# Keeps a file that says what a pipeline runs, in all variants, with the values of all
# options:
#
#   find_package(PassManagerBuilder REQUIRED COMPONENTS bundles)
#   enable_testing()
#   pmb_add_pipeline_lock(cpu-lock cpu.pipeline.json LOCK cpu.pipeline.lock)
#
# The lock is a source, to be committed, relative to the current source directory.
# Building <target>, which is not part of `all`, writes it; a CTest test, `lock.<file>`
# or `<prefix><file>`, says what differs, and fails, if the pipeline runs something else
# now, or if there is no lock. ARGUMENTS are further options of pmb-check.
function(pmb_add_pipeline_lock target file)
  cmake_parse_arguments(ARG "" "LOCK;PREFIX" "CONTRACTS;ARGUMENTS;LABELS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_pipeline_lock: unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET PassManagerBuilder::pmb-check)
    message(FATAL_ERROR "pmb_add_pipeline_lock: this PassManagerBuilder was built "
                        "without its tools (PMB_ENABLE_TOOLS)")
  endif()
  get_filename_component(path "${file}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "pmb_add_pipeline_lock: there is no file ${path}")
  endif()
  if(NOT ARG_LOCK)
    message(FATAL_ERROR "pmb_add_pipeline_lock: LOCK names the file to keep")
  endif()
  if(NOT DEFINED ARG_PREFIX)
    set(ARG_PREFIX "lock.")
  endif()

  set(command $<TARGET_FILE:PassManagerBuilder::pmb-check> "--lock=${ARG_LOCK}")
  foreach(contracts IN LISTS ARG_CONTRACTS)
    list(APPEND command "--contracts=${contracts}")
  endforeach()
  list(APPEND command ${ARG_ARGUMENTS} "${file}")
  add_custom_target(${target}
    COMMAND ${command} --update
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Writing ${ARG_LOCK}"
    VERBATIM)
  # Where there is no lock, pmb-check would write it.
  add_test(NAME "${ARG_PREFIX}${file}"
           COMMAND "${CMAKE_COMMAND}" "-DLOCK=${ARG_LOCK}" "-DTARGET=${target}"
                   "-DCOMMAND=${command}" -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
           WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
  if(ARG_LABELS)
    set_tests_properties("${ARG_PREFIX}${file}" PROPERTIES LABELS "${ARG_LABELS}")
  endif()
endfunction()

# The test: cmake -DLOCK=<lock> -DTARGET=<target> -DCOMMAND=<list> -P <this file>
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  get_filename_component(path "${LOCK}" ABSOLUTE)
  if(NOT EXISTS "${path}")
    message(FATAL_ERROR "there is no ${LOCK}; build the target ${TARGET}, which writes it")
  endif()
  execute_process(COMMAND ${COMMAND} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "if that is meant, build the target ${TARGET}: it writes ${LOCK} again")
  endif()
endif()
