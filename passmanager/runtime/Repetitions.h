//===- Repetitions.h - Second runs that may change nothing ----------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder leaves a pass out if contracts say that it would change nothing
// (builder/cleanup/Idempotence.h). What it would leave out, and runs
// nonetheless, shows whether that is true: `idempotent` of the pass, and
// `preserves` of those that ran since.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_REPETITIONS_H
#define PMB_PASSMANAGER_RUNTIME_REPETITIONS_H

#include "builder/cleanup/Idempotence.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "passmanager/runtime/OperationMap.h"
#include "passmanager/runtime/PassClaims.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace pmb {

/// A hash for each operation in a piece of IR, in the order of the text.
/// Unlike MLIR's `OperationFingerPrint` it does not depend on addresses: equal
/// text has equal hashes, also if a pass has made the IR anew. Locations do not
/// count.
using IRFingerprint = std::vector<uint64_t>;

/// What idempotent passes have achieved in a run.
class Repetitions {
public:
  /// Finds out which passes of pipelines can be concerned: those that stand
  /// there again behind what may preserve what they achieve. `owners` come
  /// behind those that were added before.
  void add(llvm::ArrayRef<const PassOwner *> owners);
  /// A run begins: forgets what others have achieved.
  void begin() { facts.clear(); }
  /// False if nothing here needs to be called.
  bool areAny() const { return !repeated.empty(); }

  /// A pass begins to run on `op`. `claims` are null for one that says nothing
  /// of itself. Not for passes of a pipeline that a pass runs: what they do is
  /// part of what that pass does.
  void enter(const PassClaims *claims, mlir::Operation *op);
  /// It has run.
  std::optional<ClaimFinding> leave(const PassClaims *claims,
                                    mlir::Operation *op);
  /// The same for one that failed, or of which nothing is known.
  void forget(mlir::Operation *op);
  /// The last pass of a bundle with this contract has run on `op`.
  void leaveBundle(const Contract &applying, mlir::Operation *op);

private:
  /// What a pass has achieved on an operation.
  struct Achievement {
    const PassClaims *by;
    PropertyNames properties;
    IRFingerprint left;
    /// Those that ran since, and preserve it.
    std::vector<const PassOwner *> since;
  };
  struct Fact {
    /// Of the operation, to know it again.
    mlir::StringAttr symbol;
    std::vector<Achievement> achievements;
    /// While a pass runs that may change nothing.
    std::optional<IRFingerprint> before;
  };
  bool isRepeated(const PassClaims &claims) const;
  /// What an equal pass has achieved; null if none has.
  static Achievement *findEqual(const PassClaims &claims, Fact &fact);
  template <typename KeepsFn> void filter(mlir::Operation *op, KeepsFn keeps);

  /// Passes that may run again to no effect, and those that they repeat.
  llvm::DenseSet<const PassOwner *> repeated;
  /// What provides something that the passes added since may preserve.
  std::vector<std::pair<const PassOwner *, PropertyNames>> open;
  OperationMap<Fact> facts;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_REPETITIONS_H
