# What pmb_add_plugin() says of the compiler, where the package was built with GNU.
include("${PMB_SOURCE}/passmanager/cmake/PMBPlugin.cmake")
set(PassManagerBuilder_COMPILER_ID GNU)
set(CMAKE_CXX_COMPILER_ID GNU)
pmb_check_plugin_compiler(same)
set(CMAKE_CXX_COMPILER_ID Clang)
pmb_check_plugin_compiler(other)
