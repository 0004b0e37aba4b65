//===- AdoptSupport.h - What the tests of adopted pipelines share ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TESTS_PASSMANAGER_ADOPTSUPPORT_H
#define PMB_TESTS_PASSMANAGER_ADOPTSUPPORT_H

#include "Support.h"

namespace pmb::test {

inline std::string print(const mlir::OpPassManager &manager) {
  std::string text;
  llvm::raw_string_ostream os(text);
  manager.printAsTextualPipeline(os);
  return text;
}

inline std::vector<DiagnosticCode> getCodes(llvm::Error error) {
  std::vector<DiagnosticCode> codes;
  for (const Diagnostic &diagnostic : takeDiagnostics(std::move(error)))
    codes.push_back(diagnostic.code);
  return codes;
}

} // namespace pmb::test

#endif // PMB_TESTS_PASSMANAGER_ADOPTSUPPORT_H
