//===- WrittenFiles.cpp - What may be written where -----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/WrittenFiles.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/pipelines/PipelineFile.h"
#include "tools/CommandLine.h"
#include "tools/pmb-check/GivenInput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace pmb;
using namespace llvm;

namespace {
struct WrittenFile {
  StringRef option, name;
};
} // namespace

/// The files that options say to write. What is there and is no file, as a
/// device, may be written to by several.
static SmallVector<WrittenFile> getWrittenFiles(const CheckOptions &options) {
  SmallVector<WrittenFile> written = {{"--output", options.output},
                                      {"--depfile", options.depfile},
                                      {"--lock", options.lock}};
  erase_if(written, [](const WrittenFile &file) {
    return file.name.empty() || file.name == "-" ||
           (sys::fs::exists(file.name) && !sys::fs::is_regular_file(file.name));
  });
  return written;
}

static std::string print(const WrittenFile &file) {
  return (file.option + "=" + report::toUTF8(file.name)).str();
}

std::vector<std::string> pmb::findGivenFiles(const CheckOptions &options) {
  std::vector<std::string> files;
  bool writesMore = options.fix && !getWrittenFiles(options).empty();
  for (const std::string &given : options.inputs) {
    GivenInput input(given);
    files.push_back(input.name.str());
    for (StringRef plugin : input.plugins)
      files.push_back(plugin.str());
    if (!writesMore || input.name == "-")
      continue;
    // Its errors are reported when it is checked.
    if (auto file = expectedToOptional(PipelineFile::read(input.name)))
      append_range(files, file->getIncludedFiles());
  }
  return files;
}

bool pmb::verifyWrittenFiles(const CheckOptions &options,
                             ArrayRef<std::string> read) {
  SmallVector<WrittenFile> written = getWrittenFiles(options);
  for (auto [index, file] : enumerate(written)) {
    for (const WrittenFile &other : ArrayRef(written).drop_front(index + 1))
      if (isSameFile(file.name, other.name)) {
        WithColor::error(errs(), "pmb-check")
            << print(file) << " and " << print(other)
            << " would write the same file\n";
        return false;
      }
    if (StringRef overwritten = findOverwritten(file.name, read);
        !overwritten.empty()) {
      WithColor::error(errs(), "pmb-check")
          << print(file) << " would overwrite the input '"
          << report::toUTF8(overwritten) << "'\n";
      return false;
    }
  }
  return true;
}
