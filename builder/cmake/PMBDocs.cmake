# The target `docs`: one site of headers, manuals, diagnostics, passes of the catalog and
# stock bundles, docs/html/index.html in the build tree. It needs Doxygen, cmark-gfm, and no
# MLIR.

find_package(Python3 3.8 REQUIRED COMPONENTS Interpreter)
find_program(PMB_DOXYGEN doxygen DOC "Makes the site of the target `docs`")
find_program(PMB_CMARK cmark-gfm DOC "Renders the pages of the target `docs`")
mark_as_advanced(PMB_DOXYGEN PMB_CMARK)
if(PMB_DOXYGEN AND PMB_CMARK)
  add_custom_target(docs
    COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/docs/site.py"
            --output "${PROJECT_BINARY_DIR}/docs" --pmb-check "$<TARGET_FILE:pmb-check>"
            --doxygen "${PMB_DOXYGEN}" --cmark "${PMB_CMARK}"
            --version "${PROJECT_VERSION}"
    COMMENT "Writing docs/html/index.html"
    VERBATIM)
  add_dependencies(docs pmb-check)
else()
  add_custom_target(docs
    COMMAND "${CMAKE_COMMAND}" -E echo
            "docs: install Doxygen and cmark-gfm (Debian: apt-get install doxygen cmark-gfm),"
            "and configure again."
    COMMAND "${CMAKE_COMMAND}" -E false
    VERBATIM)
endif()
