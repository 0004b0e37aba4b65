//===- Usage.cpp - What is said of options that cannot be meant ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tools/pmb-opt/Usage.h"
#include "builder/diagnostics/Diagnostic.h"
#include "builder/diagnostics/SourceText.h"
#include "tools/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace pmb;
using namespace llvm;

Error pmb::makeUsageError(const Twine &message, const Twine &help) {
  return makeError(
      Diagnostic(DiagnosticCode::Syntax, message.str()).help(help.str()));
}

Error pmb::makeValueError(StringRef text, const Twine &expected) {
  return makeUsageError("'" + text + "' is not what this option takes",
                        "write " + expected);
}

Error pmb::verifyIsNotInput(StringRef option, StringRef what, StringRef output,
                            StringRef input) {
  if (!isSameFile(output, input))
    return Error::success();
  return makeError(
      Diagnostic(DiagnosticCode::BadValue,
                 (option + " writes " + what + " to the output, and " +
                  quotePath(output) + " is the input")
                     .str())
          .help("name another file with -o"));
}

Error pmb::verifyWritable(StringRef option, StringRef file) {
  std::string what = (option + " cannot write '" + file + "'").str();
  StringRef folder = sys::path::parent_path(file);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    return makeUsageError(what + ": there is no folder '" + folder + "'",
                          "make the folder first");
  if (sys::fs::is_directory(file))
    return makeUsageError(what + ": it is a folder", "name a file in it");
  // A file that is there needs nothing of its folder.
  StringRef written = sys::fs::exists(file) ? file
                      : folder.empty()      ? StringRef(".")
                                            : folder;
  if (std::error_code error =
          sys::fs::access(written, sys::fs::AccessMode::Write))
    return makeUsageError(what + ": " + error.message(), "name another file");
  return Error::success();
}
