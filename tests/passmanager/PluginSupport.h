//===- PluginSupport.h - What the tests of plugins share ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_PLUGINSUPPORT_H
#define PMB_TESTS_PASSMANAGER_PLUGINSUPPORT_H

#include "passmanager/PassManagerBuilder.h"
#include "passmanager/plugins/Plugin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

namespace pmb::test {

/// The path of a library of tests/plugins.
inline std::string getPluginPath(llvm::StringRef name) {
  return (llvm::Twine(PMB_TEST_PLUGINS "/") + name + ".so").str();
}

/// The plugin, or null after having reported why there is none.
inline const Plugin *loadPath(llvm::StringRef path) {
  llvm::Expected<const Plugin *> plugin = Plugin::load(path);
  if (plugin)
    return *plugin;
  ADD_FAILURE() << llvm::toString(plugin.takeError());
  return nullptr;
}
inline const Plugin *load(llvm::StringRef name) {
  return loadPath(getPluginPath(name));
}

/// All that an error says; empty for success.
inline std::string say(llvm::Error error) {
  std::string text;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    text += diagnostic.str();
  return text;
}
template <typename T> std::string say(llvm::Expected<T> value) {
  return say(value.takeError());
}

/// `text` with `name` for each `path`, so that a message can be compared.
inline std::string shorten(std::string text, llvm::StringRef path,
                           llvm::StringRef name) {
  for (size_t at = 0; (at = text.find(path.str(), at)) != std::string::npos;
       at += name.size())
    text.replace(at, path.size(), name.str());
  return text;
}

/// Why the file cannot be loaded, with `name` for its path.
inline std::string sayWhyNot(llvm::StringRef path, llvm::StringRef name) {
  llvm::Expected<const Plugin *> plugin = Plugin::load(path);
  if (plugin)
    return "it was loaded";
  return shorten(say(plugin.takeError()), path, name);
}

/// All of a pipeline that can be seen.
inline std::string list(const Pipeline &pipeline) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << pipeline.str() << '\n';
  pipeline.print(os, PrintStyle::Listing);
  return text;
}

/// A folder for files, removed with its contents in the end.
class Folder {
public:
  Folder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-plugin", path));
  }
  ~Folder() { llvm::sys::fs::remove_directories(path); }
  /// Writes a file and returns its path.
  std::string write(llvm::StringRef name, llvm::StringRef text) const {
    llvm::SmallString<128> file = path;
    llvm::sys::path::append(file, name);
    std::error_code error;
    llvm::raw_fd_ostream(file, error) << text;
    EXPECT_FALSE(error) << error.message();
    return file.str().str();
  }

private:
  llvm::SmallString<128> path;
};

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_PLUGINSUPPORT_H
