//===- Flag.h - An option of the command line -----------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_PMB_OPT_FLAG_H
#define PMB_TOOLS_PMB_OPT_FLAG_H

#include "tools/CommandLine.h"

namespace pmb {

namespace cl = llvm::cl;

/// An option as LLVM has it, with what all options of this tool have.
template <typename OptT> struct FlagOf : OptT {
  /// `modifiers` are LLVM's others.
  template <typename... Modifiers>
  FlagOf(cl::OptionCategory &category, llvm::StringRef name,
         llvm::StringRef description, const Modifiers &...modifiers)
      : OptT(name, cl::cat(category), cl::desc(description), modifiers...) {}
};

template <typename T> using Flag = FlagOf<cl::opt<T>>;
/// One that takes a word of an enum.
template <typename T>
using WordFlag = FlagOf<cl::opt<T, /*ExternalStorage=*/false, WordParser<T>>>;
using ListFlag = FlagOf<cl::list<std::string>>;

} // namespace pmb

#endif // PMB_TOOLS_PMB_OPT_FLAG_H
