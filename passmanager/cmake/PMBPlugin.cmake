# Plugins, and programs that load them.
#
# A process must have one copy of LLVM, of MLIR and of this library: each has
# tables that all parts of the process must share, such as MLIR's registry of
# passes and the identity of our errors. So a plugin links none of them statically.
# What is a shared library it links: LLVM and MLIR, where PMB_LINKAGE is dylib, and
# this library, if it was built with BUILD_SHARED_LIBS. All else the program has and
# exports, and the plugin finds it there when it is loaded.

# Warns of a plugin that no program of this project will load: the two compilers have not
# the same ABI.
function(pmb_check_plugin_compiler name)
  set(theirs "${PassManagerBuilder_COMPILER_ID}")
  if(theirs AND NOT "${CMAKE_CXX_COMPILER_ID}" STREQUAL "${theirs}")
    message(WARNING "pmb_add_plugin(${name}): PassManagerBuilder was built with ${theirs}, and "
                    "its programs refuse plugins that ${CMAKE_CXX_COMPILER_ID} compiles. "
                    "Configure a new build folder with -DCMAKE_CXX_COMPILER=<a ${theirs}>.")
  endif()
endfunction()

# Hides all of a plugin but its entry points, which are C functions, and MLIR's identities
# of types and traits. MLIR finds a trait by the identity of a template that it spells as
# the compiler does. A plugin with identities of its own would have none of MLIR's traits if
# another compiler has made libMLIR; with those of the program it has all of them.
function(pmb_hide_symbols name)
  if(APPLE OR WIN32)
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden)
    return()
  endif()
  set(script "${CMAKE_CURRENT_BINARY_DIR}/${name}.symbols")
  file(GENERATE OUTPUT "${script}" CONTENT "{
  global:
    _ZZN4mlir6detail14TypeIDResolver*;
    _ZGVZN4mlir6detail14TypeIDResolver*;
  local:
    _Z*;
};
")
  target_link_options(${name} PRIVATE "LINKER:--version-script,${script}")
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${script}")
endfunction()

option(PMB_PLUGIN_MODULES "Build the modules of plugins (OFF: only what pmb_link_plugins asks for)" ON)

