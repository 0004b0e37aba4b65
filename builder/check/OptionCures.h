//===- OptionCures.h - Options with which a pass does ---------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass lowers some items with certain options only, and adds others with
// certain options only. Here are the options to set.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_OPTIONCURES_H
#define PMB_BUILDER_CHECK_OPTIONCURES_H

#include "builder/list/NodeList.h"
#include <optional>
#include <string>
#include <vector>

namespace pmb {

/// The options that `pass` takes beside those that are `given` for `condition`
/// to hold, with spaces between them; empty if it holds already. std::nullopt
/// if one option alone does not decide, is given another value, or is only set
/// by tests.
std::optional<std::string> getNeededOptions(const PassDescriptor &pass,
                                            llvm::StringRef given,
                                            const Condition &condition);

/// `options` with another value of `option`, which comes last.
std::string replaceOption(llvm::StringRef options, llvm::StringRef option,
                          llvm::StringRef value);

/// The options that `node` has, changed so that no entry applies any more by
/// which it adds `item`, or leaves some of it. Each is one option more, or with
/// another value. Only options that are on or off.
std::vector<std::string> findBetterOptions(const Node &node,
                                           llvm::StringRef item);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_OPTIONCURES_H
