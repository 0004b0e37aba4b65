//===- SlotPass.h - What the passes of slots for patterns share -----------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the library itself.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_PASSMANAGER_PATTERNS_SLOTPASS_H
#define PMB_PASSMANAGER_PATTERNS_SLOTPASS_H

#include "mlir/Pass/Pass.h"
#include "passmanager/patterns/OwnedPatterns.h"

namespace pmb {

/// A pass that has the sets of a slot.
struct SlotPass : mlir::OperationPass<> {
  explicit SlotPass(mlir::TypeID id) : OperationPass(id) {}
  SlotPass(const SlotPass &other)
      : OperationPass(other), given(other.given), owner(other.owner) {}

  void getDependentDialects(mlir::DialectRegistry &registry) const override;

  /// The set of that name that it was created with; null if there is none.
  const Contribution *lookupGiven(llvm::StringRef name) const;
  /// The sets that the option names, in its order. Those that there are not are
  /// left out and added to `unknown`, if that is given.
  std::vector<Contribution>
  collect(std::vector<llvm::StringRef> *unknown = nullptr) const;
  /// The same for a pass that is to run: fails, and says why, if there is
  /// nothing to do or a set is unknown.
  mlir::FailureOr<std::vector<Contribution>>
  collect(mlir::MLIRContext *context) const;
  /// What messages call the slot.
  std::string describeSlot() const {
    return slot.empty() ? "'" + getArgument().str() + "'"
                        : "the slot '" + slot.getValue() + "'";
  }
  SlotSettings getSettings() const {
    return {describeSlot(), owner, countPatterns};
  }
  /// Refers to the pass.
  PatternChoice getChoice() const { return {disabled, enabled, preferred}; }
  /// Sets what stands in a textual pipeline. REQUIRES: the options are right.
  void setUp(llvm::StringRef options, std::vector<Contribution> sets,
             std::string ownerOfSlot);

  Option<std::string> slot{*this, "slot",
                           llvm::cl::desc("Where sets can be added")};
  ListOption<std::string> sets{
      *this, "patterns",
      llvm::cl::desc("The sets, each with its party: acme:fold")};
  ListOption<std::string> enabled{
      *this, "enable-patterns",
      llvm::cl::desc("Parties, sets, labels or names of the patterns to "
                     "apply")};
  ListOption<std::string> disabled{
      *this, "disable-patterns",
      llvm::cl::desc("Parties, sets, labels or names of patterns to leave "
                     "out")};
  ListOption<std::string> preferred{
      *this, "prefer-patterns",
      llvm::cl::desc("Parties, sets, labels or names of patterns to try "
                     "first")};
  Option<bool> countPatterns{
      *this, "count-patterns",
      llvm::cl::desc("Remark how often the patterns of each set were applied"),
      llvm::cl::init(false)};

  /// What it was created with, which counts before registered sets of the same
  /// name.
  std::vector<Contribution> given;
  /// The party that has declared the slot; for messages.
  std::string owner;
};

/// The pass as one of these; null for any other pass.
const SlotPass *getSlotPass(const mlir::Pass &pass);

} // namespace pmb

#endif // PMB_PASSMANAGER_PATTERNS_SLOTPASS_H
