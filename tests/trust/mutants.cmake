# Given to CMake by mutants.py as CMAKE_PROJECT_PassManagerBuilder_INCLUDE.
#
# Files of PMB_MUTANTS/builder stand for those of builder/ that have the same name. Nobody else
# is compiled differently: tests and their objects are the ordinary ones. The libraries are
# optimized a little, as the same tests run some thousand times.

function(pmb_compile_mutants)
  file(GLOB_RECURSE changed RELATIVE "${PMB_MUTANTS}/builder" "${PMB_MUTANTS}/builder/*.cpp")
  get_target_property(sources PMBbuilder SOURCES)
  foreach(file IN LISTS changed)
    list(REMOVE_ITEM sources "${file}" "${PROJECT_SOURCE_DIR}/builder/${file}")
    list(APPEND sources "${PMB_MUTANTS}/builder/${file}")
    foreach(property UNITY_GROUP COMPILE_OPTIONS SKIP_PRECOMPILE_HEADERS)
      get_source_file_property(value "${PROJECT_SOURCE_DIR}/builder/${file}"
                               TARGET_DIRECTORY PMBbuilder ${property})
      if(value)
        set_property(SOURCE "${PMB_MUTANTS}/builder/${file}" TARGET_DIRECTORY PMBbuilder
                     PROPERTY ${property} "${value}")
      endif()
    endforeach()
  endforeach()
  set_property(TARGET PMBbuilder PROPERTY SOURCES "${sources}")
  target_include_directories(PMBbuilder BEFORE PRIVATE "${PMB_MUTANTS}")
  target_compile_options(PMBbuilder PRIVATE -O1 -w)
  target_compile_options(PMBbundles PRIVATE -O1 -w)
endfunction()
cmake_language(DEFER CALL pmb_compile_mutants)
