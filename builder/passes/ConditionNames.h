//===- ConditionNames.h - Misspelled names in conditions ------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contracts file is for many pipelines, so its conditions may ask for what
// one of them does not declare: they do not hold there. But a name that this
// pipeline would know if a letter were different most likely is misspelled, and
// then the entry never counts, without a word.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_PASSES_CONDITIONNAMES_H
#define PMB_BUILDER_PASSES_CONDITIONNAMES_H

#include "builder/passes/OptionScope.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pmb {

class Catalog;

/// Calls `found` with a warning (`unknown-condition`) for each name in the
/// conditions of a pass's contract that `scope`, what the pipeline is built
/// for, or the pass would know but for a letter, and for each such value of an
/// option of the scope; each once. Variants that `catalog` declares are not
/// misspelled.
void checkConditionNames(const PassDescriptor &pass, const OptionScope &scope,
                         const Catalog &catalog,
                         llvm::function_ref<void(Diagnostic)> found);

} // namespace pmb

#endif // PMB_BUILDER_PASSES_CONDITIONNAMES_H
