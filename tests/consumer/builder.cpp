//===- builder.cpp - A consumer of the two floors that need no MLIR -------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/Pipeline.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  pmb::Catalog catalog;
  for (const char *name : {"bufferize", "lower", "cleanup"})
    if (llvm::Error error = catalog.addPass(pmb::PassDescriptor(name))) {
      llvm::errs() << llvm::toString(std::move(error)) << "\n";
      return 1;
    }

  pmb::Pipeline pipeline("builtin.module", catalog);
  pipeline.append(pmb::PassSpec("bufferize"));
  pipeline.append(pmb::PassSpec("lower"));
  if (llvm::Error error =
          pipeline.insert(pmb::PassSpec("cleanup"),
                          pmb::Position::before(pmb::pass("lower")))) {
    llvm::errs() << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  for (const pmb::Diagnostic &finding : pipeline.check()) {
    finding.print(llvm::errs());
    return 1;
  }

  llvm::outs() << pipeline.str() << "\n";
  return pipeline.str() == "builtin.module(bufferize,cleanup,lower)" ? 0 : 1;
}
