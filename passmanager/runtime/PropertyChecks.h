//===- PropertyChecks.h - Claims about properties held against IR ---------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a property holds only the function knows that was added for it. What
// contracts claim of properties that have one:
//
//   requires     before the pass, it holds
//   rejects      before the pass, it does not
//   provides     after the pass, it holds
//   preserves    after the pass, it holds if it did before
//   (nothing)    the same, if the property is a lasting one
//
// Of the last two that is asked once a pass that provides it has run: before,
// the check does not count on it either. Where the verifier runs where it is
// required (VerifierAt.h), it is not asked of these: what requires the property
// names the passes that have run since. What invalidates a property claims
// nothing: it may hold all the same. Where contracts are suggested, it is
// recorded whether it does.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_PROPERTYCHECKS_H
#define PMB_PASSMANAGER_RUNTIME_PROPERTYCHECKS_H

#include "passmanager/runtime/OperationMap.h"
#include "passmanager/runtime/PassClaims.h"
#include "passmanager/runtime/VerifierState.h"

namespace pmb {

class PropertyChecks {
public:
  /// The properties that a pass that runs must not end, and what has provided
  /// them; also those that it says that it invalidates, with null.
  using Held =
      llvm::SmallVector<std::pair<llvm::StringRef, const PassClaims *>, 1>;
  /// What contradicts a property, null if nothing does. Not set if there is no
  /// function for it, or it has failed.
  using Witness = std::optional<mlir::Operation *>;

  /// Called with each claim that is false.
  using ReportFn = llvm::function_ref<void(ClaimFinding finding)>;

  /// Functions that fail are added to `failures`.
  PropertyChecks(ContractVerifier::State &state,
                 std::vector<Diagnostic> &failures)
      : state(state), failures(failures) {}

  /// False if nothing here needs to be called.
  bool areAny() const { return !state.properties.empty(); }
  /// Forgets all. `isSparing`: what a pass keeps is not asked after it, but
  /// before a pass that requires it.
  void begin(bool isSparing) {
    provided.clear();
    this->isSparing = isSparing;
  }

  /// A pass, or a bundle, begins to run on `op`. Returns the properties that
  /// it claims to keep, and that hold.
  Held enter(const PassClaims &claims, mlir::Operation *op, ReportFn report);
  /// It has run.
  void leave(const PassClaims &claims, const Held &held, mlir::Operation *op,
             ReportFn report);
  /// A pass runs a pipeline: what it has done up to now was not seen.
  void loseSight();
  /// The same as `leave` for a pass that claims nothing.
  void leaveUnknown(mlir::Operation *op);

  Witness findWitness(llvm::StringRef property, mlir::Operation *op);

  /// The properties that held before what has run last, and that its contract
  /// invalidates: whether it has ended them. Empty unless contracts are
  /// suggested.
  llvm::ArrayRef<std::pair<llvm::StringRef, bool>> getInvalidated() const {
    return invalidated;
  }

private:
  struct Provider {
    const PassClaims *by = nullptr;
    /// Whether it is known to hold: no pass has run since it was seen.
    bool isSeen = false;
    /// What has run since, says that it keeps it, and was not asked.
    llvm::SmallVector<const PassClaims *, 0> since = {};
  };
  using Providers = OperationMap<Provider>;
  static bool lose(Provider &provider) {
    provider.isSeen = false;
    return true;
  }
  static Provider *findProvider(Providers &providers, mlir::Operation *op);
  ClaimFinding describeMissing(const PassClaims &claims,
                               const FalseClaim &claim, mlir::Operation *op);
  void watchInvalidated(const PassClaims &claims, mlir::Operation *op,
                        Held &held);
  void keepUnasked(Providers &providers, const PassClaims &claims,
                   mlir::Operation *op);

  ContractVerifier::State &state;
  std::vector<Diagnostic> &failures;
  bool isSparing = false;
  llvm::SmallVector<std::pair<llvm::StringRef, bool>, 0> invalidated;
  /// What has provided properties that hold, and on what.
  llvm::StringMap<Providers> provided;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_PROPERTYCHECKS_H
