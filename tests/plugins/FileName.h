//===- FileName.h - A plugin that knows what its file is called -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The name of the file says what a plugin does, so that many are compiled and
// linked once, and copied.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PLUGINS_FILENAME_H
#define PMB_TESTS_PLUGINS_FILENAME_H

#include "llvm/ADT/StringRef.h"
#include <dlfcn.h>
#include <string>

namespace {

/// The path of this library.
inline llvm::StringRef getPath() {
  static const std::string path = [] {
    // The program may have an entry point of its own, but not this.
    static const char here = 0;
    Dl_info info;
    dladdr(&here, &info);
    return std::string(info.dli_fname);
  }();
  return path;
}

/// The name of its file, without the extension.
inline const std::string &getName() {
  static const std::string name =
      getPath().rsplit('/').second.rsplit('.').first.str();
  return name;
}

} // namespace

#endif // PMB_TESTS_PLUGINS_FILENAME_H
