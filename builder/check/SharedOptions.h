//===- SharedOptions.h - What a pass that is inserted has to agree on -----===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What makes types must agree: one `convert-*-to-llvm` with another
// `index-bitwidth` than the rest leaves casts, and one more
// `convert-func-to-llvm` with another calling convention than the first makes
// functions that cannot call each other.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_SHAREDOPTIONS_H
#define PMB_BUILDER_CHECK_SHAREDOPTIONS_H

#include "builder/list/PassList.h"
#include "llvm/ADT/StringMap.h"

namespace pmb {

class SharedOptions {
public:
  explicit SharedOptions(const PassList &pipeline);

  /// `options`, and those that one more `pass` gets: the options that the
  /// pipeline gives to each pass of this name, and else those to which it gives
  /// one value in all passes that have them.
  std::string addTo(llvm::StringRef options, const PassDescriptor &pass) const;

private:
  /// By the option, and by the pass and the option. None where the values
  /// differ, or are defaults.
  llvm::StringMap<std::string> values;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_SHAREDOPTIONS_H
