//===- PassProvider.cpp - Where a pipeline gets its passes from -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "builder/edit/PassProvider.h"

using namespace pmb;
using namespace llvm;

PassProvider::~PassProvider() = default;

Expected<PassInstance> PassProvider::instantiate(StringRef name,
                                                 StringRef options) {
  // Without a pass manager the catalog is all there is to check options with.
  if (const PassDescriptor *descriptor = catalog.lookupPass(name))
    if (Error error = verifyOptions(*descriptor, options,
                                    catalog.getHistories().lookup(name)))
      return error;
  return PassInstance();
}

static Error makeNoPassManager(StringRef name) {
  return Diagnostic(
      DiagnosticCode::BadOptions,
      "the options of '{0}' cannot be set: the pipeline has no pass manager",
      name);
}

Error PassProvider::applyOptions(PassInstance &, StringRef name, StringRef) {
  return makeNoPassManager(name);
}

Expected<PassInstance>
PassProvider::copyWithOptions(const PassInstance &, StringRef name, StringRef) {
  return makeNoPassManager(name);
}
