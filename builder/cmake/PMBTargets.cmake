# How the targets of this project are made: one place for the flags, the include
# directories and the installation.

# Flags for code of this project, and only for that.
function(pmb_set_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_17)
  set_target_properties(${target} PROPERTIES
                        CXX_STANDARD 17
                        CXX_EXTENSIONS OFF
                        # Nothing asks for <target>_EXPORTS, and targets that share a
                        # precompiled header have the same macros.
                        DEFINE_SYMBOL ""
                        # Static libraries end up in plugins, too.
                        POSITION_INDEPENDENT_CODE ON
                        # LLVM's folder is rarely one that the loader looks into.
                        INSTALL_RPATH_USE_LINK_PATH ON)
  if(BUILD_SHARED_LIBS AND UNIX AND NOT APPLE)
    set_property(TARGET ${target} PROPERTY
                 INSTALL_RPATH "$ORIGIN;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
  endif()
  target_compile_options(${target} PRIVATE -Wall -Wextra)
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${target} PRIVATE -fno-rtti)
  endif()
endfunction()

# pmb_reuse_precompiled_headers(<floor> <target>...)
#
# Compiles targets with the headers that were precompiled for a floor, which takes its
# flags.
function(pmb_reuse_precompiled_headers floor)
  get_target_property(owner PMB${floor} PRECOMPILE_HEADERS_REUSE_FROM)
  if(NOT owner)
    set(owner PMB${floor})
  endif()
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 17 CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE -fno-exceptions)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      # CMake would say -fPIE.
      set_property(TARGET ${target} PROPERTY POSITION_INDEPENDENT_CODE OFF)
      target_compile_options(${target} PRIVATE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})
    endif()
    target_precompile_headers(${target} REUSE_FROM ${owner})
  endforeach()
endfunction()

# pmb_compile_rooms_together(<target> <source>...)
#
# In a unity build the files of a room are compiled as one, so that a new file changes
# nothing for other rooms. Static functions of a room have different names.
function(pmb_compile_rooms_together target)
  set_property(TARGET ${target} PROPERTY UNITY_BUILD_MODE GROUP)
  foreach(file IN LISTS ARGN)
    cmake_path(GET file PARENT_PATH room)
    cmake_path(RELATIVE_PATH room BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_property(SOURCE "${file}" PROPERTY UNITY_GROUP "${room}")
  endforeach()
endfunction()

# pmb_add_library(<name> EXPORT <set> [LINK <target>...]
#                 [PRIVATE_ROOMS <folder or header>...])
#
# Makes the library PassManagerBuilder::<name> of all files in the folder of the
# same name. Its headers are installed but for those in PRIVATE_ROOMS.
function(pmb_add_library name)
  cmake_parse_arguments(ARG "" "EXPORT" "LINK;PRIVATE_ROOMS" ${ARGN})
  set(target PMB${name})

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  add_library(${target} ${sources})
  add_library(PassManagerBuilder::${name} ALIAS ${target})
  pmb_set_compile_options(${target})
  target_compile_options(${target} PRIVATE -fno-exceptions)
  target_include_directories(${target} PUBLIC
    "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>"
    "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>"
    "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/PassManagerBuilder>")
  # An installed library gets these from PassManagerBuilderConfig.cmake, as the
  # LLVM of the consumer may be elsewhere.
  target_include_directories(${target} SYSTEM PUBLIC
    "$<BUILD_INTERFACE:${LLVM_INCLUDE_DIRS}>")
  target_link_libraries(${target} PUBLIC ${ARG_LINK})
  set_target_properties(${target} PROPERTIES
                        EXPORT_NAME ${name}
                        OUTPUT_NAME pmb-${name}
                        VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})

  pmb_compile_rooms_together(${target} ${sources})

  install(TARGETS ${target} EXPORT ${ARG_EXPORT})
  set(excluded)
  foreach(folder IN LISTS ARG_PRIVATE_ROOMS ITEMS cmake tags catalog schema)
    list(APPEND excluded PATTERN ${folder} EXCLUDE)
  endforeach()
  install(DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}/"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/PassManagerBuilder/${name}"
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def" ${excluded})
endfunction()

# pmb_get_support_archives(<variable>)
#
# Sets the variable to the archives of LLVM's Support library, or to nothing where there
# are none. By their paths, as the targets ask for libraries that nothing here calls.
function(pmb_get_support_archives variable)
  set(archives)
  foreach(library LLVMSupport LLVMDemangle)
    if(TARGET ${library})
      get_target_property(archive ${library} LOCATION)
      if(archive MATCHES "\\.a$" AND EXISTS "${archive}")
        list(APPEND archives "${archive}")
      endif()
    endif()
  endforeach()
  list(LENGTH archives count)
  if(NOT count EQUAL 2)
    set(archives)
  endif()
  set(${variable} ${archives} PARENT_SCOPE)
endfunction()

# pmb_link_lower_floors(<target> <top floor> <archive>...)
#
# Links the objects of builder/, and of bundles/ if that is the top floor, with these
# archives, and no libLLVM.
function(pmb_link_lower_floors target top)
  find_package(Threads REQUIRED)
  foreach(floor builder bundles)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:PMB${floor}>)
    if(floor STREQUAL top)
      break()
    endif()
  endforeach()
  target_link_libraries(${target} PRIVATE ${ARGN} Threads::Threads ${CMAKE_DL_LIBS})
endfunction()

# pmb_include_floors(<target> <top floor> PUBLIC|PRIVATE)
#
# Compiles a target with the headers of a lower floor and those below, and links nothing.
function(pmb_include_floors target top scope)
  target_include_directories(${target} ${scope}
    "$<TARGET_PROPERTY:PMB${top},INTERFACE_INCLUDE_DIRECTORIES>")
  target_include_directories(${target} SYSTEM ${scope}
    "$<TARGET_PROPERTY:PMB${top},INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>"
    "$<TARGET_PROPERTY:PMBbuilder,INTERFACE_SYSTEM_INCLUDE_DIRECTORIES>")
endfunction()

# pmb_link_floors(<target> <top floor> [<part of LLVM>...])
#
# Links a program with the lower floors up to one of them, and nothing of MLIR. libLLVM
# takes ten times as long to load as a pipeline takes to check. What is needed of it is
# LLVM's Support library. Such a program loads no plugins, so nothing else can bring a
# second LLVM along; where there are no archives, libLLVM does, too. By their paths, as the
# targets ask for libraries that nothing here calls.
function(pmb_link_floors target top)
  set(parts)
  foreach(library IN LISTS ARGN)
    get_target_property(archive ${library} LOCATION)
    list(APPEND parts "${archive}")
  endforeach()
  pmb_get_support_archives(archives)
  if(archives AND NOT BUILD_SHARED_LIBS)
    pmb_link_lower_floors(${target} ${top} ${parts} ${archives})
  else()
    target_link_libraries(${target} PRIVATE ${parts} PassManagerBuilder::${top})
    set_target_properties(${target} PROPERTIES
                          INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}"
                          INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
endfunction()
