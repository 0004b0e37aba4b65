# Installs BUILD into PREFIX, which starts empty: a file left from an earlier run
# would hide that it is no longer installed.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${PREFIX}"
                        --config "${CONFIG}"
                COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE installed RELATIVE "${PREFIX}" "${PREFIX}/*")
foreach(file IN LISTS installed)
  # One of the .td files is for others to include, and examples are to be copied.
  if(file MATCHES "\\.(cpp|td|py|in)$" AND NOT file MATCHES "bundles/contracts/PassContract.td$"
     AND NOT file MATCHES "/examples/")
    message(FATAL_ERROR "${file} should not be installed")
  endif()
endforeach()

# A header that others get includes no header that they do not get.
set(include "${PREFIX}/include/PassManagerBuilder")
file(GLOB_RECURSE headers RELATIVE "${include}" "${include}/*.h")
foreach(header IN LISTS headers)
  file(STRINGS "${include}/${header}" lines
       REGEX "^#include \"(builder|bundles|passmanager)/")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    if(NOT EXISTS "${include}/${included}")
      message(FATAL_ERROR "${header} is installed, and includes ${included}, which is not")
    endif()
  endforeach()
endforeach()
