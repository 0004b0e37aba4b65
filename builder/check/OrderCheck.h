//===- OrderCheck.h - Deciding order --------------------------------------===//
//
// Part of PassManagerBuilder, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check makes a trace of a list (Trace.h), and asks the rules (Rules.h). The
// sweep only notes what happens; why something happened, and what would cure
// it, is looked for afterwards, and only if there is something to explain.
//
// Cost: linear in the list, plus what the distinct contracts take to compile.
//
//===----------------------------------------------------------------------===//

#ifndef PMB_BUILDER_CHECK_ORDERCHECK_H
#define PMB_BUILDER_CHECK_ORDERCHECK_H

#include "builder/check/Trace.h"
#include "llvm/ADT/DenseSet.h"

namespace pmb {

/// A check of one list, which is used once: what decides takes the check with
/// it, `OrderCheck(list).run(findings)`.
class OrderCheck {
public:
  explicit OrderCheck(const PassList &list, Assumptions assumed = {})
      : list(list), assumed(std::move(assumed)) {}

  /// True unless no contract and nothing in the interface demands anything:
  /// then there is nothing that `run` could find.
  static bool hasWork(const PassList &list);

  using TrialFilter = llvm::function_ref<bool(
      llvm::ArrayRef<Diagnostic>, const ContentsState &, const ItemTable &)>;
  /// Adds all findings about the list to `findings`; those about what stays
  /// only if `isWorthMore`, which is given the other findings and what is there
  /// in the end; null: always. Returns whether it was.
  /// `isTrial`: findings have no fixes, and name any of their items.
  bool run(std::vector<Diagnostic> &findings, TrialFilter isWorthMore = nullptr,
           bool isTrial = false) &&;
  bool runForTrial(std::vector<Diagnostic> &findings,
                   TrialFilter isWorthMore = nullptr) && {
    return std::move(*this).run(findings, isWorthMore, /*isTrial=*/true);
  }
  /// Adds what is wrong with the order of the list as it is: findings about
  /// single passes and the properties of the output.
  void runWithoutLeftOvers(std::vector<Diagnostic> &findings) &&;
  /// Adds findings about what is merely possible, too, with the severity Off:
  /// they are shown on request only.
  void tellPossible() { tellsPossible = true; }
  /// Adds to `passes` those that may have something to lower or to add where
  /// they stand.
  void noteWorking(llvm::DenseSet<const Node *> &passes) { working = &passes; }

  /// What follows from guesses and is not among `findings`: warnings without
  /// fixes. Of `findings`, it replaces what is left to passes without a
  /// contract by what no guess accounts for.
  static std::vector<Diagnostic> findGuessed(const PassList &list,
                                             std::vector<Diagnostic> &findings);
  /// What follows from entries of contracts that are newer than the version of
  /// the catalog, and is not among `findings`: remarks without fixes.
  static std::vector<Diagnostic> findNewer(const PassList &list,
                                           llvm::ArrayRef<Diagnostic> findings);
  /// Adds findings for unknown items that the interface names.
  static void checkItems(const PassList &list,
                         std::vector<Diagnostic> &findings);
  /// Adds nests that no IR has: passes there run on nothing.
  static void checkNests(const PassList &list,
                         std::vector<Diagnostic> &findings);
  /// Reports passes on an operation that they replace: MLIR lets no pass do
  /// that, and crashes.
  static void checkAnchors(const PassList &list,
                           std::vector<Diagnostic> &findings);

private:
  const PassList &list;
  const Assumptions assumed;
  bool tellsPossible = false;
  llvm::DenseSet<const Node *> *working = nullptr;
};

} // namespace pmb

#endif // PMB_BUILDER_CHECK_ORDERCHECK_H
