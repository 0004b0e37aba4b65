//===- Verification.h - Holds contracts against the IR of a run -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR calls the instrumentations of a pass manager one at a time, whatever
// threads its passes run on. So nothing here is locked, and a scan of a
// function keeps others waiting: it has to be short.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_RUNTIME_VERIFICATION_H
#define PMB_PASSMANAGER_RUNTIME_VERIFICATION_H

#include "mlir/Pass/PassManager.h"
#include "passmanager/runtime/BundleRuns.h"
#include "passmanager/runtime/Observer.h"
#include "passmanager/runtime/PropertyChecks.h"
#include "passmanager/runtime/Repetitions.h"
#include "passmanager/runtime/VerifierState.h"
#include <map>

namespace pmb {

class Verification : public mlir::PassInstrumentation {
public:
  Verification(std::shared_ptr<ContractVerifier::State> state,
               std::shared_ptr<PassOwners> owners, mlir::PassManager &pm);
  ~Verification() override {
    owners->setWatched(pm, PassOwners::Watcher::Verifier, false);
  }

  void runBeforePipeline(std::optional<mlir::OperationName> name,
                         const PipelineParentInfo &parent) override;
  void runBeforePass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;
  void runAfterPassFailed(mlir::Pass *pass, mlir::Operation *op) override;

private:
  using Scan = std::shared_ptr<const ContentsScan>;
  struct Running {
    /// Null for what is only observed.
    PassClaims *claims = nullptr;
    Scan before = nullptr;
    /// What the pass demands, and has not got.
    llvm::SmallVector<const ContentsEntry *, 2> unmet = {};
    PropertyChecks::Held held = {};
    /// What it does is part of what another pass does that runs.
    bool isDynamic = false;
  };

  PassClaims &getClaims(const PassOwner &owner, mlir::Pass &pass);
  PassClaims *getClaimsInside(const PassOwner &runner, mlir::Pass &pass,
                              mlir::Operation *op);
  Scan scan(mlir::Operation *op);
  void enter(const void *unit, Running execution, mlir::Pass *pass,
             mlir::Operation *op);
  void leave(const Running &execution, mlir::Pass *pass, mlir::Operation *op);
  void enterBundles(mlir::Pass *pass, mlir::Operation *op);
  void leaveBundles(mlir::Pass *pass, mlir::Operation *op);
  std::vector<const PassOwner *> findPasses(mlir::Pass &pass) const;
  void begin(mlir::Operation *root);
  void checkPropertiesAfter(const Running &execution, mlir::Pass *pass,
                            mlir::Operation *op);
  void checkEnd(mlir::Pass *pass, mlir::Operation *op);
  void noteAppearance(const Running &execution, const ContentsScan &after);
  const PassOwner *findLowering(unsigned signature);
  const ContentsScan::Entry *findEntry(llvm::StringRef item,
                                       const ContentsScan &scan) const;
  void sortLeft(std::vector<FalseClaim> &left, const ContentsScan &scan);
  void explainLeft(Diagnostic &diagnostic, llvm::StringRef item,
                   const ContentsScan &scan);
  void report(mlir::Pass *pass, mlir::Location location, Diagnostic diagnostic);
  void report(mlir::Pass *pass, std::vector<ClaimFinding> &findings) {
    for (ClaimFinding &finding : findings)
      report(pass, finding.location, std::move(finding.diagnostic));
  }
  void reportFailures(mlir::Pass *pass, mlir::Operation *op);

  std::shared_ptr<ContractVerifier::State> state;
  std::shared_ptr<PassOwners> owners;
  mlir::PassManager &pm;
  SignatureTable table;
  /// What a pass leaves is what the next one finds.
  OperationMap<Scan> scans;
  llvm::DenseMap<const PassOwner *, std::unique_ptr<PassClaims>> claimsOf;
  /// Of passes in pipelines that passes run, by who runs them, the name of the
  /// operation that they run on, and their text.
  struct Inside {
    PassOwner asOwner;
    std::unique_ptr<PassClaims> claims;
  };
  std::map<std::tuple<const PassOwner *, const void *, std::string>, Inside>
      claimsInside;
  /// By the pass, or the claims of the bundle. An instance runs on one
  /// operation at a time, but may run on another one in a pipeline that it runs
  /// itself.
  llvm::DenseMap<std::pair<const void *, mlir::Operation *>, Running> running;
  BundleRuns bundles;
  /// The passes that ran, and the one with which an operation appeared last.
  llvm::DenseSet<const PassOwner *> ran;
  llvm::DenseMap<mlir::OperationName, const PassOwner *> appeared;
  /// How many owners earlier runs have looked at.
  size_t knownOwners = 0;
  /// The pipeline that `pm` runs, once one of its passes is known.
  const PassOwner *anyOwner = nullptr;
  /// What readers of marks have thrown in the scan that is made.
  std::vector<Diagnostic> failures;
  Observer observer;
  Repetitions repetitions;
  PropertyChecks properties;
};

} // namespace pmb

#endif // PMB_PASSMANAGER_RUNTIME_VERIFICATION_H
