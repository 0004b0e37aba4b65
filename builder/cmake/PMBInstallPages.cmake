# Installs the manuals: run by `cmake --install`, with
#
#   PMB_SOURCE_DIR    where the pages are
#   PMB_PAGES         the pages: paths in it
#   PMB_STAGE_DIR     a folder to write to
#   PMB_DOCDIR        where pages go, and other files that they lead to are already
#   PMB_INCLUDEDIR    where headers are already
#
# Pages keep their places among each other, so their links stay as they are. A link to an
# installed header leads there. Other links become text: they lead to the sources.

cmake_policy(PUSH)
cmake_policy(VERSION 3.21)

set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(REMOVE_RECURSE "${PMB_STAGE_DIR}")
foreach(page IN LISTS PMB_PAGES)
  get_filename_component(folder "${page}" DIRECTORY)
  file(READ "${PMB_SOURCE_DIR}/${page}" text)
  string(REGEX MATCHALL "\\([A-Za-z0-9_./-]+(#[A-Za-z0-9_-]*)?\\)" links "${text}")
  list(REMOVE_DUPLICATES links)
  foreach(link IN LISTS links)
    string(REGEX REPLACE "^\\(([^#]*)(#.*)?\\)$" "\\1" file "${link}")
    # Other text in parentheses is no link.
    string(FIND "${text}" "](${file}" at)
    cmake_path(SET target NORMALIZE "${PMB_SOURCE_DIR}/${folder}/${file}")
    if(at EQUAL -1 OR file STREQUAL "" OR NOT EXISTS "${target}")
      continue()
    endif()
    file(RELATIVE_PATH name "${PMB_SOURCE_DIR}" "${target}")
    if(name IN_LIST PMB_PAGES OR EXISTS "${prefix}/${PMB_DOCDIR}/${name}")
      continue()
    endif()
    if(EXISTS "${prefix}/${PMB_INCLUDEDIR}/${name}" AND NOT IS_DIRECTORY "${target}")
      file(RELATIVE_PATH header "/${PMB_DOCDIR}/${folder}" "/${PMB_INCLUDEDIR}/${name}")
      string(REPLACE "](${file})" "](${header})" text "${text}")
    else()
      string(REGEX REPLACE "([][+.*()^$?|\\\\])" "\\\\\\1" pattern "${file}")
      string(REGEX REPLACE "\\[([^]]*)\\]\\(${pattern}(#[^)]*)?\\)" "\\1" text "${text}")
    endif()
  endforeach()
  file(WRITE "${PMB_STAGE_DIR}/${page}" "${text}")
  file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/${PMB_DOCDIR}/${folder}" TYPE FILE
       FILES "${PMB_STAGE_DIR}/${page}")
endforeach()

cmake_policy(POP)
