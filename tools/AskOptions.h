//===- AskOptions.h - The options that ask about a pipeline ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_ASKOPTIONS_H
#define PMB_TOOLS_ASKOPTIONS_H

#include "bundles/report/Ask.h"
#include "tools/CommandLine.h"

namespace pmb {

/// `--explain`, `--why`, `--where` and `--places`, the same in both tools.
struct AskFlags {
  explicit AskFlags(llvm::cl::OptionCategory &category);

  /// What was asked. Fails for a question without a name.
  llvm::Error read(Questions &questions) const;

  llvm::cl::opt<Explanation, false, WordParser<Explanation>> explain;
  llvm::cl::list<std::string> why, where;
  llvm::cl::opt<bool> places;
};

/// True if something is asked beside `--explain`.
inline bool asksMore(const Questions &questions) {
  return !questions.why.empty() || !questions.where.empty() || questions.places;
}

} // namespace pmb

#endif // PMB_TOOLS_ASKOPTIONS_H
