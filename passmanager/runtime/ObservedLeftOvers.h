//===- ObservedLeftOvers.h - What is left at the end ----------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_OBSERVEDLEFTOVERS_H
#define PMB_PASSMANAGER_RUNTIME_OBSERVEDLEFTOVERS_H

#include "passmanager/runtime/PassClaims.h"
#include "llvm/ADT/DenseSet.h"
#include <functional>

namespace pmb {

/// What may not remain, and which pass should have lowered it.
class ObservedLeftOvers {
public:
  /// The claims of a pass that ran; null for one that did not.
  using FindClaimsFn = std::function<PassClaims *(const PassOwner &owner)>;

  /// All must outlive this.
  ObservedLeftOvers(SignatureTable &table, const PassOwners &owners,
                    FindClaimsFn findClaims)
      : table(table), owners(owners), findClaims(std::move(findClaims)) {}

  /// A run begins: forgets the passes of others.
  void begin();
  /// A pass of the pipeline begins to run.
  void enter(const PassOwner &owner);
  /// It has run.
  void leave(const PassOwner &owner, const ContentsScan &before,
             const ContentsScan &after);

  /// The pipeline that runs; null as long as none of its passes is known.
  const PipelineFacts *getPipeline() const { return pipeline; }
  /// What is left in `root` in the end that the pipeline says may not remain.
  std::optional<ClaimFinding> find(const ContentsScan &scan,
                                   mlir::Operation *root);

private:
  const PassOwner *findLowering(unsigned signature) const;
  const ContentsScan::Entry *findEntry(llvm::StringRef item,
                                       const ContentsScan &scan) const;
  void sort(std::vector<FalseClaim> &left, const ContentsScan &scan) const;
  void explain(Diagnostic &diagnostic, const ContentsScan::Entry &left) const;

  SignatureTable &table;
  const PassOwners &owners;
  const FindClaimsFn findClaims;
  const PipelineFacts *pipeline = nullptr;
  /// The passes that ran, and the one with which an operation appeared last.
  llvm::DenseSet<const PassOwner *> ran;
  llvm::DenseMap<mlir::OperationName, const PassOwner *> appeared;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_OBSERVEDLEFTOVERS_H
