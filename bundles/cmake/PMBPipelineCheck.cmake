# pmb_add_pipeline_check(<file>...
#                        [CONTENTS <item>...] [EXPECT <item>...]
#                        [CONTRACTS <file>...] [SEVERITY <code>=<severity>...]
#                        [BASELINE <file>] [WARNINGS_AS_ERRORS]
#                        [ARGUMENTS <argument>...]
#                        [PREFIX <prefix>] [LABELS <label>...])
#
# Makes a CTest test of each pipeline file (*.pipeline.json or *.pipeline), which
# fails if pmb-check finds an error in it:
#
#   find_package(PassManagerBuilder REQUIRED COMPONENTS bundles)
#   enable_testing()
#   pmb_add_pipeline_check(cpu.pipeline gpu.pipeline.json
#                          CONTENTS linalg func "!tensor" EXPECT llvm)
#
# The tests are called `pipeline.<file>`, or `<prefix><file>`. Files are relative to
# the current source directory, which is also where the check runs, so that the
# report names them like that. The other arguments are the options of pmb-check.
function(pmb_add_pipeline_check)
  cmake_parse_arguments(ARG "WARNINGS_AS_ERRORS" "BASELINE;PREFIX"
                        "CONTENTS;EXPECT;CONTRACTS;SEVERITY;ARGUMENTS;LABELS" ${ARGN})
  if(NOT TARGET PassManagerBuilder::pmb-check)
    message(FATAL_ERROR "pmb_add_pipeline_check: this PassManagerBuilder was built "
                        "without its tools (PMB_ENABLE_TOOLS)")
  endif()
  if(NOT ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_pipeline_check: no files")
  endif()
  if(NOT DEFINED ARG_PREFIX)
    set(ARG_PREFIX "pipeline.")
  endif()

  set(arguments ${ARG_ARGUMENTS})
  foreach(option CONTENTS EXPECT)
    # An empty list is not the same as none: nothing is in the input.
    if(DEFINED ARG_${option} OR option IN_LIST ARG_KEYWORDS_MISSING_VALUES)
      string(REPLACE ";" "," items "${ARG_${option}}")
      string(TOLOWER ${option} name)
      list(APPEND arguments "--${name}=${items}")
    endif()
  endforeach()
  foreach(file IN LISTS ARG_CONTRACTS)
    list(APPEND arguments "--contracts=${file}")
  endforeach()
  foreach(severity IN LISTS ARG_SEVERITY)
    list(APPEND arguments "--severity=${severity}")
  endforeach()
  if(ARG_BASELINE)
    list(APPEND arguments "--baseline=${ARG_BASELINE}")
  endif()
  if(ARG_WARNINGS_AS_ERRORS)
    list(APPEND arguments --warnings-as-errors)
  endif()

  foreach(file IN LISTS ARG_UNPARSED_ARGUMENTS)
    # A file that is missing shall not wait for the tests to be run.
    get_filename_component(path "${file}" ABSOLUTE)
    if(NOT EXISTS "${path}")
      message(FATAL_ERROR "pmb_add_pipeline_check: there is no file ${path}")
    endif()
    add_test(NAME "${ARG_PREFIX}${file}"
             COMMAND $<TARGET_FILE:PassManagerBuilder::pmb-check> ${arguments} "${file}"
             WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    if(ARG_LABELS)
      set_tests_properties("${ARG_PREFIX}${file}" PROPERTIES LABELS "${ARG_LABELS}")
    endif()
  endforeach()
endfunction()