# pmb_add_plugin(<name> SOURCES <file>... [LINK <library>...])
#
# Makes a plugin of the files: a module library, of which only entry points are
# visible. It can also be loaded into a program that has nothing of this library
# (mlir-opt --load-pass-plugin), as long as that calls MLIR's entry points only.
# pmb_link_plugins puts the same files into a program. Where that is all that is
# wanted, as with a host that cannot load libraries, set PMB_PLUGIN_MODULES=OFF.
function(pmb_add_plugin name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_add_plugin(${name}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT ARG_SOURCES)
    message(FATAL_ERROR "pmb_add_plugin(${name}): no SOURCES")
  endif()
  pmb_check_plugin_compiler(${name})
  add_library(${name} MODULE ${ARG_SOURCES})
  target_compile_features(${name} PRIVATE cxx_std_17)
  set_target_properties(${name} PROPERTIES
                        PREFIX ""
                        VISIBILITY_INLINES_HIDDEN ON
                        POSITION_INDEPENDENT_CODE ON)
  # For pmb_link_plugins.
  set_target_properties(${name} PROPERTIES PMB_PLUGIN TRUE PMB_PLUGIN_LINK "${ARG_LINK}")
  set_property(GLOBAL APPEND PROPERTY PMB_PLUGINS ${name})
  if(NOT PMB_PLUGIN_MODULES)
    set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
  pmb_hide_symbols(${name})
  if(NOT LLVM_ENABLE_RTTI)
    target_compile_options(${name} PRIVATE -fno-rtti)
  endif()

  get_target_property(pmb_library PassManagerBuilder::passmanager ALIASED_TARGET)
  if(NOT pmb_library)
    set(pmb_library PassManagerBuilder::passmanager)
  endif()
  get_target_property(pmb_type ${pmb_library} TYPE)
  if(pmb_type STREQUAL "STATIC_LIBRARY")
    # What it is compiled with, without what it links.
    foreach(floor builder bundles passmanager)
      foreach(kind INCLUDE_DIRECTORIES SYSTEM_INCLUDE_DIRECTORIES COMPILE_DEFINITIONS)
        set(value "$<TARGET_PROPERTY:PassManagerBuilder::${floor},INTERFACE_${kind}>")
        if(kind STREQUAL "COMPILE_DEFINITIONS")
          target_compile_definitions(${name} PRIVATE "${value}")
        elseif(kind STREQUAL "INCLUDE_DIRECTORIES")
          target_include_directories(${name} PRIVATE "${value}")
        else()
          target_include_directories(${name} SYSTEM PRIVATE "${value}")
        endif()
      endforeach()
    endforeach()
    if(TARGET pmb-tags)
      add_dependencies(${name} pmb-tags)
    endif()
    if(APPLE)
      target_link_options(${name} PRIVATE -Wl,-undefined,dynamic_lookup)
    else()
      # Functions are looked up when they are called, so that a program that calls
      # none of ours need not have them.
      target_link_options(${name} PRIVATE -Wl,-z,lazy)
    endif()
  else()
    target_link_libraries(${name} PRIVATE PassManagerBuilder::passmanager)
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  pmb_get_linkage(linkage)
  if(linkage STREQUAL "dylib")
    target_link_libraries(${name} PRIVATE MLIR LLVM)
  endif()
endfunction()

# pmb_host_plugins(<program>)
#
# Lets a program load plugins: it has all of this library, also what it does not
# use itself, and shows it to them.
function(pmb_host_plugins program)
  get_target_property(pmb_library PassManagerBuilder::passmanager ALIASED_TARGET)
  if(NOT pmb_library)
    set(pmb_library PassManagerBuilder::passmanager)
  endif()
  get_target_property(pmb_type ${pmb_library} TYPE)
  set_target_properties(${program} PROPERTIES ENABLE_EXPORTS ON)
  target_link_libraries(${program} PRIVATE PassManagerBuilder::passmanager)
  if(NOT pmb_type STREQUAL "STATIC_LIBRARY")
    return()
  endif()
  foreach(floor builder bundles passmanager)
    set(archive "$<TARGET_FILE:PassManagerBuilder::${floor}>")
    if(APPLE)
      target_link_options(${program} PRIVATE "-Wl,-force_load,${archive}")
    else()
      target_link_options(${program} PRIVATE
        "LINKER:--whole-archive,${archive},--no-whole-archive")
    endif()
  endforeach()
endfunction()

# The files of a plugin as objects for programs. Their entry points, which are C functions,
# get names of their own: a program may have several plugins.
function(pmb_add_plugin_objects plugin objects)
  get_target_property(folder ${plugin} SOURCE_DIR)
  get_target_property(files ${plugin} SOURCES)
  set(sources)
  foreach(file IN LISTS files)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}")
    list(APPEND sources "${file}")
  endforeach()
  add_library(${objects} OBJECT ${sources})
  target_compile_features(${objects} PRIVATE cxx_std_17)
  set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  # What the plugin was given after pmb_add_plugin counts, too.
  target_include_directories(${objects} PRIVATE
                             "$<TARGET_PROPERTY:${plugin},INCLUDE_DIRECTORIES>")
  target_compile_definitions(${objects} PRIVATE
                             "$<TARGET_PROPERTY:${plugin},COMPILE_DEFINITIONS>")
  target_compile_options(${objects} PRIVATE "$<TARGET_PROPERTY:${plugin},COMPILE_OPTIONS>")
  get_target_property(dependencies ${plugin} MANUALLY_ADDED_DEPENDENCIES)
  if(dependencies)
    add_dependencies(${objects} ${dependencies})
  endif()
  string(MAKE_C_IDENTIFIER "${plugin}" id)
  foreach(entry pmbGetPipelinePluginInfo mlirGetPassPluginInfo mlirGetDialectPluginInfo)
    target_compile_definitions(${objects} PRIVATE "${entry}=${entry}_${id}")
  endforeach()
  get_target_property(libraries ${plugin} PMB_PLUGIN_LINK)
  target_link_libraries(${objects} PUBLIC PassManagerBuilder::passmanager ${libraries})
