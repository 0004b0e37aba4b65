//===- LooseCondition.h - Conditions that are being written ---------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_TOOLS_LANGUAGE_LOOSECONDITION_H
#define PMB_TOOLS_LANGUAGE_LOOSECONDITION_H

#include "bundles/json/TextEdits.h"

namespace pmb::language {

/// What is at a byte of a condition (builder/passes/Condition.h).
struct ConditionSpot {
  /// The name or the value; empty, and at the byte, if there is none.
  TextRange word;
  /// The option that a value there is compared with; empty for a name.
  llvm::StringRef comparedWith;
};

ConditionSpot findInCondition(llvm::StringRef text, size_t offset);

} // namespace pmb::language

#endif // PMB_TOOLS_LANGUAGE_LOOSECONDITION_H
