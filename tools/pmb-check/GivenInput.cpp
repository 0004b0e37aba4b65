//===- GivenInput.cpp - Inputs as the command line names them -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/GivenInput.h"
#include "tools/pmb-check/Paths.h"
#include "tools/pmb-check/Revision.h"
#include "llvm/Support/FileSystem.h"

using namespace pmb;
using namespace llvm;

/// A name that stands for itself, whatever is in it.
static bool isFile(StringRef name) {
  // No system has longer ones, and lists of plugins are much longer.
  constexpr size_t maxPath = 1 << 15;
  return name == "-" || (name.size() <= maxPath && sys::fs::exists(name));
}

GivenInput::GivenInput(StringRef text) : name(text) {
  while (!isFile(name)) {
    if (name.ends_with("]") && name.contains('[')) {
      std::tie(name, variant) = name.drop_back().rsplit('[');
      continue;
    }
    auto [rest, plugin] = name.rsplit('+');
    if (rest.empty() || !plugin.ends_with(".json"))
      break;
    plugins.push_back(plugin);
    name = rest;
  }
  std::reverse(plugins.begin(), plugins.end());
}

bool GivenInput::isText(const Catalog &catalog) const {
  if (isFile(name) || name.ends_with(".json") || name.ends_with(".pipeline"))
    return false;
  // What is before the ':' of a revision is none of these.
  StringRef text = name.ltrim();
  StringRef first = text.take_front(text.find_first_of("(<{:, \t\r\n"));
  StringRef next = text.substr(first.size(), 1);
  return next == "(" || next == "<" || catalog.lookupPass(first) ||
         (!catalog.getRules().textNamesRoot &&
          name.find_first_of("./:") == StringRef::npos);
}

Expected<std::vector<PipelineFile>>
GivenInput::readPlugins(std::vector<std::string> &files) const {
  std::vector<PipelineFile> read;
  for (StringRef plugin : plugins) {
    Expected<PipelineFile> file = PipelineFile::parse(readInput(plugin));
    if (!file)
      return file.takeError();
    files.push_back(plugin.str());
    append_range(files, file->getIncludedFiles());
    read.push_back(std::move(*file));
  }
  return read;
}

Expected<SourceText> pmb::readInput(StringRef name) {
  return !isFile(name) && name.contains(':')
             ? readRevision(name)
             : SourceText::read(makeRelative(name));
}