endfunction()

# pmb_link_plugins(<target> PLUGINS <plugin>...)
#
# Puts plugins that pmb_add_plugin has made into a program or a library, which need not be
# able to load any. Which ones is up to whoever configures the project:
#
#   set(ACME_PLUGINS "" CACHE STRING "Plugins to be linked into acme-opt")
#   pmb_link_plugins(acme-opt PLUGINS ${ACME_PLUGINS})
#
# The target gets the header LinkedPlugins.h, with the function that makes them known:
#
#   if (llvm::Error error = pmb::loadLinkedPlugins()) ...
#
# From then on they are plugins as any others (Plugin::getLoaded). To be called once for a
# target; without plugins the function does nothing.
function(pmb_link_plugins target)
  cmake_parse_arguments(ARG "" "" "PLUGINS" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "pmb_link_plugins(${target}): unknown arguments: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "pmb_link_plugins(${target}): there is no such target")
  endif()
  set(declarations)
  set(entries)
  list(REMOVE_DUPLICATES ARG_PLUGINS)
  foreach(plugin IN LISTS ARG_PLUGINS)
    set(is_plugin FALSE)
    if(TARGET ${plugin})
      get_target_property(is_plugin ${plugin} PMB_PLUGIN)
    endif()
    if(NOT is_plugin)
      get_property(known GLOBAL PROPERTY PMB_PLUGINS)
      list(JOIN known ", " known)
      message(FATAL_ERROR "pmb_link_plugins(${target}): '${plugin}' is no plugin that "
                          "pmb_add_plugin has made; there are: ${known}")
    endif()
    if(NOT TARGET ${plugin}-objects)
      pmb_add_plugin_objects(${plugin} ${plugin}-objects)
    endif()
    target_link_libraries(${target} PRIVATE ${plugin}-objects)
    string(MAKE_C_IDENTIFIER "${plugin}" id)
    string(APPEND declarations
           "const pmbPipelinePluginInfo *pmbGetPipelinePluginInfo_${id}();\n"
           "mlir::PassPluginLibraryInfo LLVM_ATTRIBUTE_WEAK mlirGetPassPluginInfo_${id}();\n"
           "mlir::DialectPluginLibraryInfo LLVM_ATTRIBUTE_WEAK mlirGetDialectPluginInfo_${id}();\n")
    string(APPEND entries
           "      {pmbGetPipelinePluginInfo_${id}, mlirGetPassPluginInfo_${id},\n"
           "       mlirGetDialectPluginInfo_${id}},\n")
  endforeach()
  if(entries)
    string(CONCAT body
           "  const PluginEntryPoints plugins[] = {\n${entries}  };\n"
           "  return Plugin::loadCompiledIn(plugins);\n")
  else()
    set(body "  return llvm::Error::success();\n")
  endif()
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}-plugins")
  file(CONFIGURE OUTPUT "${folder}/LinkedPlugins.h" @ONLY CONTENT
"// Made by pmb_link_plugins(@target@). Do not edit.

#ifndef PMB_LINKEDPLUGINS_H
#define PMB_LINKEDPLUGINS_H

#include \"mlir/Tools/Plugins/DialectPlugin.h\"
#include \"mlir/Tools/Plugins/PassPlugin.h\"
#include \"passmanager/plugins/Plugin.h\"
#include \"passmanager/plugins/PluginInfo.h\"

extern \"C\" {
@declarations@}

namespace pmb {

/// Makes the plugins known that were linked into @target@. Fails as
/// Plugin::loadCompiledIn.
[[maybe_unused]] static llvm::Error loadLinkedPlugins() {
@body@}

} // namespace pmb

#endif // PMB_LINKEDPLUGINS_H
")
  target_include_directories(${target} PRIVATE "${folder}")
  target_link_libraries(${target} PRIVATE PassManagerBuilder::passmanager)
endfunction()
