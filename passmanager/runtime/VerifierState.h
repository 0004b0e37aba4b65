//===- VerifierState.h - What a verifier and its pass managers share ------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_VERIFIERSTATE_H
#define PMB_PASSMANAGER_RUNTIME_VERIFIERSTATE_H

#include "passmanager/runtime/ContractVerifier.h"
#include "passmanager/runtime/SuggestedContracts.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <mutex>

namespace pmb {

struct ContractVerifier::State {
  explicit State(Mode mode) : mode(mode) {}

  const Mode mode;
  llvm::StringMap<PropertyVerifier> properties;
  /// Those of them that come from the registry.
  llvm::StringSet<> registered;
  std::vector<std::pair<std::string, MarkReader>> marks;
  /// Whether one was attached: what is added later would be held by some only.
  bool wasAttached = false;
  /// Null unless `suggestTo` was called.
  SuggestedContracts *suggested = nullptr;

  /// Gets at once what is found and seen; null unless `keepJournal` was called.
  llvm::raw_ostream *journal = nullptr;

  /// Remembers a finding. Returns whether it is the first of its kind.
  bool add(const Diagnostic &diagnostic, mlir::Location location);

  mutable std::mutex mutex;
  std::vector<Finding> findings;
  /// Where they stand, by their text.
  llvm::StringMap<size_t> known;
};

/// Makes what holds contracts against the IR that `pm` runs on. `pm` must
/// outlive it.
std::unique_ptr<mlir::PassInstrumentation>
makeVerification(std::shared_ptr<ContractVerifier::State> state,
                 std::shared_ptr<PassOwners> owners, mlir::PassManager &pm);

/// What is said of a verifier that fails itself.
Diagnostic makeFailedVerifier(llvm::StringRef what, llvm::StringRef name,
                              llvm::StringRef why);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_VERIFIERSTATE_H
