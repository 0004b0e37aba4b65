//===- ToolOptions.cpp - Tools like mlir-opt, and their options -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bundles/pipelines/ToolOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

/// Options of the tools of MLIR that are no passes. Those that begin with a
/// word that ends in '-' begin like that; a pass of that name that the catalog
/// knows is one.
static constexpr StringLiteral toolOptions[] = {
    "allow-unregistered-dialect",
    "color",
    "debug",
    "debug-only",
    "disable-i2p-p2i-opt",
    "dump-pass-pipeline",
    "elide-",
    "emit-bytecode",
    "emit-bytecode-version",
    "help",
    "help-hidden",
    "help-list",
    "irdl-file",
    "list-passes",
    "load-dialect-plugin",
    "load-pass-plugin",
    "log-actions-to",
    "log-mlir-actions-filter",
    "mlir-",
    "no-implicit-module",
    "o",
    "output-split-marker",
    "print-pipeline-passes",
    "profile-actions-to",
    "remark-format",
    "remark-policy",
    "remarks-",
    "run-reproducer",
    "show-dialects",
    "split-input-file",
    "stats",
    "time-passes",
    "verify-diagnostics",
    "verify-each",
    "verify-roundtrip",
    "version",
};
/// Of these, what may take its value from the next word.
static constexpr StringLiteral optionsWithWord[] = {
    "debug-only",       "irdl-file",      "load-dialect-plugin",
    "load-pass-plugin", "log-actions-to", "o",
    "pass-pipeline",    "remark-format",  "remarks-output-file",
};

bool pmb::isToolOption(StringRef name) {
  return any_of(toolOptions, [&](StringRef known) {
    return known.ends_with("-") ? name.starts_with(known) : name == known;
  });
}

bool pmb::isOptTool(StringRef word) {
  std::string name = sys::path::filename(word.trim("%${}()@")).lower();
  std::replace(name.begin(), name.end(), '_', '-');
  StringRef tool = name;
  tool.consume_back(".exe");
  tool = tool.rtrim("0123456789.").rtrim('-');
  return tool.ends_with("-opt");
}

bool pmb::mayTakeWord(StringRef name) {
  return is_contained(optionsWithWord, name);
}

bool pmb::mayHoldOptions(StringRef variable) {
  std::string name = variable.lower();
  return any_of(std::initializer_list<StringRef>{"flag", "opt", "arg", "pass",
                                                 "pipeline"},
                [&](StringRef part) { return StringRef(name).contains(part); });
}
