//===- Observer.h - What passes are seen to do --------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_OBSERVER_H
#define PMB_PASSMANAGER_RUNTIME_OBSERVER_H

#include "passmanager/runtime/PassClaims.h"
#include "passmanager/runtime/VerifierState.h"

namespace pmb {

/// An execution of a pass, as far as it has gone.
struct ObservedExecution {
  /// Null for a pass of which nothing is known.
  PassClaims *claims = nullptr;
  const ContentsScan &before;
  /// What the pass demands, and has not got.
  llvm::ArrayRef<const ContentsEntry *> unmet;
};

/// Adds what passes are seen to do to what a verifier suggests.
class Observer {
public:
  /// Both must outlive this.
  Observer(ContractVerifier::State &state, const SignatureTable &table)
      : state(state), table(table) {}

  /// False if nobody wants to know: then nothing here is to be called.
  bool isWanted() const { return state.suggested != nullptr; }

  /// A pass of that name has run on `op`.
  void observe(llvm::StringRef name, mlir::Operation *op,
               const ObservedExecution &execution, const ContentsScan &after);
  /// It has failed. Nothing is known then but that it could not take what it
  /// says that it cannot, unless it was this that has stopped it.
  void observeFailure(const ObservedExecution &execution);

private:
  SuggestedContracts::Counts count(const ContentsScan &scan) const;
  void publish(const SuggestedContracts &seen);

  ContractVerifier::State &state;
  const SignatureTable &table;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_OBSERVER_H
