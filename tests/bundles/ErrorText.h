//===- ErrorText.h - Errors of files, in short ----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_BUNDLES_ERRORTEXT_H
#define PMB_TESTS_BUNDLES_ERRORTEXT_H

#include "builder/diagnostics/Diagnostic.h"

namespace pmb::test {

/// What is wrong with a text, as `line:column name message (help); ...`.
inline std::string errors(llvm::Error error) {
  std::string result;
  for (const Diagnostic &d : takeDiagnostics(std::move(error))) {
    if (!result.empty())
      result += "; ";
    if (d.node)
      result += std::to_string(d.node->origin.line) + ":" +
                std::to_string(d.node->origin.column) + " ";
    result += d.getInfo().name.str() + " " + d.message;
    if (!d.notes.empty() && d.notes.back().kind == Note::Kind::Help)
      result += " (" + d.notes.back().message + ")";
  }
  return result;
}

} // namespace pmb::test

#endif // PMB_TESTS_BUNDLES_ERRORTEXT_H
