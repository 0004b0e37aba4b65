//===- InputSort.cpp - What an input is taken for -------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-check/InputSort.h"
#include "builder/diagnostics/Escaping.h"
#include "bundles/pipelines/PipelineFinder.h"
#include "bundles/pipelines/ToolOptions.h"
#include "bundles/pipelines/WrittenPipeline.h"
#include "llvm/ADT/StringExtras.h"

using namespace pmb;
using namespace llvm;

std::optional<Diagnostic> pmb::findOtherSort(StringRef name, StringRef text) {
  auto refuse = [](StringRef what, StringRef help) {
    return Diagnostic(DiagnosticCode::Syntax,
                      (what + ", and a pipeline is expected").str())
        .help(help.str());
  };
  if (text.starts_with("\177ELF"))
    return refuse("this is a program or a library",
                  "pmb-opt --load-pipeline-plugin=<file> loads a plugin, and "
                  "--print-contracts writes what it says of its passes");
  bool isTest = text.contains("RUN: ") && !name.ends_with(".json") &&
                !name.ends_with(".pipeline") &&
                !hasPipelinesInside(name, text) &&
                !skipJsonComments(text).starts_with("{");
  if (isTest)
    return refuse("this is a test with lines of 'RUN:'",
                  "such lines are looked for in files that are called *.mlir "
                  "or *.test");
  return std::nullopt;
}

std::optional<Diagnostic> pmb::findUnsearched(const SourceText &source) {
  if (source.getName().ends_with(".pipeline"))
    return std::nullopt;
  StringRef text = source.getText(), rest = text;
  while (true) {
    auto [word, behind] = getToken(rest);
    if (word.empty())
      return std::nullopt;
    // A command has words behind the tool.
    if (isOptTool(word) && !behind.trim().empty())
      return source
          .diagnose(DiagnosticCode::Syntax,
                    source.getPlace(word.data() - text.data()),
                    "this is no pipeline, and " + quote(word) +
                        " is not looked for in files of this kind")
          .help(("it is in " + describeSearchedFiles()).str())
          .help("to have it read as a script, give it such a first line: (echo "
                "'#!/bin/sh'; cat <file>) | pmb-check -");
    rest = behind;
  }
}
