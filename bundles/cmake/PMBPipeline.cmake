# pmb_add_pipeline(<target> <file>...
#                  [NAMESPACE <namespace>] [CONTRACTS <file>...]
#                  [ARGUMENTS <argument>...] [PAGES <folder>] [TOOL <target>]
#                  [PREFIX <prefix>] [LABELS <label>...])
#
# Makes everything else of pipeline files (*.pipeline.json):
#
#   find_package(PassManagerBuilder REQUIRED)
#   pmb_add_pipeline(acme-pipelines cpu.pipeline.json gpu.pipeline.json
#                    NAMESPACE acme TOOL acme-opt)
#   target_link_libraries(acme-opt PRIVATE acme-pipelines)
#
# cpu.pipeline.h is C++ with the pipeline in it, for who links <target>: an options
# struct for MLIR, a function that appends the pipeline to a builder, and one that
# registers it with MLIR as `cpu` (passmanager/RegisteredFile.h). It is made when the
# file, one that it includes, or one of CONTRACTS has changed. The file is checked first,
# in all variants: an error fails the build, at its place in the file. ARGUMENTS are
# further options of pmb-check.
#
# cpu.pipeline.md, a page, and cpu.pipeline.txt, the textual pipeline of each variant, are
# sources, to be committed, in the folder of PAGES. Default: the current source directory.
# Building <target>-update, which is not part of `all`, writes them.
#
# CTest tests, whose names begin with <prefix>, by default `pipeline.`:
#
#   <prefix>page.<file>   fails if the page is not what would be written now
#   <prefix>text.<file>   the same for the textual pipelines
#   <prefix>tool.<file>   with TOOL, a program like mlir-opt: fails if what it runs under
#                         the name of the pipeline, in any variant, is not what the file
#                         says, and says what differs
#
# Files are relative to the current source directory. No two of one call may have one
# name, whatever their folders.
function(pmb_add_pipeline target)
  cmake_parse_arguments(ARG "" "NAMESPACE;PAGES;TOOL;PREFIX" "CONTRACTS;ARGUMENTS;LABELS"
                        ${ARGN})
  set(files ${ARG_UNPARSED_ARGUMENTS})
  if(NOT TARGET PassManagerBuilder::pmb-check)
    message(FATAL_ERROR "pmb_add_pipeline: this PassManagerBuilder was built without its "
                        "tools (PMB_ENABLE_TOOLS)")
  endif()
  if(NOT files)
    message(FATAL_ERROR "pmb_add_pipeline: no files")
  endif()
  if(NOT DEFINED ARG_PREFIX)
    set(ARG_PREFIX "pipeline.")
  endif()
  if(NOT ARG_PAGES)
    set(ARG_PAGES .)
  endif()
  get_filename_component(pages "${ARG_PAGES}" ABSOLUTE)

  set(command $<TARGET_FILE:PassManagerBuilder::pmb-check>)
  set(dependencies PassManagerBuilder::pmb-check)
  foreach(contracts IN LISTS ARG_CONTRACTS)
    list(APPEND command "--contracts=${contracts}")
    get_filename_component(path "${contracts}" ABSOLUTE)
    list(APPEND dependencies "${path}")
  endforeach()
  list(APPEND command ${ARG_ARGUMENTS})
  set(space)
  if(ARG_NAMESPACE)
    set(space "--namespace=${ARG_NAMESPACE}")
  endif()

  add_custom_target(${target}-update COMMENT "Wrote what is made of pipelines")
  set(headers)
  set(names)
  foreach(file IN LISTS files)
    # A file that is missing shall not wait for the build.
    get_filename_component(path "${file}" ABSOLUTE)
    if(NOT EXISTS "${path}" OR IS_DIRECTORY "${path}")
      message(FATAL_ERROR "pmb_add_pipeline: there is no file ${path}")
    endif()
    get_filename_component(name "${file}" NAME_WE)
    # gpu-late and gpu_late are both GpuLate in C++.
    string(REGEX REPLACE "[-_.]" "" key "${name}")
    string(TOLOWER "${key}" key)
    if(key IN_LIST names)
      message(FATAL_ERROR "pmb_add_pipeline: two files would both be the pipeline '${name}': "
                          "${files}")
    endif()
    list(APPEND names "${key}")

    # In the folder of the source, so that messages name it without its folder.
    set(header "${CMAKE_CURRENT_BINARY_DIR}/${name}.pipeline.h")
    add_custom_command(
      OUTPUT "${header}"
      COMMAND ${command} "--print-registration=${file}" ${space}
              -o "${header}" "--depfile=${header}.d"
      WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
      DEPENDS "${path}" ${dependencies}
      DEPFILE "${header}.d"
      COMMENT "Checking ${file}"
      VERBATIM)
    list(APPEND headers "${header}")

    foreach(kind page text)
      set(kept "${pages}/${name}.pipeline.md")
      if(kind STREQUAL "text")
        set(kept "${pages}/${name}.pipeline.txt")
      endif()
      pmb_add_kept_file(${target}-${name}-${kind} "${kept}"
        TEST "${ARG_PREFIX}${kind}.${file}" WHAT "${file}" LABELS ${ARG_LABELS}
        COMMAND ${command} "--print-${kind}=${file}")
      add_dependencies(${target}-update ${target}-${name}-${kind})
    endforeach()
    if(ARG_TOOL)
      add_test(NAME "${ARG_PREFIX}tool.${file}"
               COMMAND "${CMAKE_COMMAND}" "-DFILE=${file}" "-DNAME=${name}"
                       "-DTOOL=$<TARGET_FILE:${ARG_TOOL}>" "-DCHECK=${command}"
                       "-DEMPTY=${CMAKE_CURRENT_BINARY_DIR}/${target}-empty.mlir"
                       -P "${CMAKE_CURRENT_FUNCTION_LIST_FILE}"
               WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
      if(ARG_LABELS)
        set_tests_properties("${ARG_PREFIX}tool.${file}" PROPERTIES LABELS "${ARG_LABELS}")
      endif()
    endif()
  endforeach()

  add_custom_target(${target}-headers ALL DEPENDS ${headers})
  add_library(${target} INTERFACE)
  add_dependencies(${target} ${target}-headers)
  target_include_directories(${target} INTERFACE "${CMAKE_CURRENT_BINARY_DIR}")
  if(TARGET PassManagerBuilder::passmanager)
    target_link_libraries(${target} INTERFACE PassManagerBuilder::passmanager)
  endif()
endfunction()

# The test of TOOL: cmake -DFILE=<file> -DNAME=<name> -DTOOL=<program> -DCHECK=<list>
#                         -DEMPTY=<file to write> -P <this file>
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  execute_process(COMMAND ${CHECK} "--print-text=${FILE}" OUTPUT_VARIABLE texts
                  RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${FILE} cannot be read, so what the tool runs cannot be compared")
  endif()
  file(WRITE "${EMPTY}" "")
  string(REGEX MATCHALL "(^|\n)# [^\n]*\n[^(\n]*" heads "${texts}")
  set(differs)
  foreach(head IN LISTS heads)
    string(REGEX REPLACE "^\n?# ([^\n]*)\n([^(\n]*)$" "\\1" variant "${head}")
    string(REGEX REPLACE "^\n?# ([^\n]*)\n([^(\n]*)$" "\\2" root "${head}")
    set(named "${NAME}")
    set(input "${FILE}")
    if(NOT variant STREQUAL "default")
      set(named "${NAME}{variant='${variant}'}")
      set(input "${FILE}[${variant}]")
    endif()
    # The tool's input is a module.
    if(NOT root STREQUAL "builtin.module")
      set(named "${root}(${named})")
    endif()
    execute_process(COMMAND "${TOOL}" "--pass-pipeline=builtin.module(${named})"
                            --dump-pass-pipeline "${EMPTY}"
                    OUTPUT_QUIET ERROR_VARIABLE dumped)
    if(NOT dumped MATCHES "Pass Manager with [^\n]*:\n(builtin\\.module\\(.*\n\\))")
      message(FATAL_ERROR "${TOOL} cannot make its pipeline '${NAME}' for '${variant}':\n"
                          "${dumped}")
    endif()
    set(text "${CMAKE_MATCH_1}")
    if(NOT root STREQUAL "builtin.module")
      string(REGEX REPLACE "^builtin\\.module\\((.*)\\)$" "\\1" text "${text}")
      string(STRIP "${text}" text)
    endif()
    execute_process(COMMAND ${CHECK} --diff "--fail-on=set,order,options,cost" "${input}"
                            "${text}"
                    OUTPUT_VARIABLE difference RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
      string(APPEND differs "${difference}\n")
    endif()
  endforeach()
  if(differs)
    message(FATAL_ERROR "${TOOL} does not run what ${FILE} says:\n${differs}"
                        "build the tool again; if that does not help, it registers '${NAME}' "
                        "from something else")
  endif()
endif()
