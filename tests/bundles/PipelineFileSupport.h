//===- PipelineFileSupport.h - What tests of pipeline files share ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_PIPELINEFILESUPPORT_H
#define PMB_TESTS_BUNDLES_PIPELINEFILESUPPORT_H

#include "../Require.h"
#include "../builder/Support.h"
#include "bundles/pipelines/PipelineFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace pmb::test {

/// The catalog of the builder's tests, with the property `clean-ir`.
inline const Catalog &withProperties() {
  static const Catalog catalog = [] {
    Catalog copy = getTestCatalog().clone();
    test::require(copy.addProperty({"clean-ir", "", false}));
    return copy;
  }();
  return catalog;
}

/// Reads a text called `p.json` into `pipeline`. Returns what is wrong.
inline std::string append(llvm::StringRef json, Pipeline &pipeline) {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  return text(file ? file->appendTo(pipeline) : file.takeError());
}

/// The pipeline that a text describes, or what is wrong with it.
inline std::string readText(llvm::StringRef json) {
  auto file = PipelineFile::parse(SourceText::copy(json, "p.json"));
  if (!file)
    return text(file.takeError());
  Pipeline pipeline(file->getAnchor(), withProperties());
  std::string errors = text(file->appendTo(pipeline));
  return errors.empty() ? pipeline.str() : errors;
}

/// A folder that is gone at the end of the test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("pmb-test", path));
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(path); }

  std::string getPath(llvm::StringRef name) const {
    llvm::SmallString<128> file = path;
    llvm::sys::path::append(file, name);
    return file.str().str();
  }
  void write(llvm::StringRef name, llvm::StringRef text) const {
    std::string file = getPath(name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file)));
    std::error_code error;
    llvm::raw_fd_ostream os(file, error);
    EXPECT_FALSE(error) << file;
    os << text;
  }
  /// Reads a file of the folder into `pipeline`. Returns what is wrong, without
  /// the folder's name.
  std::string append(llvm::StringRef name, Pipeline &pipeline) const {
    auto file = PipelineFile::read(getPath(name));
    std::string errors =
        text(file ? file->appendTo(pipeline) : file.takeError());
    std::string prefix = getPath("");
    for (size_t at; (at = errors.find(prefix)) != std::string::npos;)
      errors.erase(at, prefix.size());
    return errors;
  }

private:
  llvm::SmallString<128> path;
};

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_PIPELINEFILESUPPORT_H
