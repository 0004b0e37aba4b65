//===- OptionValues.h - The options of one pass, parsed once --------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_OPTIONVALUES_H
#define PMB_BUILDER_CHECK_OPTIONVALUES_H

#include "builder/list/NodeList.h"
#include "builder/passes/OptionScope.h"
#include "llvm/ADT/SmallVector.h"

namespace pmb {

/// What the options of one pass are, for conditions. Reads what was given with
/// the pass; asks the pass itself, which takes microseconds, only for what
/// neither that nor the catalog tells.
class OptionValues {
public:
  /// A bundle, which has no options.
  OptionValues() = default;
  /// REQUIRES: `descriptor` and `given` outlive this. `isPrinted`: an instance
  /// has printed `given`.
  OptionValues(const PassDescriptor &descriptor, llvm::StringRef given,
               bool isPrinted = false);
  explicit OptionValues(const Node &node);

  /// Whether `condition` holds where a pipeline is built for `around`. Null if
  /// that is not known: then nothing holds that asks for it.
  bool holds(const Condition &condition, const OptionScope *around);

  /// Whether a term does. REQUIRES: it is about an option of the pass.
  bool holds(const ConditionTerm &term);

  /// As `isOwnOption`. If the options of the pass are not all described, and
  /// there is an instance, those that the instance has are its own, too.
  bool isOwn(const ConditionTerm &term, const OptionScope *around);

private:
  /// std::nullopt if the option is not given and has no default.
  std::optional<llvm::StringRef> getValue(llvm::StringRef name,
                                          const OptionDescriptor *option);
  using Parsed = std::vector<std::pair<llvm::StringRef, llvm::StringRef>>;
  void print();

  const PassDescriptor *descriptor = nullptr;
  const PassInstance *instance = nullptr;
  bool hasInstance = false;
  std::string printed;
  Parsed given, ofInstance;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_OPTIONVALUES_H
