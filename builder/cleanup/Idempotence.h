//===- Idempotence.h - When a second run of a pass changes nothing --------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One rule, for cleanups that leave such a run out and for the verification of
// contracts against IR: an equal pass ran before, it is idempotent and provides
// what it provides with its options, too, and whatever ran since preserves all
// of that. Only claims without `exceptions` count: a pass that may stop early
// provides what it provides well enough for passes that require it, and may
// find more to do when it runs again.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_IDEMPOTENCE_H
#define PMB_BUILDER_CHECK_IDEMPOTENCE_H

#include "builder/passes/Contract.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace pmb {

using PropertyNames = llvm::SmallVector<llvm::StringRef, 1>;
using AppliesFn = llvm::function_ref<bool(const PropertyEntry &)>;

/// True if a second run of a pass with this contract may change nothing.
bool mayRepeat(const Contract &contract);

/// The properties that a pass provides, whatever its options are. Refers to
/// `contract`.
PropertyNames getProvided(const Contract &contract);

/// True if a pass with its options provides each of these, without exceptions.
bool providesAll(const Contract &contract,
                 llvm::ArrayRef<llvm::StringRef> properties, AppliesFn applies);

/// True if a pass with this contract keeps, without exceptions, what a pass
/// that provides `properties` has achieved. Only what says so does, also if the
/// property is a lasting one: without a claim that it ends, the pass that
/// provides it may still find something to do.
bool keepsAll(const Contract &contract,
              llvm::ArrayRef<llvm::StringRef> properties, AppliesFn applies);

} // namespace pmb

#endif // PMB_BUILDER_CHECK_IDEMPOTENCE_H
