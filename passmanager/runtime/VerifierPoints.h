//===- VerifierPoints.h - After which passes the verifier runs ------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_VERIFIERPOINTS_H
#define PMB_PASSMANAGER_RUNTIME_VERIFIERPOINTS_H

#include "mlir/Pass/Pass.h"
#include "passmanager/runtime/PassOwners.h"
#include "passmanager/runtime/VerifierAt.h"

namespace pmb {

/// The passes after which something is verified.
class VerifierPoints {
public:
  explicit VerifierPoints(Verification verification)
      : verification(verification) {}

  /// Takes in passes of pipelines, those of one pipeline together.
  void add(llvm::ArrayRef<const PassOwner *> owners);

  enum class Place {
    /// Nothing is verified.
    None,
    /// What the pass ran on.
    AtPass,
    /// What the nest ran on in which the pass is the last: when the nest ends.
    AtNest,
  };
  Place lookup(const PassOwner &owner) const { return places.lookup(&owner); }

private:
  void addPipeline(llvm::ArrayRef<const PassOwner *> passes);

  Verification verification;
  llvm::DenseMap<const PassOwner *, Place> places;
};

/// Runs copies of the passes of `pm` on `root`, which an earlier run of them
/// has made of the same input, with the verifier after each. Returns whether
/// that has named a pass; nothing else is said. `owners` are those of the
/// passes.
bool nameUnverified(mlir::PassManager &pm, PassOwners &owners,
                    mlir::Operation *root);

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_VERIFIERPOINTS_H
