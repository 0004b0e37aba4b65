# Sets PMB_HAVE_LIBFUZZER, and then instruments all that comes after it.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_FLAGS "-fsanitize=fuzzer")
set(CMAKE_REQUIRED_LINK_OPTIONS "-fsanitize=fuzzer")
check_cxx_source_compiles(
  "extern \"C\" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) {
     return 0;
   }"
  PMB_HAVE_LIBFUZZER)
unset(CMAKE_REQUIRED_FLAGS)
unset(CMAKE_REQUIRED_LINK_OPTIONS)
if(PMB_HAVE_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined
                      -fno-sanitize=vptr -fno-sanitize-recover=undefined
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
else()
  message(STATUS "Fuzzers: this compiler has no libFuzzer; tests/fuzz only runs "
                 "its corpus (on Debian: clang, libclang-rt-14-dev)")
endif()
